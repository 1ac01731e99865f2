/** What a kustomization loads, whatever it does with it: by which fields, and which files of the tree. */
import { type FileTree, folderOfPath } from './file-tree.js';
import { kustomizationIn, readKustomization, resolvedPath } from './kustomization.js';

/** Fields whose texts are paths, or what is meant itself. */
const PATHS = [
  'resources',
  'bases',
  'components',
  'configurations',
  'crds',
  'generators',
  'transformers',
  'validators',
  'patchesStrategicMerge',
];
/** Fields with mappings that can name a file in `path`. */
const WITH_PATH = ['patches', 'patchesJson6902', 'replacements', 'openapi'];
const GENERATORS = ['configMapGenerator', 'secretGenerator'];

/** Every field by which kustomize loads something. */
export const LOADING_FIELDS: readonly string[] = [...PATHS, ...WITH_PATH, ...GENERATORS];

/** What a kustomization loads by its path. A path in a field of another kind, such as an annotation, is a text like any other. */
function* pathsIn(fields: Readonly<Record<string, unknown>>): Generator<string> {
  for (const field of PATHS) yield* textsIn(fields[field]);
  for (const field of WITH_PATH)
    for (const entry of [fields[field]].flat()) yield* textsIn((entry as { path?: unknown } | null | undefined)?.path);
  for (const field of GENERATORS)
    for (const entry of [fields[field]].flat()) {
      const { files, env, envs } = (entry ?? {}) as { files?: unknown; env?: unknown; envs?: unknown };
      // A generator names files as key=path.
      for (const text of textsIn([files, env, envs])) yield text.slice(text.indexOf('=') + 1);
    }
}

/**
 * Every file of the tree that a kustomization loads, itself and those of the kustomizations that it loads among them. A file by itself
 * has to be in its folder, as kustomize allows no other one.
 */
export function loadedPaths(tree: FileTree, file: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const load = (kustomization: string): void => {
    if (loaded.has(kustomization)) return;
    loaded.add(kustomization);
    const folder = folderOfPath(kustomization);
    for (const text of pathsIn(readKustomization(tree, kustomization) ?? {})) {
      const path = text.includes('\n') ? undefined : resolvedPath(folder, text);
      if (path === undefined) continue;
      const inner = kustomizationIn(tree, path);
      if (inner !== undefined) load(inner);
      else if (tree.list(folderOfPath(path)).some(({ name, kind }) => kind === 'file' && name === path.split('/').at(-1))) loaded.add(path);
    }
  };
  load(file);
  return loaded;
}

/** All texts in a value. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) yield* textsIn(entry);
}
