/** Inputs → what a review reads: everything that a GitOps tool could apply, and the names of the rest. */
import { createHash } from 'node:crypto';
import { unwrapped } from '../../base/inside/index.js';
import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { isNamedObject } from '../../base/kubernetes/object.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { isCatalogBlob } from '../../olm/catalog/blob.js';
import { isLock } from '../../olm/lock/lock-file.js';
import { lockDocuments } from '../../olm/lock/read-lock.js';
import type { RawFiles, UnreadFile } from '../../olm/model/unread-file.js';
import { asInput } from '../../olm/read/rendered-input.js';
import { bundleFolders } from '../bundles/bundle-folders.js';
import { programComments } from './comment-programs.js';
import { type FoundFile, originsByName } from './found-file.js';
import { type Contents, type OtherDocument, parseTexts, type TextsRead } from './parse-texts.js';
import { type EverythingRead, readEverything, type Source } from './read-files.js';
import { clusterFrom, type Input, lockOf, type ReadOptions } from './read-input.js';
import { isEncrypted, settingAside } from './set-aside.js';

/** What was read for a review. */
export interface ReviewInput extends Input {
  /** Whether it is what an earlier rendering wrote, with nothing beside it that is to be rendered: it is taken as it is. */
  readonly isRendered: boolean;
  /** What an earlier rendering wrote beside what is to be rendered. */
  readonly written: readonly ParsedDocument[];
  /** Documents of bundles and catalogs, and what catalogs ignore. */
  readonly others: readonly OtherDocument[];
  readonly unread: readonly UnreadFile[];
  /** The files as they stand. */
  readonly raw: RawFiles;
  /** Why files were set aside, and their paths. */
  readonly aside: readonly Problem[];
  readonly setAside: ReadonlySet<string>;
  /** Of files that nothing lists, the paths. */
  readonly unlisted: ReadonlyMap<string, string>;
  /** Whether there is a file of this path. */
  has(path: string): boolean;
}

/**
 * Reads files, folders and standard input for a review, from which nothing can hide a file.
 *
 * @param alsoObjects whether files with an object that is wrong are set aside, too
 */
export function readForReview(inputs: readonly Source[], options: ReadOptions = {}, alsoObjects = true): ReviewInput {
  const everything = readEverything(inputs, options);
  const { pathOf, unlisted } = everything;
  const { setsAside } = options;
  const known = new Set([...everything.texts.map(({ file }) => file), ...unlisted.keys()].map(pathOf));
  const files = {
    unlisted: new Map([...unlisted.keys()].map((file) => [file, pathOf(file)])),
    has: (path: string): boolean => known.has(path),
  };
  if (!setsAside) return { ...readTogether(inputs, everything, options), aside: [], setAside: new Set(), ...files };
  const ofBundles = bundlePartsOf(everything.texts);
  // Whoever names a file asks for it.
  const named = new Set(inputs);
  // Files that kustomizations load, of which documents were left out.
  const loaded = new Map<string, string>();
  const placeOf = (file: string): string => (known.has(pathOf(file)) ? pathOf(file) : file.replace(/^git:[^:]*:/, ''));
  const { input, aside } = settingAside(
    (without) => {
      const [texts, problems] = [everything.texts, everything.problems].map((all) => all.filter(({ file }) => !without.has(file))) as [
        SourceText[],
        Problem[],
      ];
      return readTogether(inputs, { ...everything, texts, problems }, options, without, loaded);
    },
    (file) =>
      isAbsent(unlisted.get(file)) ||
      (!named.has(file) && !ofBundles().has(file) && setsAside(placeOf(file), () => textOf(unlisted.get(file)), !unlisted.has(file))),
    alsoObjects,
    (file) => textOf(unlisted.get(file)),
  );
  return {
    ...input,
    unread: [
      ...input.unread,
      ...aside.map(({ file }) => asideFile(placeOf(file), file, loaded.get(file) ?? textOf(unlisted.get(file)), unlisted.get(file))),
    ],
    aside,
    setAside: new Set(aside.map(({ file }) => placeOf(file))),
    ...files,
  };
}

/** The files of bundles; found where somebody asks. */
function bundlePartsOf(texts: readonly SourceText[]): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined;
  return () => {
    if (!known) {
      const others = new Set(bundleFolders(texts).others.map(({ file }) => file));
      known = new Set(texts.flatMap(({ file }) => (others.has(file) ? [] : [file])));
    }
    return known;
  };
}

/** Whatever its encoding. */
function textOf(found: FoundFile | undefined): string {
  return new TextDecoder('latin1').decode(found?.bytes() ?? new Uint8Array());
}

function isAbsent({ within }: Pick<FoundFile, 'within'> = {}): boolean {
  return within?.tree.isAbsent?.(within.path) === true;
}

function asideFile(path: string, file: string, text: string, found?: FoundFile): UnreadFile {
  if (isAbsent(found)) return { path, file, reason: 'absent', content: found?.within?.tree.identityOf(found.within.path) ?? '' };
  // What is encrypted is another text each time.
  if (isEncrypted(text)) return { path, file, reason: 'encrypted', content: hashOf(text) };
  return { path, file, reason: 'broken', content: hashOf(text), text };
}

/**
 * @param without files that are left out; of what was built, what comes from them
 * @param left receives the text of those
 */
function readTogether(
  inputs: readonly Source[],
  { ignored, unread, raw, pathOf, ...files }: EverythingRead,
  options: ReadOptions,
  without: ReadonlySet<string> = new Set(),
  left = new Map<string, string>(),
): Omit<ReviewInput, 'aside' | 'setAside' | 'unlisted' | 'has'> {
  const { taken, documents, passedOver } = sortIgnored(ignored);
  const parsed = parseTexts([...files.texts, ...taken], files.problems, options);
  const originOf = originsByName(files.texts);
  const isLeft = (document: ParsedDocument): boolean => {
    const { source } = document;
    if (options.leavesOut?.(document)) return false;
    const [origin] = without.size === 0 ? [] : originOf(source, []);
    if (origin === undefined || !without.has(origin.file)) return true;
    left.set(origin.file, origin.text);
    return false;
  };
  const contents = { ...parsed, manifests: parsed.manifests.filter(isLeft) };
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
      isPartlyRead: without.size > 0,
    },
    { ...options, lock: lock ?? false, ...(isRendered ? { dependencies: false } : {}) },
  );
  const unreadTexts = [
    ...contents.passedOver.map((file) => ({ ...file, reason: harmlessReason(file, contents.passedOver, files.texts) ?? file.reason })),
    ...passedOver.map((text) => ({ text, reason: 'no-manifest' as const })),
  ].filter(({ text }) => !isScorecard(text));
  // They are read, but applied only once the mark goes.
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
    // Warnings are for what people write; a rendering carries a status and OLM's annotations by right.
    problems: isRendered ? read.problems.filter(isError) : read.problems,
    documents: isRendered ? [...contents.manifests, ...written] : read.documents,
    isRendered,
    written: isRendered ? [] : written,
    others: [...contents.others, ...contents.catalogs, ...documents],
    raw,
    unread: [
      // No kustomization lists a lock, which is read for all that.
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

/** In a comment, it keeps Argo CD from applying what else is in the file. */
const ARGO_CD_SKIP = '+argocd:skip-file-rendering';

/** `lock` writes that comment, and a lock applies nothing. */
function isOnlyLock(text: SourceText): boolean {
  const { documents, problems } = lockDocuments(text);
  return problems.length === 0 && documents.every(({ value }) => isLock(value));
}

/** As git has it of a file with this text. */
function hashOf(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex');
}

/** What a catalog ignores is read where it holds objects. What it holds of a catalog is not part of that. */
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

/** operator-sdk's test configuration, which changes with many upgrades: no cluster has its kind, so applying it grants nothing. */
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

/** Why nothing comes of a file in a bundle or beside it, whatever tool applies its folder. */
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

/** Whether there is anything that OLM's rules make something of. */
function hasInput({ manifests, catalogs, bundles }: Contents): boolean {
  return (
    bundles.length + catalogs.length > 0 || manifests.some(({ value }) => isNamedObject(value) && groupOf(value.apiVersion) === OLM_GROUP)
  );
}
