/** Rules about the APIServices that a CSV owns or requires: their owner, whether OLM adopts them, and what it writes for a required one. */

import { groupBy, namespacedName, type ObjectReference } from '../../base/kubernetes/object.js';
import { apiServiceName } from '../model/api-key.js';
import type { ApiService } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import type { InstallationFinding, InstallationRule } from './installation-rule.js';
import { replacementChains } from './replacement.js';
import { failed, NOT_ADOPTED, type Verdict } from './verdict.js';

// APIService owner: an APIService has one owner in the whole cluster, whether or not groups intersect (OLM's installer).

/** The names of the APIServices that a CSV owns. */
export function apiServiceNames({ ownedAPIServices }: Pick<ClusterServiceVersion, 'ownedAPIServices'>): string[] {
  return ownedAPIServices.map(apiServiceName);
}

/** Fails CSVs whose APIService belongs to another CSV. Within a chain of replacements, an APIService passes to the successor. */
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

// APIService adoption: OLM does not adopt an existing APIService without its owner labels (OLM's
// apiServiceOwnerConflicts).

/** Fails CSVs that own such an APIService. */
export const apiServiceAdoption: InstallationRule = (candidates, { apiServices }) => {
  const present = new Map(apiServices.map((service) => [service.name, service]));
  return new Map(
    candidates.flatMap((csv) => {
      const foreign = apiServiceNames(csv).find((name) => {
        const existing = present.get(name);
        return existing && !isAdoptable(existing, csv);
      });
      if (foreign === undefined) return [];
      const because = [{ kind: 'APIService', name: foreign }, ...ownerOf(present.get(foreign))];
      return [[csv, { verdict: failed('OwnerConflict', NOT_ADOPTED, because) }]];
    }),
  );
};

function ownerOf({ labels = {} }: Partial<ApiService> = {}): ObjectReference[] {
  const { 'olm.owner.kind': kind, 'olm.owner.namespace': namespace, 'olm.owner': name } = labels;
  return kind === 'ClusterServiceVersion' && namespace !== undefined && name !== undefined ? [{ kind, namespace, name }] : [];
}

/** Whether OLM adopts an APIService: its owner labels must name this CSV or the one that it replaces. */
export function isAdoptable({ labels }: ApiService, csv: ClusterServiceVersion): boolean {
  return (
    labels['olm.owner.kind'] === 'ClusterServiceVersion' &&
    labels['olm.owner.namespace'] === csv.namespace &&
    (labels['olm.owner'] === csv.name || labels['olm.owner'] === csv.replaces)
  );
}

// Required APIService: OLM's installer writes the APIServices that a CSV requires like those that it owns (parseStrategiesAndUpdateStatus
// uses GetAllAPIServiceDescriptions; createOrUpdateAPIService), and fails at one that it may not adopt. The following objects are never
// installed, and OLM restarts forever: webhooks, the second Deployment, and owned APIServices whose names sort behind the refused one. An
// operator with one Deployment and nothing else that is missing settles, because OLM finds all of it there.

/** Keeps such CSVs from ever running. Only CSVs with met requirements are affected, so the required APIServices exist. */
export const requiredApiService: InstallationRule = (candidates, { apiServices, csvs }) => {
  const present = new Map(apiServices.map((service) => [service.name, service]));
  return new Map(
    candidates.flatMap((csv) => {
      if (csv.deploymentNames.length === 0) return [];
      const owned = new Set(apiServiceNames(csv));
      const predecessor = csvs.find(({ namespace, name }) => namespace === csv.namespace && name === csv.replaces);
      const handedOver = new Set(predecessor ? apiServiceNames(predecessor) : []);
      const refused = apiServiceNames({ ownedAPIServices: csv.requiredAPIServices })
        .sort()
        .find((name) => {
          const existing = present.get(name);
          return !owned.has(name) && (existing ? !isAdoptable(existing, csv) : !handedOver.has(name));
        });
      if (refused === undefined || !lacksMore(csv, refused)) return [];
      const message = `install strategy failed: pre-existing APIService ${refused} is not adoptable`;
      return [[csv, { verdict: failed('InstallComponentFailed', message, [{ kind: 'APIService', name: refused }]), unstable: true }]];
    }),
  );
};

/** Whether anything stays missing after OLM fails at an APIService; it writes APIServices in the order of their names. */
function lacksMore(csv: ClusterServiceVersion, refused: string): boolean {
  return csv.webhooks.length > 0 || csv.deploymentNames.length > 1 || apiServiceNames(csv).some((name) => name > refused);
}
