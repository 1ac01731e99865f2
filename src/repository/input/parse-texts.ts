/** Texts → documents, by how they are read: manifests, catalogs and bundles. */
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { unwrapped } from '../../base/inside/index.js';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { groupBy, isNamedObject } from '../../base/kubernetes/object.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import type { Leniency, Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import { isCatalogBlob } from '../../olm/catalog/blob.js';
import { isLock, LOCK_FILE } from '../../olm/lock/lock-file.js';
import { lockDocuments } from '../../olm/lock/read-lock.js';
import type { BundleOutline } from '../../olm/model/bundle.js';
import { readBundle } from '../../olm/read/read-bundle.js';
import type { BrokenBundle } from '../bundles/broken-bundles.js';
import { type BundleFolders, bundleFolders, undescribedBundles } from '../bundles/bundle-folders.js';
import { readBundleFolder } from '../bundles/read-bundle-folder.js';
import { bringsNothing } from './brings-nothing.js';

/** The content of the texts, by how it is read. */
export interface Contents {
  readonly manifests: readonly ParsedDocument[];
  readonly catalogs: readonly ParsedDocument[];
  readonly bundles: readonly BundleOutline[];
}

/** A document that is no manifest of its own. */
export interface OtherDocument extends ParsedDocument {
  /** Of a bundle, the name of its CSV. */
  readonly bundle?: string;
}

/** What else was read. */
export interface TextsRead {
  readonly unlocated: UnlocatedProblem[];
  readonly broken: readonly BrokenBundle[];
  readonly others: readonly OtherDocument[];
  readonly passedOver: BundleFolders['passedOver'];
  /** What has values or settings of another tool, and may bring something to a cluster. */
  readonly settings: readonly SourceText[];
}

/** Parses texts. @param problems receives what cannot be parsed */
export function parseTexts(texts: readonly SourceText[], problems: Problem[], leniency: Leniency): Contents & TextsRead {
  const { folders, others, passedOver } = bundleFolders(texts);
  const parsed = others.map((text) => documentsOf(text, leniency));
  const described = folders.map((folder) => readBundleFolder(folder, leniency));
  for (const { problems: found } of [...parsed, ...described]) for (const problem of found) problems.push(problem);

  const unlisted = new Set(others.flatMap(({ file, isUnlisted }) => (isUnlisted ? [file] : [])));
  const shared = new Set(others.flatMap(({ file, isShared }) => (isShared ? [file] : [])));
  const [settings, documents] = [true, false].map((wanted) =>
    parsed
      .flatMap((read) => read.documents)
      .filter(({ value, source }) => (unlisted.has(source.file) && isOfOtherProgram(value)) === wanted),
  ) as [ParsedDocument[], ParsedDocument[]];
  const read = unwrapped(settings);
  const inSettings = groupBy(
    read.filter(({ inside }) => !inside),
    ({ source }) => source.file,
  );
  const made = read.filter(({ inside }) => inside);
  const loose = undescribedBundles(documents);
  const undescribed = [...loose.folders].map(([folder, members]) => ({
    documents: members,
    ...readBundle({ folder, manifests: members }),
  }));
  const inParts = new Set(loose.passedOver.map(({ source }) => source.file));
  const inMetadata = folders.flatMap(({ annotations, dependencies, properties }) => [annotations, dependencies, properties]);
  const unread = [...texts.filter(({ file }) => inParts.has(file)), ...inMetadata.filter((text) => text !== undefined).filter(holdsMore)];
  return {
    // A lock counts from its place beside the input, and not as a part of it.
    manifests: withoutRepeated(
      [...made, ...unwrapped(loose.others.filter(({ value }) => !isCatalogBlob(value) && !isLock(value)))],
      (file) => shared.has(file),
    ),
    catalogs: loose.others.filter(({ value }) => isCatalogBlob(value)),
    bundles: [...described, ...undescribed].flatMap(({ bundle }) => bundle ?? []),
    unlocated: [...described.flatMap((read) => read.unlocated), ...undescribed.flatMap((read) => read.problems)],
    broken: [
      ...described.flatMap(({ broken }) => broken ?? []),
      ...[...loose.folders.keys()].flatMap((folder, index) => (undescribed[index]?.bundle ? [] : [{ folder }])),
    ],
    others: [...described, ...undescribed].flatMap(({ bundle, documents }) =>
      documents.map((document) => ({ ...document, ...(bundle ? { bundle: bundle.name } : {}) })),
    ),
    passedOver: [...passedOver, ...unread.map((text) => ({ text, reason: 'bundle-part' as const }))],
    // Without comments, and without what something is made of, which is told as that.
    settings: others.flatMap((text) => {
      const left = bringsNothing(text.file) ? undefined : inSettings.get(text.file);
      return left ? [{ ...text, text: left.map(({ value }) => sortedText(value)).join('\n---\n') }] : [];
    }),
  };
}

/** What is in order strictly is so leniently. */
function documentsOf(text: SourceText, leniency: Leniency): ReturnType<typeof parseDocuments> {
  const asLock = basename(text.file) === LOCK_FILE ? lockDocuments(text) : undefined;
  return asLock?.problems.length === 0 ? asLock : parseDocuments(text, leniency);
}

/**
 * Settings of another program, such as values.yaml, package.json or a playbook: nothing that applies manifests takes them. What has
 * metadata is a manifest that lacks something.
 */
function isOfOtherProgram(value: unknown): boolean {
  const isObject = (entry: unknown): boolean =>
    isMapping(entry) && Object.keys(entry).some((key) => /^(?:apiversion|kind|metadata|packagename)$/i.test(key));
  if (isCatalogBlob(value)) return false;
  // The index of a repository of Helm (https://helm.sh/docs/topics/chart_repository/#the-index-file).
  const { apiVersion, entries, ...others } = isMapping(value) ? value : {};
  if (apiVersion === 'v1' && isMapping(entries) && !isObject(others)) return true;
  return Array.isArray(value) ? !value.some(isObject) : isMapping(value) && Object.keys(value).length > 0 && !isObject(value);
}

/** Whether a file about a bundle holds an object, too: OLM does not see it, and whatever applies the folder does. */
function holdsMore(text: SourceText): boolean {
  const { documents } = parseDocuments(text);
  return documents.length > 1 || documents.some(({ value }) => isMapping(value) && ('kind' in value || 'items' in value));
}

// Objects that several units of a cluster apply: what is the same in all of them is one.

/**
 * The documents, without those that say again what another file says.
 *
 * @param isShared whether a file is of a unit beside others; of one unit alone, what is there twice is a mistake
 */
export function withoutRepeated(documents: readonly ParsedDocument[], isShared: (file: string) => boolean): readonly ParsedDocument[] {
  const first = new Map<string, ParsedDocument>();
  return documents.filter((document) => {
    const { value, source } = document;
    if (!isShared(source.file) || !isNamedObject(value)) return true;
    const { name, namespace } = value.metadata as { readonly name?: unknown; readonly namespace?: unknown };
    const key = JSON.stringify([groupOf(value.apiVersion), value.kind, namespace, name]);
    const known = first.get(key);
    if (!known) first.set(key, document);
    return !known || known.source.file === source.file || !isSame(known.value, value);
  });
}

/** Of a Namespace, only labels decide anything. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isMapping(one) || !isMapping(other)) return false;
  if (one.kind !== 'Namespace') return isDeepStrictEqual(one, other);
  return isDeepStrictEqual(labelsOf(one), labelsOf(other));
}

function labelsOf({ metadata }: Readonly<Record<string, unknown>>): unknown {
  return (isMapping(metadata) ? metadata.labels : undefined) ?? {};
}
