/**
 * Replacement: a CSV that another one of its namespace names in `spec.replaces` makes way for it
 * (OLM's checkReplacementsAndUpdateStatus and getReplacementChain).
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { namespacedName } from '../model/kubernetes-object.js';
import type { InstallationFinding, InstallationRule } from './installation.js';
import { csvReference } from './references.js';

type Csv = Pick<ClusterServiceVersion, 'namespace' | 'name' | 'replaces'>;

/** By `namespace/name` of the replaced CSV: the CSV that replaces it. Of several, the first by name. */
export function replacements<T extends Csv>(csvs: readonly T[]): Map<string, T> {
  const names = new Set(csvs.map(namespacedName));
  const result = new Map<string, T>();
  for (const csv of csvs) {
    if (csv.replaces === undefined || csv.replaces === csv.name) continue;
    const replaced = namespacedName({ namespace: csv.namespace, name: csv.replaces });
    if (names.has(replaced) && !result.has(replaced)) result.set(replaced, csv);
  }
  return result;
}

/** The `namespace/name` of all CSVs in the chain of replacements that a CSV is part of, itself included. */
export function replacementChain(csv: Csv, csvs: readonly Csv[]): ReadonlySet<string> {
  const byName = new Map(csvs.map((other) => [namespacedName(other), other]));
  const replacedBy = replacements(csvs);
  const chain = new Set<string>();
  for (let next: Csv | undefined = csv; next && !chain.has(namespacedName(next)); ) {
    chain.add(namespacedName(next));
    next = next.replaces === undefined ? undefined : byName.get(namespacedName({ namespace: next.namespace, name: next.replaces }));
  }
  for (
    let next = replacedBy.get(namespacedName(csv));
    next && !chain.has(namespacedName(next));
    next = replacedBy.get(namespacedName(next))
  ) {
    chain.add(namespacedName(next));
  }
  return chain;
}

/**
 * Leaves a CSV waiting whose predecessor never ran: OLM installs it only once the predecessor makes way, which it does
 * from phase Succeeded alone.
 */
export const replacement: InstallationRule = (candidates, { csvs }) => {
  const byName = new Map(csvs.map((csv) => [namespacedName(csv), csv]));
  const running = new Set(candidates);
  const findings = new Map<ClusterServiceVersion, InstallationFinding>();
  // A CSV that waits keeps its own successor waiting too.
  for (let changed = true; changed; ) {
    changed = false;
    for (const csv of candidates) {
      const predecessor =
        csv.replaces === undefined ? undefined : byName.get(namespacedName({ namespace: csv.namespace, name: csv.replaces }));
      if (!predecessor || predecessor === csv || running.has(predecessor) || !running.has(csv)) continue;
      findings.set(csv, {
        verdict: {
          phase: 'Pending',
          reason: 'RequirementsUnknown',
          message: 'requirements not yet checked',
          because: [csvReference(predecessor)],
        },
      });
      running.delete(csv);
      changed = true;
    }
  }
  return findings;
};
