/** Reads inputs for a review: everything that a GitOps tool could apply, and the names of all other files. */
import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import { unwrapped } from '../../base/inside/index.js';
import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { formatReference, isNamedObject, referenceTo } from '../../base/kubernetes/object.js';
import { once, oncePerKey } from '../../base/manifest/once.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { isEncrypted, isNoPlainText } from '../../base/manifest/plain-text.js';
import { isError, stops } from '../../base/manifest/problem.js';
import { isCatalogBlob } from '../../olm/catalog/blob.js';
import { OF_UNIT, type RawFiles, type UnreadFile, type UnreadReason } from '../../olm/model/unread-file.js';
import { asInput } from '../../olm/read/rendered-input.js';
import { bundleFolders } from '../bundles/bundle-folders.js';
import { faultText } from '../kustomize/kustomization-text.js';
import { programComments } from './comment-programs.js';
import type { FoundFile } from './found-file.js';
import { originsByName } from './found-texts.js';
import {
  type FileAround,
  isManifestText,
  type LeftOut,
  objectOrFile,
  packageOfBlob,
  readTotally,
  type Unjudged,
  type Unknown,
  wholeFile,
  withoutLeftOut,
} from './left-out.js';
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
  /** The path of the file that an object is written in, whatever was built of it. */
  pathOf(document: ParsedDocument): string;
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
  const { unlisted } = everything;
  const paths = new ReviewPaths(everything);
  const named = new Set(inputs);
  const bundleOf = bundlesOf(everything.texts);
  const aroundOf = oncePerKey(
    (found: FoundFile): FileAround => ({
      name: found.file,
      isApplied: false,
      isNoPlainText: once(() => isNoPlainText(textOf(found))),
      isManifest: once(() => isManifestText(textOf(found), found.file)),
    }),
  );
  const { input, unjudged } = readTotally(
    (left) => readTogether(inputs, remaining(everything, left), options, left),
    (problem, read) => {
      const { file } = problem;
      const what = read.unknownBy(problem);
      const found = unlisted.get(file);
      if (what) return objectOrFile(what, found && !named.has(file) ? aroundOf(found) : undefined);
      if (problem.code === 'NO_MANIFESTS' || named.has(file)) return undefined;
      return bundleOf(file) ?? (found ? wholeFile(aroundOf(found)) : paths.isKnown(file) ? { file } : { missing: file });
    },
    (read) => (unknown.size === 0 ? [] : unknownAmong(read, everything.texts, paths, unknown)),
    // An unusable channel is compared as text, with its package: the versions in it are not known.
    (problem, read) => stops(problem) || (isError(problem) && problem.isAlone === true && 'package' in (read.unknownBy(problem) ?? {})),
  );
  const parts = unjudged.map((one) => partOf(one, input, everything, paths));
  // The failed build reports this, and all parts of the unit.
  const isTold = ({ what }: UnjudgedPart): boolean => 'missing' in what && input.unread.some(({ reason }) => OF_UNIT.has(reason));
  return {
    ...input,
    problems: parts.length > 0 ? input.problems.filter(({ code }) => code !== 'NO_MANIFESTS') : input.problems,
    unread: [...input.unread, ...parts.filter((part) => !isTold(part)).map((part) => unjudgedFile(part, unlisted.get(part.file)))],
    unjudged: parts,
    unlisted: new Map([...unlisted.keys()].map((file) => [file, everything.pathOf(file)])),
    has: (path) => paths.has(path),
    pathOf: (document) => paths.placeOf(paths.fileOf(document)),
  };
}

/** Paths by which both sides of a review are compared. */
class ReviewPaths {
  private readonly known: ReadonlySet<string>;
  private readonly pathOf: (file: string) => string;
  private readonly originOf: ReturnType<typeof originsByName>;

  constructor({ texts, unlisted, pathOf }: EverythingRead) {
    this.known = new Set([...texts.map(({ file }) => file), ...unlisted.keys()].map(pathOf));
    this.pathOf = pathOf;
    this.originOf = originsByName(texts);
  }

  has(path: string): boolean {
    return this.known.has(path);
  }

  isKnown(file: string): boolean {
    return this.has(this.pathOf(file));
  }

  placeOf(file: string): string {
    return this.isKnown(file) ? this.pathOf(file) : file.replace(/^git:[^:]*:/, '');
  }

  /** The file that an object is written in, whatever was built of it. */
  fileOf({ source }: ParsedDocument): string {
    const [origin] = this.originOf(source, []);
    return origin?.file ?? source.file;
  }

  ofObject(document: ParsedDocument): string {
    return `${this.placeOf(this.fileOf(document))}: ${nameOf(document.value, document.source.document)}`;
  }

  ofPackage(file: string, name: string): string {
    return `${this.placeOf(file)}: package ${name}`;
  }
}

function remaining({ texts, problems, ...others }: EverythingRead, { files }: LeftOut): EverythingRead {
  const isLeft = ({ file }: { readonly file: string }): boolean => !files.has(file);
  return { ...others, texts: texts.filter(isLeft), problems: problems.filter(isLeft) };
}

/** The parts that the other side of a review cannot judge, as they are here. @param unknown their paths */
function unknownAmong(
  { manifests, blobs, lock }: Reading,
  texts: readonly SourceText[],
  paths: ReviewPaths,
  unknown: ReadonlySet<string>,
): Unknown[] {
  return [
    ...texts.flatMap(({ file }) => (unknown.has(paths.placeOf(file)) ? [{ file }] : [])),
    ...manifests.flatMap((object) => (unknown.has(paths.ofObject(object)) ? [{ object }] : [])),
    ...blobs.flatMap(({ value, source }) => {
      const name = packageOfBlob(value);
      return name !== undefined && unknown.has(paths.ofPackage(source.file, name)) ? [{ package: name }] : [];
    }),
    ...(lock !== undefined && unknown.has(paths.placeOf(lock.file)) ? [{ lock: lock.file }] : []),
  ];
}

/** A part that cannot be judged, with its path, its file and its text. */
function partOf(
  one: Unjudged,
  { blobs, lock }: Reading,
  { texts, unlisted, raw }: EverythingRead,
  paths: ReviewPaths,
): UnjudgedPart & { readonly file: string } {
  const { what } = one;
  if ('object' in what) {
    const { value, source } = what.object;
    const isListed = !unlisted.has(source.file);
    return { ...one, path: paths.ofObject(what.object), file: paths.fileOf(what.object), isListed, text: sortedText(value) };
  }
  if ('package' in what) {
    const own = blobs.filter(({ value }) => packageOfBlob(value) === what.package);
    const file = own[0]?.source.file ?? one.problems[0]?.file ?? '';
    const text = own.map(({ value }) => sortedText(value)).join('\n---\n');
    return { ...one, path: paths.ofPackage(file, what.package), file, isListed: false, text };
  }
  if ('lock' in what) return { ...one, path: paths.placeOf(what.lock), file: what.lock, isListed: false, text: lock?.text };
  if ('bundle' in what) {
    const own = texts.filter(({ file }) => what.files.includes(file)).map(({ text }) => text);
    return { ...one, path: paths.placeOf(what.bundle), file: what.bundle, isListed: false, text: own.join('\n---\n') };
  }
  const file = 'file' in what ? what.file : what.missing;
  const found = unlisted.get(file);
  // The text of a listed file is there, unless it cannot be read at all.
  const listed = texts.find((one) => one.file === file)?.text ?? raw.loaded.find((one) => one.file === file)?.content() ?? '';
  const text = 'file' in what ? (found ? textOf(found) : listed) : undefined;
  return { ...one, path: paths.placeOf(file), file, isListed: !unlisted.has(file), text };
}

/** `Subscription team-a/etcd`; with the number of the document if the name is not text, or only the number if there is no name. */
function nameOf(value: unknown, document: number): string {
  if (isNamedObject(value)) return formatReference(referenceTo(value));
  const { kind, metadata } = isMapping(value) ? value : {};
  const { name } = isMapping(metadata) ? metadata : {};
  const isNamed = typeof kind === 'string' && (typeof name === 'boolean' || typeof name === 'number' || typeof name === 'string');
  return `${isNamed ? `${kind} ${name} in ` : ''}document ${document + 1}`;
}

/** Finds the bundle that a file is a part of. A bundle without one of its files is another one, so it is left out whole. */
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
interface Reading extends Omit<ReviewInput, 'unjudged' | 'has' | 'unlisted' | 'pathOf'>, InputWithUnknowns {
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
    { ...options, lock: lock ?? false, isReviewed: true, ...(isRendered ? { dependencies: false } : {}) },
  );
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
      ...textsNotRead({ texts, passedOver: contents.passedOver, ignored: passedOver, ofFiles: files.texts }, pathOf),
      ...contents.settings
        .filter(({ file }) => file !== lock?.text.file)
        .map(({ file, text }) => ({ ...unreadText({ file, text }, 'settings', pathOf), text })),
    ],
  };
}

interface PartlyRead extends Pick<TextsRead, 'passedOver'> {
  /** All texts, however they are read. */
  readonly texts: readonly SourceText[];
  /** Texts that a catalog ignores, and that hold no objects. */
  readonly ignored: readonly SourceText[];
  /** The texts of manifest files. */
  readonly ofFiles: readonly SourceText[];
}

/** The texts of which something is not read: programs in comments, and texts without a manifest. */
function textsNotRead({ texts, passedOver, ignored, ofFiles }: PartlyRead, pathOf: (file: string) => string): UnreadFile[] {
  const programs = texts.flatMap((text): UnreadFile[] => {
    const comments = programComments(text.text);
    return comments.length === 0 ? [] : [unreadText({ file: text.file, text: comments.join('\n') }, 'comment-program', pathOf)];
  });
  const withoutManifest = [
    ...passedOver.map((file) => ({ ...file, reason: harmlessReason(file, passedOver, ofFiles) ?? file.reason })),
    ...ignored.map((text) => ({ text, reason: 'no-manifest' as const })),
  ].filter(({ text }) => !isScorecard(text));
  return [...programs, ...withoutManifest.map(({ text, reason }) => unreadText(text, reason, pathOf))];
}

function unreadText({ file, text }: SourceText, reason: UnreadReason, pathOf: (file: string) => string): UnreadFile {
  return { path: pathOf(file), file, reason, content: hashOf(text) };
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
