/** What the Argo CD Applications, ApplicationSets and Flux Kustomizations of a tree apply, as their files are written. */
import { valuesOf } from '../inside/index.js';
import { parseDocuments } from '../manifest/parse.js';
import type { Here } from './application-set.js';
import { type Applied, appliedPaths, appliesPaths } from './applied-paths.js';
import { CHART_FILE } from './chart-files.js';
import { type FileTree, folderOfPath, pathIn } from './file-tree.js';
import { mentionsOf } from './mentions.js';

/** Other files have no Application, cluster Secret or Kustomization of Flux. */
const mentionsHolder = mentionsOf(['argoproj.io', 'kustomize.toolkit.fluxcd.io']);

/** What they apply, and what it takes to say it of those that are built. */
export interface AppliedIn extends Applied {
  readonly here: Here;
  /** Files that say what is applied, with their objects. */
  readonly holders: ReadonlyMap<string, readonly unknown[]>;
  /** Objects that Secrets of clusters are among. */
  readonly secrets: readonly unknown[];
}

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
): AppliedIn {
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
  const objectsIn = (file: string): readonly unknown[] => valuesOf(contentOf(file).map((value) => ({ value })));
  const byFile = manifests.filter(isHolder).map((file) => [file, objectsIn(file)] as const);
  const objects = byFile.flatMap(([, values]) => values);
  const folders = new Set(
    [...manifests, ...kustomizations, ...[...charts].map((chart) => pathIn(chart, CHART_FILE))].flatMap(foldersAround),
  );
  const here = { folders, files: manifests, contentOf };
  const found = appliedPaths(objects, here);
  const isIn = (path: string): boolean => place === '' || path === place || path.startsWith(`${place}/`);
  const holders = new Map(byFile.filter(([, values]) => values.some(appliesPaths)));
  return { ...found, paths: found.paths.filter(({ path }) => isIn(path)), here, holders, secrets: objects };
}

function foldersAround(path: string): string[] {
  const folder = folderOfPath(path);
  return folder === '' ? [''] : [...foldersAround(folder), folder];
}
