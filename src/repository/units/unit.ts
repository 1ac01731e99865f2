/** Defines a unit of a repository: files that a tool applies together, or all that reaches one cluster. */
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import type { PassedOver } from '../../olm/model/unread-file.js';
import type { AppliedSettings } from '../applied/applied-settings.js';
import type { Release } from '../charts/chart-release.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { closureOf } from '../kustomize/kustomization-graph.js';
import { type FileTree, folderOfPath } from '../trees/file-tree.js';

/** One unit. */
export interface Unit {
  /** The path of the unit's folder in the repository (`.` for the top; with the release's name for a chart), or the cluster's name. */
  readonly name: string;
  readonly kind: 'kustomization' | 'folder' | 'chart' | 'cluster';
  /** Every file of the unit, by its path in the repository. */
  readonly files: readonly string[];
  /** Objects of Argo CD and Flux that apply the unit's path. */
  readonly appliedBy?: readonly string[];
  /** Only for a chart: Helm's input. */
  readonly release?: Release;
  /** The changes that the applying object makes to the content of the files. @default none */
  readonly settings?: AppliedSettings;
  /** The path of the unit's folder, if the name has more than the path. */
  readonly place?: string;
  /** Files of the folder that are not applied, each with the reason. @default none */
  readonly leftOut?: readonly PassedOver[];
  /** Only for a cluster: the units that reach it. */
  readonly parts?: readonly Unit[];
  /** Only for a cluster: whether Applications name it as a destination. */
  readonly isDestination?: true;
  /** Only for a cluster of the configuration: its settings. */
  readonly entry?: ClusterEntry;
  /** Only for a cluster: paths that do not exist. */
  readonly missing?: readonly string[];
}

/**
 * Why the units of an input are judged apart: the configuration lists clusters, Applications define them, some units are alternatives
 * (such as overlays of one base), or the units are versions of operators that are not installed, or channels of catalogs.
 */
export type Reading = 'clusters' | 'applications' | 'alternatives' | 'versions' | 'channels';

/** The folder of a unit by its name. */
export function folderOf(name: string): string {
  return name === '.' ? '' : name;
}

/** The path of a unit in the repository. */
export function placeOf({ name, release, place }: Unit): string {
  return release?.chart ?? place ?? folderOf(name);
}

/** A kustomization as a unit. @param file the kustomization file */
export function kustomizationUnit(tree: FileTree, file: string): Unit {
  return { name: folderOfPath(file) || '.', kind: 'kustomization', files: [...closureOf(tree, file).files] };
}

/** The kustomization file of a unit, if the unit is a kustomization. */
export function kustomizationOf(tree: FileTree, unit: Unit): string | undefined {
  return unit.kind === 'kustomization' ? kustomizationIn(tree, placeOf(unit)) : undefined;
}
