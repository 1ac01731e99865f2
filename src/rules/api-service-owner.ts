/**
 * APIService owner: an APIService has one owner in the whole cluster, whether or not groups intersect
 * (OLM's installer).
 */

import { groupBy } from '../kubernetes/group-by.js';
import { namespacedName } from '../kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/references.js';
import type { InstallationFinding, InstallationRule } from './installation-rule.js';
import { replacementChains } from './replacement.js';
import { failed, type Verdict } from './verdict.js';

/** The names of the APIServices that a CSV owns. */
export function apiServiceNames({ ownedAPIServices }: Pick<ClusterServiceVersion, 'ownedAPIServices'>): string[] {
  return ownedAPIServices.map(({ group, version }) => `${version}.${group}`);
}

/** Fails CSVs whose APIService belongs to another one. Within a chain of replacements, an APIService is handed over. */
export const apiServiceOwner: InstallationRule = (candidates, { csvs }) => {
  const findings = new Map<ClusterServiceVersion, InstallationFinding>();
  const owners = candidates.filter(({ ownedAPIServices }) => ownedAPIServices.length > 0);
  const ownersOf = groupBy(
    owners.flatMap((csv) => [...new Set(apiServiceNames(csv))].map((name) => ({ csv, name }))),
    ({ name }) => name,
  );
  const chainOf = replacementChains(csvs);
  const holders = new Map<string, ClusterServiceVersion>();
  for (const csv of owners) {
    const names = apiServiceNames(csv);
    const chain = chainOf(csv);
    const sharers = new Set(names.flatMap((name) => (ownersOf.get(name) ?? []).map((entry) => entry.csv)));
    const rivals = owners.filter((other) => sharers.has(other) && !chain.has(namespacedName(other)));
    const verdict = heldByAnother(names, rivals, holders);
    if (rivals.length > 0) findings.set(csv, { ...(verdict ? { verdict } : {}), rivals });
    if (!verdict) for (const name of names) holders.set(name, csv);
  }
  return findings;
};

function heldByAnother(
  names: readonly string[],
  rivals: readonly ClusterServiceVersion[],
  holders: ReadonlyMap<string, ClusterServiceVersion>,
): Verdict | undefined {
  for (const name of names) {
    const holder = holders.get(name);
    if (holder && rivals.includes(holder)) {
      return failed('InstallComponentFailed', `install strategy failed: pre-existing APIService ${name} is not adoptable`, [
        csvReference(holder),
      ]);
    }
  }
  return undefined;
}
