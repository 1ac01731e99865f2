/** CRD owner: in one namespace, one CSV (or one chain of replacements) owns a CRD (OLM's crdOwnerConflictErr). */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { groupBy } from '../model/group-by.js';
import { namespacedName } from '../model/kubernetes-object.js';
import type { InstallationRule } from './installation-rule.js';
import { csvReference } from './references.js';
import { replacementChain } from './replacement.js';
import { failed } from './verdict.js';

/**
 * Fails CSVs whose CRD another CSV of the namespace owns, whatever the other's phase. As nothing is installed, OLM tries
 * again, and fails again, for ever; only a CSV that was installed before the other came stays.
 */
export const crdOwner: InstallationRule = (candidates, { csvs }) => {
  const byNamespace = groupBy(csvs, ({ namespace }) => namespace);
  return new Map(
    candidates.flatMap((csv) => {
      const owners = ownersOfSameCrd(csv, byNamespace.get(csv.namespace) ?? []);
      if (owners.length === 0) return [];
      const verdict = failed('OwnerConflict', 'conflicting CRD owner in namespace', owners.map(csvReference));
      return [[csv, { verdict, rivals: owners, unstable: true }]];
    }),
  );
};

function ownersOfSameCrd(csv: ClusterServiceVersion, inNamespace: readonly ClusterServiceVersion[]): ClusterServiceVersion[] {
  const owned = new Set(csv.ownedCRDs.map(({ name }) => name));
  const others = inNamespace.filter((other) => other.name !== csv.name && other.ownedCRDs.some(({ name }) => owned.has(name)));
  if (others.length === 0) return [];
  const chain = replacementChain(csv, inNamespace);
  return others.filter((other) => !chain.has(namespacedName(other)));
}
