/** What the Argo CD Applications, ApplicationSets and Flux Kustomizations of a tree apply, as their files are written. */
import { listItems } from '../kubernetes/list-items.js';
import { parseDocuments } from '../manifest/parse.js';
import { type Applied, appliedPaths } from './applied-paths.js';
import { CHART_FILE } from './chart-files.js';
import { type FileTree, folderOfPath, pathIn } from './file-tree.js';
import { mentionsOf } from './mentions.js';

/** Other files have no Application, cluster Secret or Kustomization of Flux. */
const mentionsHolder = mentionsOf(['argoproj.io', 'kustomize.toolkit.fluxcd.io']);

/**
 * @param manifests of the tree, and its kustomizations
 * @param charts folders of charts, whose files are none of them
 * @param place where the folder is that is asked about; what is around it is not applied of it
 */
export function appliedIn(
  tree: FileTree,
  manifests: readonly string[],
  kustomizations: readonly string[],
  place: string,
  charts: Iterable<string> = [],
): Applied {
  tree.expect?.(manifests);
  const contentOf = (file: string): readonly unknown[] => {
    const bytes = tree.read(file);
    const text = bytes && new TextDecoder().decode(bytes);
    return text === undefined ? [] : parseDocuments({ file: tree.nameOf(file), text }).documents.map(({ value }) => value);
  };
  const isHolder = (file: string): boolean => {
    const bytes = tree.read(file);
    return bytes !== undefined && mentionsHolder(bytes);
  };
  const objects = manifests.filter(isHolder).flatMap((file) => contentOf(file).flatMap((value) => listItems(value) ?? [value]));
  const folders = new Set(
    [...manifests, ...kustomizations, ...[...charts].map((chart) => pathIn(chart, CHART_FILE))].flatMap(foldersAround),
  );
  const found = appliedPaths(objects, { folders, files: manifests, contentOf });
  const isIn = (path: string): boolean => place === '' || path === place || path.startsWith(`${place}/`);
  return { ...found, paths: found.paths.filter(({ path }) => isIn(path)) };
}

function foldersAround(path: string): string[] {
  const folder = folderOfPath(path);
  return folder === '' ? [''] : [...foldersAround(folder), folder];
}
