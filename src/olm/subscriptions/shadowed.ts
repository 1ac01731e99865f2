/**
 * Bundles whose CSV a file has, too. OLM's InstallPlan leaves a CSV of the name as it is, and makes the roles of the bundle all the same
 * (ExecutePlan in OLM's catalog/operator.go): both count.
 */
import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import type { ClusterServiceVersion, Permission } from '../model/cluster-service-version.js';

/** The CSVs, each once: that of the file, with the permissions of the bundle that it hides. */
export function withShadowed(csvs: readonly ClusterServiceVersion[]): ClusterServiceVersion[] {
  return [...groupBy(csvs, namespacedName).values()].map(([first, second]) => {
    const [written, bundled] = first.bundle ? [second, first] : [first, second];
    if (!written || !bundled) return first;
    const permissions = both(written.permissions, bundled.permissions);
    const clusterPermissions = both(written.clusterPermissions, bundled.clusterPermissions);
    return { ...written, permissions, clusterPermissions };
  });
}

function both(written: readonly Permission[], bundled: readonly Permission[]): readonly Permission[] {
  const known = new Set(written.map(sortedText));
  return [...written, ...bundled.filter((one) => !known.has(sortedText(one)))];
}
