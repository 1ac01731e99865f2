/**
 * Reads the kustomizations of a tree as a graph: the entries of each, and all files of a build. Each kustomization is read once. One
 * that only lists resources is followed: unlisted files are not applied. One that does more (patches, prefixes, another namespace)
 * changes the applied objects, and has to be built.
 */
import { compareText } from '../../base/kubernetes/object.js';
import { parseDocuments } from '../../base/manifest/parse.js';
import { chartsNamed } from '../charts/chart-files.js';
import { type FileTree, folderOfPath, oncePerPath, textAt } from '../trees/file-tree.js';
import { chainOf, documentsAt, isFile } from '../trees/tree-paths.js';
import { kustomizationIn, kustomizationsIn, readKustomization } from './kustomization.js';
import { cycleFault, faultOfEntry, faultsOfFields } from './kustomization-faults.js';
import { doesMore, faultOfPlugin, HELM_FIELDS, isNothing, NEEDED, textsIn, unknownField } from './kustomization-fields.js';
import { listedObjects } from './listed-objects.js';
import { entriesOf, PLUGINS, pathOf } from './named-entries.js';
import { manifestsAt } from './policy-generator.js';
import {
  isPart,
  type KustomizationFault,
  type KustomizationRefusal,
  refusalOf,
  refusedBy,
  resolvedPath,
  type UnreadPart,
} from './refused-kustomization.js';
import { installedTool } from './tools.js';

/** Fields whose files are objects or patches: comments in them have no effect. */
const IN_YAML: ReadonlySet<string> = new Set([...NEEDED, 'patches', 'patchesJson6902', 'patchesStrategicMerge', 'replacements']);
/** Fields whose files configure plugins of kustomize, which can name further files in any field. */
const CONFIGURING: ReadonlySet<string> = new Set(['generators', 'transformers', 'validators', 'configurations']);

/** All files that the build of a kustomization reads. */
export interface Closure {
  /** The kustomizations, including the start. */
  readonly kustomizations: ReadonlySet<string>;
  /** Every file, including the kustomizations. */
  readonly files: ReadonlySet<string>;
  /** The subset of files that are resources. */
  readonly resources: ReadonlySet<string>;
  /** The subset of files whose bytes become a value, or whose use is unknown. */
  readonly asWritten: ReadonlySet<string>;
  /** Per kustomization, the files that it loads from outside of its own folder, by the texts that name them. */
  readonly beyond: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Entries that are not loaded: on another host, outside of the tree, missing, or made by Helm or a plugin. */
  readonly refused: readonly (KustomizationRefusal | UnreadPart)[];
}

/** The entries of one kustomization: other kustomizations only by their paths. */
interface Own extends Omit<Closure, 'kustomizations' | 'beyond'> {
  readonly kustomizations: readonly string[];
  readonly beyond: ReadonlyMap<string, string>;
}

/** All kustomizations that one transitively loads, itself first. */
const kustomizationsFrom = oncePerPath((tree, start): ReadonlySet<string> => {
  const found = new Set<string>([start]);
  for (const file of found) for (const inner of ownOf(tree, file).kustomizations) found.add(inner);
  return found;
});

/** Every file of the tree that a kustomization transitively loads, including itself. */
export const closureOf = oncePerPath((tree, start): Closure => {
  const kustomizations = kustomizationsFrom(tree, start);
  const files = new Set<string>();
  const resources = new Set<string>();
  const asWritten = new Set<string>();
  const refused: KustomizationRefusal[] = [];
  const beyond = new Map<string, ReadonlyMap<string, string>>();
  for (const file of kustomizations) {
    files.add(file);
    const own = ownOf(tree, file);
    if (own.beyond.size > 0) beyond.set(file, own.beyond);
    for (const path of own.files) files.add(path);
    for (const path of own.resources) resources.add(path);
    for (const path of own.asWritten) asWritten.add(path);
    refused.push(...own.refused);
  }
  const cycle = cycleIn(tree, kustomizations);
  if (cycle) refused.push(refusedBy(cycle));
  return { kustomizations, files, resources, asWritten, beyond, refused };
});

/** The places that a kustomization loads from outside of the tree, as far as they differ between the sides of a review. */
export function placesOutside(tree: FileTree, start: string): string[] {
  const { placeOutside } = tree;
  if (!placeOutside) return [];
  return closureOf(tree, start).refused.flatMap(({ file, entry, reason }) =>
    reason === 'outside' ? [placeOutside(folderOfPath(file), entry)] : [],
  );
}

/** An entry that leads to a folder which is being loaded, or which contains such a folder: kustomize refuses both as a cycle. */
function cycleIn(tree: FileTree, kustomizations: ReadonlySet<string>): KustomizationFault | undefined {
  for (const below of kustomizations) {
    const cycle = cycleTo(tree, below);
    if (cycle) return cycle;
  }
  return undefined;
}

/** The same for an entry that a kustomization leads to, and that leads back to its folder or one around it. */
const cycleTo = oncePerPath((tree, below): KustomizationFault | undefined => {
  const from = kustomizationsFrom(tree, below);
  const byFolder = new Map([...from].map((file) => [folderOfPath(file), file]));
  for (const folder of chainOf(below)) {
    const target = byFolder.get(folder);
    if (target === undefined) continue;
    const loading = [...from].find((file) => ownOf(tree, file).kustomizations.includes(target));
    const entry =
      loading === undefined
        ? undefined
        : entriesOf(tree, loading).find((one) => one.entry?.is === 'kustomization' && one.entry.path === target);
    if (loading === undefined || !entry) continue;
    return { ...cycleFault(entry.text, folder), at: { file: loading, document: 0, path: pathOf(entry) } };
  }
  return undefined;
});

const ownOf = oncePerPath((tree, file): Own => {
  const fields = readKustomization(tree, file);
  const folder = folderOfPath(file);
  const kustomizations: string[] = [];
  const files = new Set<string>();
  const resources = new Set<string>();
  const asWritten = new Set<string>();
  const beyond = new Map<string, string>();
  const refused: (KustomizationRefusal | UnreadPart)[] = [];
  const own = { kustomizations, files, resources, asWritten, beyond, refused };
  if (!fields) {
    refused.push({ file, entry: file, reason: 'unreadable' });
    return own;
  }
  const [, second] = kustomizationsIn(tree.list(folder));
  if (second !== undefined) refused.push({ file, entry: second, reason: 'several' });
  for (const { path, ...fault } of faultsOfFields(fields)) refused.push(refusedBy({ ...fault, at: { file, document: 0, path } }));
  const unknown = unknownField(fields);
  if (unknown !== undefined) refused.push({ file, entry: unknown, reason: 'field' });
  for (const named of entriesOf(tree, file)) {
    const { field, text, entry } = named;
    if (entry?.is === 'kustomization' || entry?.is === 'file') {
      const fault = faultOfEntry(field, text, entry.is === 'file' ? undefined : (readKustomization(tree, entry.path) ?? {}));
      if (fault) refused.push(refusedBy({ ...fault, at: { file, document: 0, path: pathOf(named) } }));
    }
    const refusePlugin = (lack: string | undefined, of: readonly string[]): void => {
      if (lack !== undefined) refused.push({ file, entry: text, reason: 'plugin', files: of, ...(lack === '' ? {} : { lack }) });
    };
    if (!entry) {
      if (PLUGINS.has(field)) refusePlugin(pluginFault(file, text), []);
    } else if (entry.is === 'kustomization') {
      kustomizations.push(entry.path);
      if (PLUGINS.has(field)) refusePlugin(faultBelow(tree, entry.path), filesBelow(tree, entry.path));
    } else if (entry.is !== 'file') {
      if (entry.is === 'absent') files.add(entry.path);
      if (entry.is !== 'missing' || NEEDED.has(field)) refused.push(refusalOf(file, text, entry));
    } else {
      const { path } = entry;
      const its = filesOf(tree, folder, field, path);
      for (const each of its) files.add(each);
      if (!IN_YAML.has(field)) for (const each of its) asWritten.add(each);
      if (folder !== '' && !path.startsWith(`${folder}/`)) beyond.set(text, path);
      if (NEEDED.has(field)) resources.add(path);
      if (PLUGINS.has(field)) refusePlugin(pluginFault(path, textAt(tree, path)), its);
    }
  }
  for (const field of HELM_FIELDS)
    if (!isNothing(field, fields[field]) && !isEmptyList(fields[field])) {
      const { files: charts, lack } = chartsNamed(tree, folder, field, fields[field], fields.helmGlobals);
      refused.push({ file, entry: field, reason: 'helm', files: charts, ...(lack === undefined ? { isRenderable: true } : { lack }) });
      for (const path of charts) for (const all of [files, asWritten]) all.add(path);
    }
  return own;
});

/** Why a file with configurations of plugins is not given to kustomize. */
function pluginFault(file: string, text: string): string | undefined {
  const { documents, problems } = parseDocuments({ file, text });
  return problems.length > 0 ? 'it cannot be read' : documents.flatMap(({ value }) => faultOfPlugin(value) ?? [])[0];
}

/** The same for the files that a kustomization lists. A kustomization that does more could change the configurations. */
function faultBelow(tree: FileTree, start: string): string | undefined {
  const kustomizations = new Set([start]);
  const files = new Set<string>();
  for (const file of kustomizations) {
    const fields = readKustomization(tree, file);
    const entries = entriesOf(tree, file);
    if (!fields || doesMore(fields) || entries.some(({ entry }) => entry?.is !== 'file' && entry?.is !== 'kustomization'))
      return 'its kustomization does more than list files';
    for (const { entry } of entries)
      if (entry?.is === 'file') files.add(entry.path);
      else if (entry?.is === 'kustomization') kustomizations.add(entry.path);
  }
  return [...files].flatMap((file) => pluginFault(file, textAt(tree, file)) ?? [])[0];
}

/** The files that a kustomization of plugin configurations loads. Does not use the closure, because the two can name each other. */
function filesBelow(tree: FileTree, start: string): string[] {
  const kustomizations = new Set([start]);
  const files = new Set<string>();
  for (const file of kustomizations)
    for (const { field, entry } of entriesOf(tree, file)) {
      if (entry?.is === 'kustomization') kustomizations.add(entry.path);
      else if (entry?.is === 'file') for (const path of filesOf(tree, folderOfPath(file), field, entry.path)) files.add(path);
      else if (entry?.is === 'absent') files.add(entry.path);
    }
  return [...files];
}

/** A file that a field names, and the files that it names itself. */
function filesOf(tree: FileTree, folder: string, field: string, path: string): string[] {
  return [path, ...(CONFIGURING.has(field) ? filesNamedIn(tree, path, folder) : [])];
}

/** Files that a plugin's configuration names: every text that is the path of a file. */
function filesNamedIn(tree: FileTree, file: string, folder: string): string[] {
  const texts = documentsAt(tree, file)
    .flatMap(({ value }) => [...textsIn(value)])
    .filter((text) => !text.includes('\n'));
  return texts.flatMap((text) => {
    const path = resolvedPath(folder, text.slice(text.indexOf('=') + 1));
    if (path === undefined) return [];
    // A folder of manifests, from which a policy is made.
    return isFile(tree, path) ? [path] : path === folder || path === '' ? [] : (manifestsAt(tree, path) ?? []);
  });
}

/** Every file that one of these kustomizations loads. */
export function loadedBy(tree: FileTree, kustomizations: readonly string[]): ReadonlySet<string> {
  return new Set(kustomizations.flatMap((file) => [...closureOf(tree, file).files]));
}

/** The kustomizations that no other one uses, in byte order; those of a cycle count as unused. */
export function outermost(tree: FileTree, kustomizations: readonly string[]): string[] {
  const used = new Set(kustomizations.flatMap((file) => [...closureOf(tree, file).kustomizations].filter((other) => other !== file)));
  const unused = kustomizations.filter((file) => !used.has(file));
  const reached = new Set(unused.flatMap((file) => [...closureOf(tree, file).kustomizations]));
  return [...unused, ...kustomizations.filter((file) => !reached.has(file))].sort(compareText);
}

// Kustomizations that are read without a build.

/** The result of following a kustomization. */
export interface FollowedKustomization {
  /** Whether a build is necessary, because one of the kustomizations does more than list; the rest is then empty. */
  readonly isBuilt: boolean;
  /** Files to read, in the order of the lists. */
  readonly files: readonly string[];
  /** Entries that cannot be followed. */
  readonly refused: readonly KustomizationRefusal[];
  /** Parts that are not read, if there are files to read. */
  readonly parts: readonly UnreadPart[];
}

/**
 * Follows the kustomization of a folder. If kustomize could change or refuse a listed file, the kustomization is built instead.
 *
 * @returns nothing if the folder has no kustomization
 * @example
 * followKustomization(diskTree('prod'), '') // { isBuilt: false, files: ['groups.yaml', 'operators/csv.yaml'], refused: [], parts: [] }
 */
export const followKustomization = oncePerPath((tree, folder): FollowedKustomization | undefined => {
  const start = kustomizationIn(tree, folder);
  if (start === undefined) return undefined;
  const { kustomizations, refused } = closureOf(tree, start);
  if ([...kustomizations].some((file) => doesMore(readKustomization(tree, file) ?? {}))) return BUILT;
  const { files, faults, isDoubtful, hasOtherText } = listedObjects(tree, start);
  const all = [...refused, ...faults.map(refusedBy)];
  // Without a tool, the files are read like the API server reads them.
  const isLeftToBuild = isDoubtful || (hasOtherText && installedTool(process.env.PATH ?? '') !== undefined);
  if (isLeftToBuild && all.every(isPart)) return BUILT;
  const parts = files.length > 0 ? all.filter(isPart) : [];
  return { isBuilt: false, files, refused: parts.length > 0 ? all.filter((refusal) => !isPart(refusal)) : all, parts };
});

const BUILT: FollowedKustomization = { isBuilt: true, files: [], refused: [], parts: [] };

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
