/** Parses texts, and sorts their documents into bundles, blobs of catalogs, and others. */
import { basename } from 'node:path';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Leniency, Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import { isCatalogBlob } from '../../olm/catalog/blob.js';
import { LOCK_FILE } from '../../olm/lock/lock-name.js';
import { lockDocuments } from '../../olm/lock/read-lock.js';
import type { Bundle } from '../../olm/model/bundle.js';
import { readBundle } from '../../olm/read/read-bundle.js';
import { type BundleFolders, bundleFolders, undescribedBundles } from '../bundles/bundle-folders.js';
import { readBundleFolder } from '../bundles/read-bundle-folder.js';

/** The documents of texts, sorted. */
export interface SortedTexts extends BundleFolders {
  /** Values or settings of another tool. */
  readonly settings: readonly ParsedDocument[];
  /** The bundles with annotations, as they are read. */
  readonly described: readonly ReturnType<typeof readBundleFolder>[];
  /** The bundles without annotations, by their folder. */
  readonly undescribed: ReadonlyMap<string, { readonly documents: ParsedDocument[] } & ReturnType<typeof readBundle>>;
  /** Documents in parts of a bundle that OLM does not read. */
  readonly inParts: readonly ParsedDocument[];
  /** The other documents, without those of catalogs. */
  readonly loose: readonly ParsedDocument[];
  readonly catalogs: readonly ParsedDocument[];
  readonly bundles: readonly Bundle[];
  readonly unlocated: readonly UnlocatedProblem[];
}

/** Sorts texts. @param problems receives the parse errors */
export function sortedTexts(texts: readonly SourceText[], problems: Problem[], leniency: Leniency): SortedTexts {
  const sorted = bundleFolders(texts);
  const parsed = sorted.others.map((text) => documentsOf(text, leniency));
  const described = sorted.folders.map((folder) => readBundleFolder(folder, leniency));
  for (const { problems: found } of [...parsed, ...described]) for (const problem of found) problems.push(problem);

  const unlisted = new Set(sorted.others.flatMap(({ file, isUnlisted }) => (isUnlisted ? [file] : [])));
  const [settings, documents] = [true, false].map((wanted) =>
    parsed
      .flatMap((read) => read.documents)
      .filter(({ value, source }) => (unlisted.has(source.file) && isOfOtherProgram(value)) === wanted),
  ) as [ParsedDocument[], ParsedDocument[]];
  const { folders, others, passedOver } = undescribedBundles(documents);
  const undescribed = new Map(
    [...folders].map(([folder, members]) => [folder, { documents: members, ...readBundle({ folder, manifests: members }) }]),
  );
  return {
    ...sorted,
    settings,
    described,
    undescribed,
    inParts: passedOver,
    loose: others.filter(({ value }) => !isCatalogBlob(value)),
    catalogs: others.filter(({ value }) => isCatalogBlob(value)),
    bundles: [...described, ...undescribed.values()].flatMap(({ bundle }) => bundle ?? []),
    unlocated: [...described.flatMap((read) => read.unlocated), ...[...undescribed.values()].flatMap((read) => read.problems)],
  };
}

/** The documents of a text. A lock without problems needs no lenient parsing. */
function documentsOf(text: SourceText, leniency: Leniency): ReturnType<typeof parseDocuments> {
  const asLock = basename(text.file) === LOCK_FILE ? lockDocuments(text) : undefined;
  return asLock?.problems.length === 0 ? asLock : parseDocuments(text, leniency);
}

/**
 * Whether a document has settings of another program, such as values.yaml, package.json or a playbook: no tool applies them. A
 * document with metadata is an incomplete manifest.
 */
function isOfOtherProgram(value: unknown): boolean {
  const isObject = (entry: unknown): boolean =>
    isMapping(entry) && Object.keys(entry).some((key) => /^(?:apiversion|kind|metadata|packagename)$/i.test(key));
  if (isCatalogBlob(value)) return false;
  // The index of a repository of Helm (https://helm.sh/docs/topics/chart_repository/#the-index-file).
  if (isMapping(value) && value.apiVersion === 'v1' && isMapping(value.entries)) {
    const { apiVersion: _, ...others } = value;
    if (!isObject(others)) return true;
  }
  return Array.isArray(value) ? !value.some(isObject) : isMapping(value) && Object.keys(value).length > 0 && !isObject(value);
}
