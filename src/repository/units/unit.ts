/** One unit of a repository: what a tool applies by itself, or what reaches one cluster. */
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import type { Release } from '../charts/chart-release.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { closureOf } from '../kustomize/kustomization-graph.js';
import { type FileTree, folderOfPath } from '../trees/file-tree.js';

/** One unit. */
export interface Unit {
  /** The path of its folder in the repository, `.` for the top, of a chart with the name of the release; or the name of a cluster. */
  readonly name: string;
  readonly kind: 'kustomization' | 'folder' | 'chart' | 'cluster';
  /** Every file that it is made of, by its path in the repository. */
  readonly files: readonly string[];
  /** Argo CD's and Flux's objects that name its path. */
  readonly appliedBy?: readonly string[];
  /** Of a chart: what Helm is given. */
  readonly release?: Release;
  /** Of a cluster: what reaches it. */
  readonly parts?: readonly Unit[];
  /** Of a cluster that the configuration names: its own settings. */
  readonly entry?: ClusterEntry;
  /** Of a cluster: paths that lead to nothing. */
  readonly missing?: readonly string[];
}

/**
 * Why the units of an input are judged apart: the configuration says which clusters there are, or Applications do, or some units are
 * alternatives, such as overlays of one base, or versions of operators that nothing installs.
 */
export type Reading = 'clusters' | 'applications' | 'alternatives' | 'versions';

/** The folder of a unit by its name. */
export function folderOf(name: string): string {
  return name === '.' ? '' : name;
}

/** Where a unit is in the repository. */
export function placeOf({ name, release }: Unit): string {
  return release?.chart ?? folderOf(name);
}

/** A kustomization as a unit. @param file of it */
export function kustomizationUnit(tree: FileTree, file: string): Unit {
  return { name: folderOfPath(file) || '.', kind: 'kustomization', files: [...closureOf(tree, file).files] };
}

/** The file of a unit that is a kustomization. */
export function kustomizationOf(tree: FileTree, { name, kind }: Unit): string | undefined {
  return kind === 'kustomization' ? kustomizationIn(tree, folderOf(name)) : undefined;
}
