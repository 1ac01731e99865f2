/**
 * Profiles: whose behaviour is rendered. A profile is its lists; generators that differ between profiles are told by
 * parameters, and no other code asks which profile is in use.
 */
import type { UnlocatedProblem } from '../../../base/manifest/problem.js';
import type { Cluster } from '../../model/cluster.js';
import type { Finding } from '../../model/finding.js';
import type { InstallOptions } from '../../model/install-options.js';
import type { OlmRelease } from '../../model/olm-version.js';
import type { Resolution } from '../../rules/resolution.js';
import type { ResolveOptions } from '../../rules/resolve.js';
import type { Generator, RenderContext } from '../context.js';
import type { EmitSet, Rendered } from '../rendered.js';
import type { Conventions } from './conventions.js';

/** What is rendered, what a person should know of it, and what keeps operators from being installed. */
export interface Rendering {
  readonly rendered: readonly Rendered[];
  /** What OLM makes in some orders of its work alone. */
  readonly uncertain: readonly Rendered[];
  readonly findings: readonly Finding[];
  /** None where OLM runs. */
  readonly problems: readonly UnlocatedProblem[];
}

/** Looks at all objects once they are made: reports some, and leaves out or merges those that cannot be applied together. */
export type Check = (rendering: Rendering, context: RenderContext) => Rendering;

/** How a cluster becomes objects. */
export interface Renderer {
  /** Adds what is found out once for all generators and checks. @default nothing */
  readonly prepare?: (context: RenderContext, options: InstallOptions) => RenderContext;
  /** What is made, by the part of the result that it belongs to. */
  readonly generators: Readonly<Record<EmitSet, readonly Generator[]>>;
  /** What is done with all of that, in this order. */
  readonly checks: readonly Check[];
  /** What is rendered where nobody says otherwise. */
  readonly defaultSets: readonly EmitSet[];
}

/** The rules, the findings and the objects of one behaviour. */
export interface Profile {
  readonly name: string;
  /** What the rules make of a cluster. */
  resolve(cluster: Cluster, options?: ResolveOptions): Resolution;
  /** Whether OperatorGroups, Subscriptions and CSVs mean anything to it, so that there are findings about them. */
  readonly resolvesGroups: boolean;
  /** Names, labels and annotations, and of which CSVs objects are made. @param olm whose names and labels are followed */
  conventions(olm: OlmRelease): Conventions;
  /** Where OLM runs. */
  readonly underOlm: Renderer;
  /** Where operators are installed without OLM. OLM's own objects are not rendered by default: their CRDs may not be there. */
  readonly withoutOlm: Renderer;
  /** Whether operators without install modes run as descoped ones without OLM; under it they fail. @default false */
  readonly descopes?: boolean;
  /** Whether it renders to the letter what OLM makes, even where an API server refuses it: findings about that are warnings. @default false */
  readonly isLiteral?: boolean;
}
