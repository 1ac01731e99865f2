/** The options and the result of the evaluation of a cluster. */

import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import type { Finding } from '../model/finding.js';
import type { InstallOptions } from '../model/install-options.js';
import type { Watched } from '../model/progress.js';
import type { Versions } from '../model/versions.js';
import type { PerhapsObject, ProfileName } from '../render/index.js';
import type { EmitSet, Rendered } from '../render/rendered.js';
import type { Resolution, ResolvedCsv } from '../rules/resolution.js';
import type { ResolveOptions } from '../rules/resolve.js';

/** A cluster with the results of the rules and the rendering. */
export interface EvaluatedCluster {
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  readonly rendered: readonly Rendered[];
  readonly findings: readonly Finding[];
  /** Roles and bindings that OLM keeps only in another order than the rendered one. */
  readonly perhaps: readonly PerhapsObject[];
}

/** The profile, and the settings of the rules. */
export interface EvaluateOptions extends ResolveOptions, Watched {
  /**
   * The profile whose behaviour applies: `documented`, `olm` or `olm-v1`. @default `olm`; `olm-v1` for ClusterExtensions alone, and
   * `documented` for operators that are installed without OLM
   */
  readonly profile?: ProfileName;
  /** The applied parts of the result; findings about rendered objects concern only these. @default all that the profile renders */
  readonly only?: readonly EmitSet[];
  /** The way to install operators without OLM. @default OLM installs them */
  readonly install?: InstallOptions;
  /**
   * Whether to grant the missing permissions to the ServiceAccounts of OperatorGroups and ClusterExtensions (see installerObjects).
   * @default false
   */
  readonly installers?: boolean;
  /** The OLM release whose behaviour applies, such as `v0.22` or `v1.8`. @default that of the cluster, else the newest */
  readonly olmVersion?: string;
}

/** The result for a cluster. */
export interface Evaluation extends EvaluatedCluster {
  /** The profile that was applied. */
  readonly profile: ProfileName;
  /** The versions that the result is valid for. */
  readonly versions: Versions;
  /** Reasons why operators cannot be installed without OLM; if any is an error, do not use the objects. */
  readonly problems: readonly UnlocatedProblem[];
  /** The names of the ClusterExtensions whose bundle OLM v1 refuses. */
  readonly refused: readonly string[];
}

/** What only files and dumps of clusters show, so that constructs need not load it. */
export interface Beyond {
  judge(resolved: ResolvedCsv, cluster: Cluster, all: readonly ResolvedCsv[]): ResolvedCsv;
  findings(cluster: Cluster, resolution: Resolution): readonly Finding[];
}
