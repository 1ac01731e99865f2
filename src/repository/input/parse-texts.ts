/** Parses texts into documents, sorted into manifests, catalogs and bundles. */
import { isDeepStrictEqual } from 'node:util';
import { unwrapped } from '../../base/inside/index.js';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { groupBy, isNamedObject } from '../../base/kubernetes/object.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import type { Leniency, Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import { isLock } from '../../olm/lock/lock-name.js';
import type { BundleOutline } from '../../olm/model/bundle.js';
import type { BrokenBundle } from '../bundles/broken-bundles.js';
import type { BundleFolders } from '../bundles/bundle-folders.js';
import { bringsNothing } from './brings-nothing.js';
import { sortedTexts } from './sort-texts.js';

/** The content of the texts, by kind. */
export interface Contents {
  readonly manifests: readonly ParsedDocument[];
  readonly catalogs: readonly ParsedDocument[];
  readonly bundles: readonly BundleOutline[];
}

/** A document of a bundle or catalog, which is no manifest. */
export interface OtherDocument extends ParsedDocument {
  /** The name of the bundle's CSV. */
  readonly bundle?: string;
}

/** The other results of parsing. */
export interface TextsRead {
  readonly unlocated: readonly UnlocatedProblem[];
  readonly broken: readonly BrokenBundle[];
  readonly others: readonly OtherDocument[];
  readonly passedOver: BundleFolders['passedOver'];
  /** Values or settings of another tool, which may affect a cluster. */
  readonly settings: readonly SourceText[];
}

/** Parses texts. @param problems receives the parse errors */
export function parseTexts(texts: readonly SourceText[], problems: Problem[], leniency: Leniency): Contents & TextsRead {
  const { folders, others, passedOver, settings, described, undescribed, inParts, loose, catalogs, bundles, unlocated } = sortedTexts(
    texts,
    problems,
    leniency,
  );
  const shared = new Set(others.flatMap(({ file, isShared }) => (isShared ? [file] : [])));
  const read = unwrapped(settings);
  const inSettings = groupBy(
    read.filter(({ inside }) => !inside),
    ({ source }) => source.file,
  );
  const made = read.filter(({ inside }) => inside);
  const partFiles = new Set(inParts.map(({ source }) => source.file));
  const inMetadata = folders.flatMap(({ annotations, dependencies, properties }) => [annotations, dependencies, properties]);
  const unread = [...texts.filter(({ file }) => partFiles.has(file)), ...inMetadata.filter((text) => text !== undefined).filter(holdsMore)];
  return {
    // A lock counts by its place next to the input, not as a part of the input.
    manifests: withoutRepeated([...made, ...unwrapped(loose.filter(({ value }) => !isLock(value)))], (file) => shared.has(file)),
    catalogs,
    bundles,
    unlocated,
    broken: [
      ...described.flatMap(({ broken }) => broken ?? []),
      ...[...undescribed].flatMap(([folder, { bundle }]) => (bundle ? [] : [{ folder }])),
    ],
    others: [...described, ...undescribed.values()].flatMap(({ bundle, documents }) =>
      documents.map((document) => ({ ...document, ...(bundle ? { bundle: bundle.name } : {}) })),
    ),
    passedOver: [...passedOver, ...unread.map((text) => ({ text, reason: 'bundle-part' as const }))],
    // Without comments, and without documents that wrap objects, which are reported as those objects.
    settings: others.flatMap((text) => {
      const left = bringsNothing(text.file) ? undefined : inSettings.get(text.file);
      return left ? [{ ...text, text: left.map(({ value }) => sortedText(value)).join('\n---\n') }] : [];
    }),
  };
}

/** Whether a metadata file of a bundle also contains an object: OLM ignores the object, but tools that apply the folder do not. */
function holdsMore(text: SourceText): boolean {
  const { documents } = parseDocuments(text);
  return documents.length > 1 || documents.some(({ value }) => isMapping(value) && ('kind' in value || 'items' in value));
}

// Objects that several units of a cluster apply: equal ones count once.

/**
 * The documents, without exact repetitions in other files.
 *
 * @param isShared whether the file's cluster has several units; in a single unit, a repeated object is a mistake
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

/** Whether two objects are equal. For a Namespace, only labels matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isMapping(one) || !isMapping(other)) return false;
  if (one.kind !== 'Namespace') return isDeepStrictEqual(one, other);
  return isDeepStrictEqual(labelsOf(one), labelsOf(other));
}

function labelsOf({ metadata }: Readonly<Record<string, unknown>>): unknown {
  return (isMapping(metadata) ? metadata.labels : undefined) ?? {};
}
