/** Finds the files of bundles: by their path, or if that is not enough, by the CSV in them. */
import { basename, dirname, join, relative, sep } from 'node:path';
import { groupBy } from '../../base/kubernetes/object.js';
import type { ParsedDocument, SourceText } from '../../base/manifest/parse.js';

/** A file that is sorted by name, whether it is read already or not. */
interface Named {
  readonly file: string;
}

/** The files of one bundle folder. */
export interface BundleFolder<T extends Named = SourceText> {
  readonly folder: string;
  /** Files directly in `manifests/`: some bundles contain a second copy of themselves in a subfolder. */
  readonly manifests: readonly T[];
  readonly annotations?: T;
  readonly dependencies?: T;
  readonly properties?: T;
  /** `ci.yaml` in the operator's folder, the parent of the folders of its versions. */
  readonly settings?: T;
  /** `release-config.yaml`, with the channels of this version. */
  readonly release?: T;
  /** `catalog-templates/` in the operator's folder. */
  readonly templates: readonly T[];
}

const ANNOTATIONS = /^annotations\.ya?ml$/;
const PROPERTIES = /^properties\.ya?ml$/;
const SETTINGS = /^ci\.ya?ml$/;
const RELEASE = /^release-config\.ya?ml$/;
const TEMPLATES = 'catalog-templates';
const DEPENDENCIES = /^dependencies\.ya?ml$/;
/** The folders of a bundle. operator-sdk uses tests/. */
const PARTS = ['manifests', 'metadata', 'tests'];
/** Settings of community catalogs, and leftovers of the old packagemanifests format: in a bundle's folder, or next to the versions. */
const CATALOG_SETTINGS = /^(?:(?:ci\/)?ci|release-config|[^/]+\.package)\.ya?ml$/;
const SETTING_NAME = /^(?:ci|release-config|.+\.package)\.ya?ml$/;

/** Files, sorted into bundles and others. */
export interface BundleFolders<T extends Named = SourceText> {
  readonly folders: BundleFolder<T>[];
  readonly others: T[];
  /** Skipped files. */
  readonly passedOver: readonly { readonly text: T; readonly reason: 'bundle-part' | 'catalog-setting' }[];
}

/** Whether a file makes its grandparent folder a bundle. */
export function isAnnotations(file: string): boolean {
  return ANNOTATIONS.test(basename(file)) && basename(dirname(file)) === 'metadata';
}

/**
 * Separates bundle folders from other files: `metadata/annotations.yaml` makes a folder a bundle. Skips its irrelevant files, and
 * bundles inside of it.
 */
export function bundleFolders<T extends Named>(texts: readonly T[]): BundleFolders<T> {
  const byFolder = textsByFolder(texts);
  const described = texts.filter(({ file }) => isAnnotations(file)).map(({ file }) => grandparent(file));
  const folders = new Set(described.filter((folder) => !isFlat(folder, byFolder)));
  const parts = new Set([...folders].flatMap((folder) => PARTS.map((part) => join(folder, part))));
  const around = new Set([...folders].flatMap((folder) => [folder, join(folder, '..')]));
  const isSetting = (file: string): boolean =>
    SETTING_NAME.test(basename(file)) && [dirname(file), dirname(dirname(file))].some((folder) => isSettingIn(folder, file));
  const isSettingIn = (folder: string, file: string): boolean =>
    around.has(join(folder)) && CATALOG_SETTINGS.test(relative(folder, file).replaceAll(sep, '/'));
  const outermost = [...folders].filter((folder) => !hasAncestorIn(folder, folders));
  const found = outermost.map((folder) => bundleFolder(folder, byFolder));
  const isRead = new Set(
    found.flatMap(({ manifests, annotations, dependencies, properties }) => [
      ...manifests,
      ...[annotations, dependencies, properties].filter((text) => text !== undefined),
    ]),
  );
  const others: T[] = [];
  const passedOver: BundleFolders<T>['passedOver'][number][] = [];
  for (const text of texts) {
    if (isSetting(text.file)) passedOver.push({ text, reason: 'catalog-setting' });
    else if (!hasAncestorIn(text.file, parts)) others.push(text);
    else if (!isRead.has(text)) passedOver.push({ text, reason: 'bundle-part' });
  }
  return { folders: found, others, passedOver };
}

/**
 * Whether the manifests are next to `metadata/`, as in the packagemanifests format, from which a Dockerfile can make a bundle: the files
 * themselves are manifests like any others.
 */
function isFlat(folder: string, texts: ReadonlyMap<string, readonly Named[]>): boolean {
  const beside = texts.get(join(folder, '.')) ?? [];
  return !texts.has(join(folder, 'manifests')) && beside.some(({ file }) => /clusterserviceversion[^/]*\.ya?ml$/i.test(basename(file)));
}

/** Files by their folder. */
export function textsByFolder<T extends Named>(texts: readonly T[]): ReadonlyMap<string, readonly T[]> {
  return groupBy(texts, ({ file }) => dirname(file));
}

/** The files of a bundle folder. */
export function bundleFolder<T extends Named>(folder: string, texts: ReadonlyMap<string, readonly T[]>): BundleFolder<T> {
  const metadata = texts.get(join(folder, 'metadata')) ?? [];
  return {
    folder,
    manifests: texts.get(join(folder, 'manifests')) ?? [],
    annotations: metadata.find(({ file }) => ANNOTATIONS.test(basename(file))),
    dependencies: metadata.find(({ file }) => DEPENDENCIES.test(basename(file))),
    properties: metadata.find(({ file }) => PROPERTIES.test(basename(file))),
    settings: texts.get(dirname(folder))?.find(({ file }) => SETTINGS.test(basename(file))),
    release: texts.get(folder)?.find(({ file }) => RELEASE.test(basename(file))),
    templates: texts.get(join(dirname(folder), TEMPLATES)) ?? [],
  };
}

/**
 * Separates the documents of bundles without annotations.yaml from other documents: such a bundle is a folder `manifests/`
 * with a CSV that has no namespace yet.
 */
export function undescribedBundles(documents: readonly ParsedDocument[]): {
  folders: Map<string, ParsedDocument[]>;
  others: ParsedDocument[];
  /** Documents in parts of a bundle that OLM does not read. */
  passedOver: ParsedDocument[];
} {
  const folders = new Map<string, ParsedDocument[]>();
  for (const { value, source } of documents) {
    if (basename(dirname(source.file)) === 'manifests' && isUnplacedCsv(value)) folders.set(grandparent(source.file), []);
  }
  const passedOver: ParsedDocument[] = [];
  const others = documents.filter((document) => {
    const { file } = document.source;
    const members = folders.get(grandparent(file));
    if (!members || !PARTS.includes(basename(dirname(file)))) return true;
    (basename(dirname(file)) === 'manifests' ? members : passedOver).push(document);
    return false;
  });
  return { folders, others, passedOver };
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
