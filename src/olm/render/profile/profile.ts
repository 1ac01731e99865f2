/**
 * Profiles: the rendered behaviours. A profile consists of lists; generators that differ between profiles have parameters, and no other
 * code asks for the profile.
 */
import type { UnlocatedProblem } from '../../../base/manifest/problem.js';
import type { Cluster } from '../../model/cluster.js';
import type { Finding } from '../../model/finding.js';
import type { InstallOptions } from '../../model/install-options.js';
import type { OlmRelease } from '../../model/olm-version.js';
import type { Refusals } from '../../rules/installation-rule.js';
import type { Resolution } from '../../rules/resolution.js';
import type { ResolveOptions } from '../../rules/resolve.js';
import type { Generator, RenderContext } from '../context.js';
import type { EmitSet, Rendered } from '../rendered.js';
import type { Conventions } from './conventions.js';

/** The rendered objects, the findings about them, and the problems that prevent an installation. */
export interface Rendering {
  readonly rendered: readonly Rendered[];
  /** Objects that OLM makes only in some orders of its work. */
  readonly uncertain: readonly Rendered[];
  readonly findings: readonly Finding[];
  /** Problems of an installation; none if OLM runs. */
  readonly problems: readonly UnlocatedProblem[];
  /** The names of the ClusterExtensions whose bundle OLM v1 refuses. @default none */
  readonly refused?: readonly string[];
}

/** Checks all objects together: reports some, and removes or merges objects that cannot be applied together. */
export type Check = (rendering: Rendering, context: RenderContext) => Rendering;

/** The steps from a cluster to objects. */
export interface Renderer {
  /** Adds data that all generators and checks share. @default nothing */
  readonly prepare?: (context: RenderContext, options: InstallOptions) => RenderContext;
  /** The generators by the part of the result. */
  readonly generators: Readonly<Record<EmitSet, readonly Generator[]>>;
  /** The checks, in this order. */
  readonly checks: readonly Check[];
  /** The default parts of the result. */
  readonly defaultSets: readonly EmitSet[];
}

/** The rules, findings and objects of one behaviour. */
export interface Profile {
  readonly name: string;
  /** Resolves a cluster by the rules. */
  resolve(cluster: Cluster, options?: ResolveOptions, refused?: Refusals): Resolution;
  /** Whether the profile uses OperatorGroups, Subscriptions and CSVs, so that findings about them apply. */
  readonly resolvesGroups: boolean;
  /** Names, labels and annotations, and the CSVs that get objects. @param olm the release whose names and labels apply */
  conventions(olm: OlmRelease): Conventions;
  /** The renderer if OLM runs. */
  readonly underOlm: Renderer;
  /** The renderer if operators are installed without OLM. It leaves out OLM's own objects by default: their CRDs may be missing. */
  readonly withoutOlm: Renderer;
  /** Whether operators without install modes run descoped without OLM; with OLM they fail. @default false */
  readonly descopes?: boolean;
  /**
   * Whether the profile renders OLM's exact output, even if an API server refuses it: findings about refusals are warnings. @default false
   */
  readonly isLiteral?: boolean;
}
