/** Which files are parts of bundles: by their place, and where that does not tell, by the CSV in them. */
import { basename, dirname, join } from 'node:path';
import type { ParsedDocument, SourceText } from '../manifest/parse.js';
import { groupBy } from '../model/group-by.js';

/** The files of one bundle folder. */
export interface BundleFolder {
  readonly folder: string;
  /** Those in `manifests/` itself: some bundles hold a second copy of themselves further below. */
  readonly manifests: readonly SourceText[];
  readonly annotations?: SourceText;
  readonly dependencies?: SourceText;
}

const ANNOTATIONS = /^annotations\.ya?ml$/;
const DEPENDENCIES = /^dependencies\.ya?ml$/;
/** The folders of a bundle; tests/ is for operator-sdk. */
const PARTS = ['manifests', 'metadata', 'tests'];
/** Settings of the community catalogs, and what is left of the format before bundles: in a bundle's folder, and beside its versions. */
const CATALOG_SETTINGS = /^(?:(?:ci|release-config)\.yaml|.+\.package\.ya?ml)$/;

/**
 * Parts bundle folders from other files: `metadata/annotations.yaml` makes a folder a bundle. Files of its parts that
 * are of no interest, and bundles within it, are in neither.
 */
export function bundleFolders(texts: readonly SourceText[]): { folders: BundleFolder[]; others: SourceText[] } {
  const folders = new Set(
    texts
      .filter(({ file }) => ANNOTATIONS.test(basename(file)) && basename(dirname(file)) === 'metadata')
      .map(({ file }) => grandparent(file)),
  );
  const parts = new Set([...folders].flatMap((folder) => PARTS.map((part) => join(folder, part))));
  const around = new Set([...folders].flatMap((folder) => [folder, join(folder, '..')]));
  const isSetting = (file: string): boolean => CATALOG_SETTINGS.test(basename(file)) && around.has(dirname(join(file)));
  const outermost = [...folders].filter((folder) => !hasAncestorIn(folder, folders));
  const byFolder = textsByFolder(texts);
  return {
    folders: outermost.map((folder) => bundleFolder(folder, byFolder)),
    others: texts.filter(({ file }) => !hasAncestorIn(file, parts) && !isSetting(file)),
  };
}

/** Files by the folder that they stand in. */
export function textsByFolder(texts: readonly SourceText[]): ReadonlyMap<string, readonly SourceText[]> {
  return groupBy(texts, ({ file }) => dirname(file));
}

/** The files of a folder that is known to be a bundle. */
export function bundleFolder(folder: string, texts: ReturnType<typeof textsByFolder>): BundleFolder {
  const metadata = texts.get(join(folder, 'metadata')) ?? [];
  const annotations = metadata.find(({ file }) => ANNOTATIONS.test(basename(file)));
  const dependencies = metadata.find(({ file }) => DEPENDENCIES.test(basename(file)));
  return {
    folder,
    manifests: texts.get(join(folder, 'manifests')) ?? [],
    ...(annotations ? { annotations } : {}),
    ...(dependencies ? { dependencies } : {}),
  };
}

/**
 * Parts the documents of bundles without annotations.yaml from others: a folder `manifests/` with a CSV that has no
 * namespace yet.
 */
export function undescribedBundles(documents: readonly ParsedDocument[]): {
  folders: Map<string, ParsedDocument[]>;
  others: ParsedDocument[];
} {
  const folders = new Map<string, ParsedDocument[]>();
  for (const { value, source } of documents) {
    if (basename(dirname(source.file)) === 'manifests' && isUnplacedCsv(value)) folders.set(grandparent(source.file), []);
  }
  const others = documents.filter((document) => {
    const { file } = document.source;
    const members = folders.get(grandparent(file));
    if (!members || !PARTS.includes(basename(dirname(file)))) return true;
    if (basename(dirname(file)) === 'manifests') members.push(document);
    return false;
  });
  return { folders, others };
}

function isUnplacedCsv(value: unknown): boolean {
  const { kind, metadata } = (value ?? {}) as { kind?: unknown; metadata?: { namespace?: unknown } | null };
  return (
    kind === 'ClusterServiceVersion' && [undefined, null, '', 'placeholder'].includes(metadata?.namespace as string | undefined | null)
  );
}

function grandparent(file: string): string {
  return dirname(dirname(file));
}

function hasAncestorIn(path: string, folders: ReadonlySet<string>): boolean {
  for (let [child, parent] = [path, dirname(path)]; parent !== child; [child, parent] = [parent, dirname(parent)]) {
    if (folders.has(parent)) return true;
  }
  return false;
}
