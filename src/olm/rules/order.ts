/**
 * Order: sorts CSVs that compete for an API.
 *
 * OLM processes them in the order of their events. Here the order depends only on the objects:
 * CSVs whose group already lists their APIs are first, then older ones, then by namespace and name.
 */

import { compareByName } from '../../base/kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';

/**
 * Sorts claims in processing order.
 *
 * @param isIncumbent whether the group of a CSV already lists all of the CSV's APIs
 */
export function inOlmOrder<T extends { readonly csv: Pick<ClusterServiceVersion, 'namespace' | 'name' | 'creationTimestamp'> }>(
  claims: readonly T[],
  isIncumbent: (claim: T) => boolean,
): T[] {
  return claims
    .map((claim) => ({ claim, incumbent: isIncumbent(claim), created: created(claim.csv) }))
    .sort(
      (a, b) =>
        Number(b.incumbent) - Number(a.incumbent) || compareNumbers(a.created, b.created) || compareByName(a.claim.csv, b.claim.csv),
    )
    .map(({ claim }) => claim);
}

/** The creation time in milliseconds; a CSV without a timestamp does not exist yet, so it is after all that do. */
function created({ creationTimestamp }: { creationTimestamp?: string }): number {
  const time = creationTimestamp === undefined ? Number.NaN : Date.parse(creationTimestamp);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
