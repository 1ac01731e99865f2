/** Whether anything of a repository says that a folder is applied, or could: what is told of a folder that nobody applies is less. */
import { type Fields, fieldsOf, listOf } from '../../base/kubernetes/pod-spec.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { type FileTree, isBelow } from '../trees/file-tree.js';
import type { AppliedIn } from './applied-paths.js';

/** Whether something here applies a folder, or may; an address of a source can be any name of this repository. */
export function mayApply(
  tree: FileTree,
  { paths, holders, unexpanded }: Pick<AppliedIn, 'paths' | 'holders' | 'unexpanded'>,
  folder: string,
): boolean {
  const written = [...holders.values()].flat().flatMap((value) => pathsOf(fieldsOf(value)));
  const isPlainTop = kustomizationIn(tree, '') === undefined;
  const reaches = (path: string): boolean =>
    path === '' ? isPlainTop : path.split('/').includes('..') || isBelow(path, folder) || isBelow(folder, path);
  return unexpanded.length > 0 || [...paths.map(({ path }) => path), ...written].some(reaches);
}

/** Flux takes the top where a Kustomization has no path. */
function pathsOf({ kind, spec }: Fields): string[] {
  const { path, source, sources, template } = fieldsOf(spec);
  const inner = template === undefined ? [] : pathsOf({ kind: 'Application', spec: fieldsOf(template).spec });
  const own = kind === 'Kustomization' ? [path ?? ''] : [fieldsOf(source), ...listOf(sources)].map((each) => each.path);
  return [...own.flatMap((each) => (typeof each === 'string' ? [plainPath(each)] : [])), ...inner];
}
