/**
 * Profiles: whose behaviour is rendered. A profile is its lists; generators that differ between profiles are told by
 * parameters, and no other code asks which profile is in use.
 */
import type { UnlocatedProblem } from '../../manifest/problem.js';
import type { Cluster } from '../../model/cluster.js';
import type { Finding } from '../../model/finding.js';
import type { InstallOptions } from '../../model/install-options.js';
import type { CsvPredicate, Resolution } from '../../rules/resolution.js';
import type { ResolveOptions } from '../../rules/resolve.js';
import type { Generator } from '../context.js';
import type { InstallRules } from '../install/context.js';
import type { EmitSet, Rendered } from '../rendered.js';

/** What ClusterExtensions come to. */
export interface ExtensionRendering {
  readonly rendered: readonly Rendered[];
  readonly findings: readonly Finding[];
  readonly problems: readonly UnlocatedProblem[];
}

/** The rules and the objects of one behaviour. */
export interface Profile {
  readonly name: string;
  /** What the rules make of a cluster. */
  resolve(cluster: Cluster, options?: ResolveOptions): Resolution;
  /** Whether OperatorGroups, Subscriptions and CSVs mean anything to it, so that there are findings about them. */
  readonly resolvesGroups: boolean;
  /** What is made of it, by the part of the result that it belongs to. */
  readonly generators: Readonly<Record<EmitSet, readonly Generator[]>>;
  /** Makes objects of ClusterExtensions, where operators are placed by these instead of by Subscriptions. */
  readonly renderExtensions?: (cluster: Cluster, options: InstallOptions) => ExtensionRendering;
  /** Whether it renders to the letter what OLM makes, even where an API server refuses it: findings about that are warnings. @default false */
  readonly isLiteral?: boolean;
  /** What is rendered where nobody says otherwise. */
  readonly defaultSets: readonly EmitSet[];
  /** How operators are installed without OLM, and which. */
  readonly install: {
    readonly rules: InstallRules;
    readonly isInstalled: CsvPredicate;
    /** Whether operators without install modes run as descoped ones; under OLM they fail. @default false */
    readonly descopes?: boolean;
    /** What is rendered then where nobody says otherwise. OLM's own objects are not: their CRDs may not be there. */
    readonly defaultSets: readonly EmitSet[];
  };
}
