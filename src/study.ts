/** The whole line from a cluster to objects and findings: what the constructs and the command line share. */
import type { Cluster } from './model/cluster.js';
import type { Finding } from './model/finding.js';
import { type ProfileName, render } from './render/index.js';
import type { Rendered } from './render/rendered.js';
import { resolutionFindings } from './rules/findings/resolution-findings.js';
import { type Resolution, type ResolveOptions, resolve } from './rules/resolve.js';

/** Whose behaviour to follow, and what the rules are told. */
export interface StudyOptions extends ResolveOptions {
  /** @default 'documented' */
  readonly profile?: ProfileName;
}

/** What a cluster comes to. */
export interface Study {
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  readonly rendered: readonly Rendered[];
  readonly findings: readonly Finding[];
}

/**
 * Resolves and renders a cluster.
 *
 * @example
 * const { rendered, findings } = study(readInput(['clusters/prod']).cluster);
 */
export function study(cluster: Cluster, { profile, ...options }: StudyOptions = {}): Study {
  const resolution = resolve(cluster, options);
  const { rendered, findings } = render(cluster, resolution, profile);
  return { cluster, resolution, rendered, findings: [...resolutionFindings(cluster, resolution), ...findings] };
}
