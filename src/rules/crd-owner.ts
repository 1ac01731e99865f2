/** CRD owner: in one namespace, one CSV (or one chain of replacements) owns a CRD (OLM's crdOwnerConflictErr). */

import { groupBy } from '../kubernetes/group-by.js';
import { namespacedName } from '../kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/references.js';
import type { InstallationRule } from './installation-rule.js';
import { replacementChains } from './replacement.js';
import { failed } from './verdict.js';

/**
 * Fails CSVs whose CRD another CSV of the namespace owns, whatever the other's phase. As nothing is installed, OLM tries
 * again, and fails again, for ever; only a CSV that was installed before the other came stays.
 */
export const crdOwner: InstallationRule = (candidates, { csvs }) => {
  const byNamespace = groupBy(csvs, ({ namespace }) => namespace);
  const chainOf = replacementChains(csvs);
  return new Map(
    candidates.flatMap((csv) => {
      const owners = ownersOfSameCrd(csv, byNamespace.get(csv.namespace) ?? [], chainOf(csv));
      if (owners.length === 0) return [];
      const verdict = failed('OwnerConflict', 'conflicting CRD owner in namespace', owners.map(csvReference));
      return [[csv, { verdict, rivals: owners, unstable: true }]];
    }),
  );
};

function ownersOfSameCrd(
  csv: ClusterServiceVersion,
  inNamespace: readonly ClusterServiceVersion[],
  chain: ReadonlySet<string>,
): ClusterServiceVersion[] {
  const owned = new Set(csv.ownedCRDs.map(({ name }) => name));
  if (owned.size === 0) return [];
  return inNamespace.filter((other) => !chain.has(namespacedName(other)) && other.ownedCRDs.some(({ name }) => owned.has(name)));
}
