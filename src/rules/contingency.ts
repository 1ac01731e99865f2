/**
 * Contingency: whose installation depends on who wins elsewhere. A CSV that loses its APIs, or an APIService, in the order
 * taken here would come to compete for more in another one.
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { type InstallationResult, installationResults } from './installation.js';
import type { InstallationContext } from './installation-rule.js';

/**
 * The CSVs whose installation would end differently if those went on that fail here but would pass in another order.
 *
 * @param order all members, in the order in which they are taken
 * @param standing those of them without conflict
 * @param dependent those whose conflict depends on the order
 * @param results how the installation of the standing ones ends
 * @returns by such a CSV: those on which it depends
 */
export function contingentRivals(
  order: readonly ClusterServiceVersion[],
  standing: readonly ClusterServiceVersion[],
  dependent: ReadonlyMap<ClusterServiceVersion, readonly ClusterServiceVersion[]>,
  results: ReadonlyMap<ClusterServiceVersion, InstallationResult>,
  context: InstallationContext,
): Map<ClusterServiceVersion, ClusterServiceVersion[]> {
  const affected = new Map<ClusterServiceVersion, ClusterServiceVersion[]>();
  const stands = new Set(standing);
  const losers = order.filter((csv) => !stands.has(csv) && dependent.has(csv));
  const doubtful = new Set([...losers, ...standing.filter((csv) => isDoubtful(results.get(csv)))]);
  if (doubtful.size === 0) return affected;
  const competing = new Set([...standing, ...losers]);
  const widened = installationResults(
    order.filter((csv) => competing.has(csv)),
    context,
    { keepDoubtful: true },
  );
  for (const csv of standing) {
    const [narrow, wide] = [results.get(csv) as InstallationResult, widened.get(csv) as InstallationResult];
    const rivals = wide.rivals.filter((rival) => !narrow.rivals.includes(rival));
    if (rivals.length > 0) affected.set(csv, rivals);
    else if (!isSameResult(wide, narrow)) {
      affected.set(
        csv,
        [...doubtful].filter((other) => other !== csv),
      );
    }
  }
  return affected;
}

/** Whether a CSV fails or waits only in some orders. */
function isDoubtful(result: InstallationResult | undefined): boolean {
  return result !== undefined && result.rivals.length > 0;
}

function isSameResult(a: InstallationResult, b: InstallationResult): boolean {
  return a.verdict.phase === b.verdict.phase && a.verdict.reason === b.verdict.reason && a.unstable === b.unstable;
}
