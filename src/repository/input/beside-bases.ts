/** Finds the files next to bases outside of the input that no kustomization of the repository lists. */
import { closureOf, loadedBy } from '../kustomize/kustomization-graph.js';
import { type FileTree, folderOfPath, type TopTree } from '../trees/file-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import { chainOf, isBelow } from '../trees/tree-paths.js';
import { walkManifests } from './manifest-walk.js';

/** @param units kustomizations of the input, by their paths in the repository @returns paths in the repository */
export function besideBases({ tree, folder: input }: TopTree, units: readonly string[]): string[] {
  const isOutside = (path: string): boolean => !isBelow(path, input);
  const loaded = units.flatMap((file) => [...closureOf(tree, file).kustomizations]);
  const bases = new Set(loaded.filter(isOutside).map(folderOfPath));
  const outermost = [...bases].filter((base) => !chainOf(base).some((folder) => folder !== base && bases.has(folder)));
  const beside = outermost.flatMap((base) => {
    const { files, kustomizations } = walkManifests(tree, base);
    const folders = new Set(kustomizations.map(folderOfPath));
    const isOfBase = (path: string): boolean => bases.has(chainOf(path).findLast((folder) => folders.has(folder)) ?? base);
    return files.filter((path) => isOutside(path) && isOfBase(path));
  });
  if (beside.length === 0) return [];
  const listed = loadedBy(tree, naming(tree, beside));
  return beside.filter((path) => !listed.has(path));
}

/** The kustomizations of the repository with the name of one of these files. */
function naming(tree: FileTree, files: readonly string[]): string[] {
  const { kustomizations } = walkManifests(tree);
  tree.expect?.(kustomizations);
  const names = mentionsOf(files.map((path) => path.slice(path.lastIndexOf('/') + 1)));
  return kustomizations.filter((file) => names(tree.read(file) ?? new Uint8Array()));
}
