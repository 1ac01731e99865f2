/** Finds operators whose lock entry is enough to judge them, but not to install them. */
import type { UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { type InstalledPart, isInPart } from '../model/install-options.js';
import type { Resolution } from '../rules/resolution.js';

/** A problem for each such bundle that would be installed. @param only the installed operators, if not all */
export function judgedOnly(cluster: Cluster, { csvs }: Resolution, only?: InstalledPart): UnlocatedProblem[] {
  const bundles = [
    ...csvs.flatMap(({ csv }) => (csv.bundle && isInPart(only, csv) ? [csv.bundle] : [])),
    ...cluster.clusterExtensions.flatMap(({ bundle }) => bundle ?? []),
  ].filter(({ locked }) => locked);
  return [...new Map(bundles.map((bundle) => [bundle.name, bundle])).values()].map(({ name, source }) => ({
    code: 'BUNDLE_CONTENT_MISSING',
    message: `the lock has enough of ${name} to judge it, and not to install it`,
    found: 'an entry of a lock',
    expected: 'the manifests of the bundle',
    fix: 'get the bundles with cdk8s-olm lock --vendor bundles, and add the folder bundles to the input',
    source: source ?? { file: name, document: 0, path: [] },
    at: [],
  }));
}
