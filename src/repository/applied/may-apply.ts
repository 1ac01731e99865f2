/** Tests whether a repository applies, or could apply, a folder: fewer problems are reported for folders that are not applied. */
import { type Fields, fieldsOf, listOf } from '../../base/kubernetes/pod-spec.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import type { FileTree } from '../trees/file-tree.js';
import { isBelow } from '../trees/tree-paths.js';
import type { AppliedIn } from './applied-paths.js';

/** Whether an object applies the folder, or may. The address of a source is ignored: it can be any alias of this repository. */
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

/** The paths of an applying object. Flux uses the top if a Kustomization has no path. */
function pathsOf({ kind, spec }: Fields): string[] {
  const { path, source, sources, template } = fieldsOf(spec);
  const inner = template === undefined ? [] : pathsOf({ kind: 'Application', spec: fieldsOf(template).spec });
  const own = kind === 'Kustomization' ? [path ?? ''] : [fieldsOf(source), ...listOf(sources)].map((each) => each.path);
  return [...own.flatMap((each) => (typeof each === 'string' ? [plainPath(each)] : [])), ...inner];
}
