/** Reads inputs for a review: everything that a GitOps tool could apply, and the names of all other files. */
import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import { unwrapped } from '../../base/inside/index.js';
import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { formatReference, isNamedObject, referenceTo } from '../../base/kubernetes/object.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { isEncrypted } from '../../base/manifest/plain-text.js';
import { isError, stops } from '../../base/manifest/problem.js';
import { isCatalogBlob } from '../../olm/catalog/blob.js';
import { isLock } from '../../olm/lock/lock-file.js';
import { lockDocuments } from '../../olm/lock/read-lock.js';
import { OF_UNIT, type RawFiles, type UnreadFile } from '../../olm/model/unread-file.js';
import { asInput } from '../../olm/read/rendered-input.js';
import { bundleFolders } from '../bundles/bundle-folders.js';
import { faultText } from '../kustomize/kustomization-text.js';
import { programComments } from './comment-programs.js';
import { type FoundFile, originsByName } from './found-file.js';
import { type LeftOut, packageOfBlob, readTotally, smallest, type Unjudged, type Unknown, withoutLeftOut } from './left-out.js';
import { type Contents, type OtherDocument, parseTexts, type TextsRead } from './parse-texts.js';
import { type EverythingRead, readEverything, type Source } from './read-files.js';
import { clusterFrom, type Input, type InputWithUnknowns, lockOf, type ReadOptions } from './read-input.js';

/** An input read for a review. */
export interface ReviewInput extends Input {
  /** The paths of unlisted files. */
  readonly unlisted: ReadonlyMap<string, string>;
  /** Whether the input is only an earlier rendering, without anything to render: it is used unchanged. */
  readonly isRendered: boolean;
  /** An earlier rendering's documents, next to input to render. */
  readonly written: readonly ParsedDocument[];
  /** Documents of bundles and catalogs, and ignored documents of catalogs. */
  readonly others: readonly OtherDocument[];
  readonly unread: readonly UnreadFile[];
  /** The files, unbuilt. */
  readonly raw: RawFiles;
  /** Parts that are left out because they cannot be judged, with their paths in `unread`. */
  readonly unjudged: readonly UnjudgedPart[];
  /** Whether a file with this path exists. */
  has(path: string): boolean;
}

/** A part of an input that cannot be judged. */
export interface UnjudgedPart extends Unjudged {
  /** The key for the comparison of both sides of a review. */
  readonly path: string;
  /** Whether a kustomization lists the part, or it was built. */
  readonly isListed: boolean;
  readonly text?: string | undefined;
}

/**
 * Reads files, folders and standard input for a review, from which no file can hide. Parts that cannot be judged are left out, and are
 * reported as unread files.
 *
 * @param unknown paths of parts that the other side of the review cannot judge: they are not judged here, either
 */
export function readForReview(inputs: readonly Source[], options: ReadOptions = {}, unknown: ReadonlySet<string> = new Set()): ReviewInput {
  const everything = readEverything(inputs, options);
  const { pathOf, unlisted } = everything;
  const known = new Set([...everything.texts.map(({ file }) => file), ...unlisted.keys()].map(pathOf));
  const placeOf = (file: string): string => (known.has(pathOf(file)) ? pathOf(file) : file.replace(/^git:[^:]*:/, ''));
  const originOf = originsByName(everything.texts);
  const pathOfObject = ({ value, source }: ParsedDocument): string => {
    const [origin] = originOf(source, []);
    return `${placeOf(origin?.file ?? source.file)}: ${nameOf(value, source.document)}`;
  };
  const named = new Set(inputs);
  const bundleOf = bundlesOf(everything.texts);
  const readLeaving = (left: LeftOut): Reading => {
    const remaining = <T extends { readonly file: string }>(all: readonly T[]): T[] => all.filter(({ file }) => !left.files.has(file));
    return readTogether(
      inputs,
      { ...everything, texts: remaining(everything.texts), problems: remaining(everything.problems) },
      options,
      left,
    );
  };
  const { input, unjudged } = readTotally(
    readLeaving,
    (problem, read) => {
      const { file } = problem;
      const what = read.unknownBy(problem);
      const found = unlisted.get(file);
      if (what) return smallest(what, found && !named.has(file) ? { name: file, isApplied: false, text: () => textOf(found) } : undefined);
      if (problem.code === 'NO_MANIFESTS' || named.has(file)) return undefined;
      return bundleOf(file) ?? (known.has(pathOf(file)) ? { file } : { missing: file });
    },
    ({ manifests, blobs, lock }) =>
      unknown.size === 0
        ? []
        : [
            ...everything.texts.flatMap(({ file }) => (unknown.has(placeOf(file)) ? [{ file }] : [])),
            ...manifests.flatMap((object) => (unknown.has(pathOfObject(object)) ? [{ object }] : [])),
            ...blobs.flatMap((blob) => {
              const name = packageOfBlob(blob.value);
              return name !== undefined && unknown.has(pathOfPackage(placeOf(blob.source.file), name)) ? [{ package: name }] : [];
            }),
            ...(lock !== undefined && unknown.has(placeOf(lock.file)) ? [{ lock: lock.file }] : []),
          ],
    // A channel that cannot be used is compared as text, with its package: what it leads to is not known.
    (problem, read) => stops(problem) || (isError(problem) && problem.isAlone === true && 'package' in (read.unknownBy(problem) ?? {})),
  );
  const parts = unjudged.map((one): UnjudgedPart & { readonly file: string } => {
    const { what } = one;
    if ('object' in what) {
      const { value, source } = what.object;
      return {
        ...one,
        path: pathOfObject(what.object),
        file: originOf(source, [])[0]?.file ?? source.file,
        isListed: !unlisted.has(source.file),
        text: sortedText(value),
      };
    }
    if ('package' in what) {
      const blobs = input.blobs.filter(({ value }) => packageOfBlob(value) === what.package);
      const file = blobs[0]?.source.file ?? one.problems[0]?.file ?? '';
      const text = blobs.map(({ value }) => sortedText(value)).join('\n---\n');
      return { ...one, path: pathOfPackage(placeOf(file), what.package), file, isListed: false, text };
    }
    if ('lock' in what) return { ...one, path: placeOf(what.lock), file: what.lock, isListed: false, text: input.lock?.text };
    if ('bundle' in what) {
      const texts = everything.texts.filter(({ file }) => what.files.includes(file)).map(({ text }) => text);
      return { ...one, path: placeOf(what.bundle), file: what.bundle, isListed: false, text: texts.join('\n---\n') };
    }
    const file = 'file' in what ? what.file : what.missing;
    return {
      ...one,
      path: placeOf(file),
      file,
      isListed: !unlisted.has(file),
      text: 'file' in what ? textOf(unlisted.get(file)) : undefined,
    };
  });
  // The kustomization's own unread file reports the failed build and its sources.
  const isTold = ({ what }: UnjudgedPart): boolean => 'missing' in what && input.unread.some(({ reason }) => OF_UNIT.has(reason));
  return {
    ...input,
    problems: parts.length > 0 ? input.problems.filter(({ code }) => code !== 'NO_MANIFESTS') : input.problems,
    unread: [...input.unread, ...parts.filter((part) => !isTold(part)).map((part) => unjudgedFile(part, unlisted.get(part.file)))],
    unjudged: parts,
    unlisted: new Map([...unlisted.keys()].map((file) => [file, pathOf(file)])),
    has: (path) => known.has(path),
  };
}

/** `Subscription team-a/etcd`, or the number of a document without a name. */
function nameOf(value: unknown, document: number): string {
  return isNamedObject(value) ? formatReference(referenceTo(value)) : `document ${document + 1}`;
}

function pathOfPackage(path: string, name: string): string {
  return `${path}: package ${name}`;
}

/** Finds the bundle of a file. A bundle without one of its files would be another bundle, so all of it is left out. */
function bundlesOf(texts: readonly SourceText[]): (file: string) => Unknown | undefined {
  let folders: readonly string[] | undefined;
  return (file) => {
    folders ??= bundleFolders(texts).folders.map(({ folder }) => folder);
    const folder = folders.find((one) => file === one || file.startsWith(`${one}${sep}`));
    return folder === undefined
      ? undefined
      : { bundle: folder, files: [...texts.map((text) => text.file).filter((one) => one.startsWith(`${folder}${sep}`)), folder] };
  };
}

/** The text of a file, whatever its encoding. */
function textOf(found: FoundFile | undefined): string {
  return new TextDecoder('latin1').decode(found?.bytes() ?? new Uint8Array());
}

function unjudgedFile(
  { path, what, problems: [problem], text, file }: UnjudgedPart & { readonly file: string },
  found?: FoundFile,
): UnreadFile {
  const fault = problem ? { fault: faultText(problem) } : {};
  if ('file' in what) {
    const { tree, path: place } = found?.within ?? {};
    if (place !== undefined && tree?.isAbsent?.(place)) return { path, file, reason: 'absent', content: tree.identityOf(place) ?? '' };
    // ansible-vault writes a different text each time.
    const reason = text !== undefined && isEncrypted(text) ? 'encrypted' : 'broken';
    return { path, file, reason, content: hashOf(text ?? ''), ...(reason === 'broken' ? { text } : {}) };
  }
  if ('missing' in what) return { path, file, reason: 'not-built', content: problem?.found ?? '', ...fault };
  return { path, file, reason: 'not-judged', content: hashOf(text ?? ''), text, ...fault };
}

/** The result of one reading, with all parts that could be left out. */
interface Reading extends Omit<ReviewInput, 'unjudged' | 'has' | 'unlisted'>, InputWithUnknowns {
  readonly manifests: readonly ParsedDocument[];
  readonly blobs: readonly ParsedDocument[];
  readonly lock: SourceText | undefined;
}

function readTogether(
  inputs: readonly Source[],
  { ignored, unread, raw, pathOf, ...files }: EverythingRead,
  options: ReadOptions,
  leftOut: LeftOut,
): Reading {
  const { taken, documents, passedOver } = sortIgnored(ignored);
  const parsed = parseTexts([...files.texts, ...taken], files.problems, options);
  const contents = { ...parsed, manifests: parsed.manifests.filter((document) => !options.leavesOut?.(document)) };
  const rendered = files.written.map((text) => parseDocuments(text, options));
  for (const { problems } of rendered) for (const problem of problems) files.problems.push(problem);
  const written = unwrapped(rendered.flatMap((read) => read.documents));
  const isRendered = written.length > 0 && !hasInput(contents);
  const texts = [...files.texts, ...files.written, ...ignored];
  const lock = lockOf(inputs, options, texts);
  const read = clusterFrom(
    {
      inputs,
      texts,
      problems: files.problems,
      contents,
      ...(isRendered ? { rendered: asInput([...contents.manifests, ...written]) } : {}),
      countsAll: true,
      leftOut,
    },
    { ...options, lock: lock ?? false, ...(isRendered ? { dependencies: false } : {}) },
  );
  const unreadTexts = [
    ...contents.passedOver.map((file) => ({ ...file, reason: harmlessReason(file, contents.passedOver, files.texts) ?? file.reason })),
    ...passedOver.map((text) => ({ text, reason: 'no-manifest' as const })),
  ].filter(({ text }) => !isScorecard(text));
  // Marked files are read, but not applied until the mark is removed.
  const skipped = texts
    .filter((text) => text.text.includes(ARGO_CD_SKIP) && !isOnlyLock(text))
    .map((text) => ({ text, reason: 'argocd-skip' as const }));
  const programs = texts.flatMap((text) => {
    const comments = programComments(text.text);
    return comments.length === 0
      ? []
      : [{ path: pathOf(text.file), file: text.file, reason: 'comment-program' as const, content: hashOf(comments.join('\n')) }];
  });
  return {
    ...read,
    manifests: [...contents.manifests, ...written],
    blobs: contents.catalogs,
    lock: lock?.text,
    // Drops warnings of a rendering: a status and OLM's annotations are legitimate there.
    problems: isRendered ? read.problems.filter(isError) : read.problems,
    documents: isRendered ? withoutLeftOut([...contents.manifests, ...written], leftOut) : read.documents,
    isRendered,
    written: isRendered ? [] : written,
    others: [...contents.others, ...withoutLeftOut(contents.catalogs, leftOut), ...documents],
    raw,
    unread: [
      // The lock is read, although no kustomization lists it.
      ...unread.filter(({ file }) => file !== lock?.text.file),
      ...programs,
      ...[...unreadTexts, ...skipped].map(({ text, reason }) => ({
        path: pathOf(text.file),
        file: text.file,
        reason,
        content: hashOf(text.text),
      })),
      ...contents.settings
        .filter(({ file }) => file !== lock?.text.file)
        .map(({ file, text }) => ({
          path: pathOf(file),
          file,
          reason: 'settings' as const,
          content: hashOf(text),
          text,
        })),
    ],
  };
}

/** The comment that stops Argo CD from applying the file. */
const ARGO_CD_SKIP = '+argocd:skip-file-rendering';

/** Whether a file is only a lock: `lock` writes that comment, and a lock applies nothing. */
function isOnlyLock(text: SourceText): boolean {
  const { documents, problems } = lockDocuments(text);
  return problems.length === 0 && documents.every(({ value }) => isLock(value));
}

/** Git's hash of a file with this text. */
function hashOf(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex');
}

/** Sorts a catalog's ignored files: those with objects are read; their blobs are not part of the catalog. */
function sortIgnored(texts: readonly SourceText[]): { taken: SourceText[]; documents: ParsedDocument[]; passedOver: SourceText[] } {
  const sorted = { taken: [] as SourceText[], documents: [] as ParsedDocument[], passedOver: [] as SourceText[] };
  for (const text of texts) {
    const { documents, problems } = parseDocuments(text);
    const blobs = documents.filter(({ value }) => isCatalogBlob(value));
    if (documents.some(({ value }) => isObject(value))) sorted.taken.push(text);
    else if (problems.length === 0 && blobs.length === documents.length) sorted.documents.push(...blobs);
    else sorted.passedOver.push(text);
  }
  return sorted;
}

const SCORECARD_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'stages', 'storage', 'serviceaccount', 'spec']);

/** Whether a file is operator-sdk's test configuration, which many upgrades change: no cluster has its kind, so it grants nothing. */
function isScorecard(text: SourceText): boolean {
  const { documents, problems } = parseDocuments(text);
  const isConfiguration = ({ value }: ParsedDocument): boolean =>
    isMapping(value) &&
    Object.keys(value).every((key) => SCORECARD_FIELDS.has(key)) &&
    value.apiVersion === 'scorecard.operatorframework.io/v1alpha3' &&
    value.kind === 'Configuration';
  return problems.length === 0 && documents.length > 0 && documents.every(isConfiguration);
}

type PassedOver = TextsRead['passedOver'][number];

/** Why a file in or next to a bundle has no effect, whatever tool applies its folder. */
function harmlessReason(
  { text, reason }: PassedOver,
  passedOver: readonly PassedOver[],
  texts: readonly SourceText[],
): 'no-object' | 'bundle-copy' | undefined {
  if (reason !== 'bundle-part' && reason !== 'catalog-setting') return undefined;
  const { documents, problems } = parseDocuments(text);
  const isPlain = ({ value }: ParsedDocument): boolean =>
    isMapping(value) && !Object.keys(value).some((key) => /^(?:apiversion|kind|items)$/i.test(key));
  if (problems.length === 0 && documents.every(isPlain)) return 'no-object';
  const unread = new Set(passedOver.map((file) => file.text.file));
  const isCopy = texts.some((other) => other.text === text.text && !unread.has(other.file));
  return reason === 'bundle-part' && isCopy ? 'bundle-copy' : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** Whether there is any input for OLM's rules. */
function hasInput({ manifests, catalogs, bundles }: Contents): boolean {
  return (
    bundles.length + catalogs.length > 0 || manifests.some(({ value }) => isNamedObject(value) && groupOf(value.apiVersion) === OLM_GROUP)
  );
}
