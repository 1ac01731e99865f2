/** Limits the effect of unreadable bundle folders: an error only stops what needs the bundle. */
import { sep } from 'node:path';
import { namespacedName } from '../../base/kubernetes/object.js';
import { isError, type Problem, type UnlocatedProblem } from '../../base/manifest/problem.js';
import type { Cluster } from '../../olm/model/cluster.js';

/** A bundle folder with an error. */
export interface BrokenBundle {
  readonly folder: string;
  /** The package's name in the bundle's annotations. */
  readonly packageName?: string;
  /** The name of the bundle's CSV, if certain: the place in the upgrade graph is then known. */
  readonly name?: string;
}

/** Limits a broken bundle's problem to the Subscriptions that need it. @param installs whether Subscriptions chose their bundles */
export function problemsOfBroken(
  broken: readonly BrokenBundle[],
  cluster: Cluster,
  installs: boolean,
): <P extends Problem | UnlocatedProblem>(problem: P) => P {
  const asksForNothing = cluster.subscriptions.length + cluster.clusterExtensions.length === 0;
  return (problem) => {
    const file = 'at' in problem ? problem.source.file : problem.file;
    const bundle =
      asksForNothing || !isError(problem) ? undefined : broken.find(({ folder }) => file === folder || file.startsWith(`${folder}${sep}`));
    if (!bundle || staysAsItIs(bundle, cluster, installs)) return problem;
    const refused = cluster.unknownOperators.filter(
      ({ why, packageName, bundle: chosen }) =>
        why === 'refused' && (bundle.name === undefined ? packageName === bundle.packageName : chosen === bundle.name),
    );
    if (refused.length === 0) return { ...problem, tolerated: true };
    const names = refused.map(({ subscription }) => namespacedName(subscription)).join(', ');
    return { ...problem, isAlone: true, fix: `${problem.fix}; until then Subscription ${names} is not judged` };
  };
}

/** Whether the problem stays an error: OLM v1 and the resolver choose by version, so one unknown version makes the package unknown. */
function staysAsItIs({ packageName, name }: BrokenBundle, { subscriptions, clusterExtensions }: Cluster, installs: boolean): boolean {
  if (packageName === undefined) return false;
  if (clusterExtensions.some((extension) => extension.packageName === packageName)) return true;
  return !installs && name === undefined && subscriptions.some((one) => one.packageName === packageName);
}
