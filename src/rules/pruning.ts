/**
 * Pruning: a group that is not static loses from its `olm.providedAPIs` what none of the CSVs in its
 * namespace provides (design document, "Rules for Intersection", each time an OperatorGroup syncs).
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { OperatorGroup } from '../model/operator-group.js';
import type { ApiKey } from '../model/provided-api.js';
import { parseProvidedApis, providedApiKeys } from './provided-apis.js';

/**
 * What is left of a group's annotation. CSVs count in any phase, failed ones too.
 *
 * @param csvs the CSVs in the group's namespace that are no copies
 */
export function pruneProvidedApis(
  group: Pick<OperatorGroup, 'providedAPIs' | 'staticProvidedAPIs'>,
  csvs: readonly ClusterServiceVersion[],
): ReadonlySet<ApiKey> {
  const annotated = parseProvidedApis(group.providedAPIs);
  if (group.staticProvidedAPIs) return annotated;
  const provided = new Set(csvs.flatMap((csv) => [...providedApiKeys(csv)]));
  return new Set([...annotated].filter((api) => provided.has(api)));
}
