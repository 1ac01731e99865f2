/**
 * APIService owner: an APIService has one owner in the whole cluster, whether or not groups intersect
 * (OLM's apiServiceOwnerConflicts and its installer).
 */
import type { ApiService } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { InstallationFinding, InstallationRule } from './installation.js';
import { csvReference } from './references.js';
import { failed, type Verdict } from './verdict.js';

/** Fails CSVs whose APIService belongs to another one, or stands in the cluster without OLM's owner labels. */
export const apiServiceOwner: InstallationRule = (candidates, { apiServices }) => {
  const present = new Map(apiServices.map((service) => [service.name, service]));
  const findings = new Map<ClusterServiceVersion, InstallationFinding>();
  const owners: ClusterServiceVersion[] = [];
  for (const csv of candidates) {
    const foreign = foreignApiService(csv, present);
    if (foreign)
      findings.set(csv, { verdict: failed('OwnerConflict', 'unable to adopt APIService', [{ kind: 'APIService', name: foreign }]) });
    else if (csv.ownedAPIServices.length > 0) owners.push(csv);
  }
  const holders = new Map<string, ClusterServiceVersion>();
  for (const csv of owners) {
    const names = apiServiceNames(csv);
    const rivals = owners.filter((other) => isRival(csv, other) && apiServiceNames(other).some((name) => names.includes(name)));
    const verdict = heldByAnother(names, rivals, holders);
    if (rivals.length > 0) findings.set(csv, { ...(verdict ? { verdict } : {}), rivals });
    if (!verdict) for (const name of names) holders.set(name, csv);
  }
  return findings;
};

/** A CSV and the one it replaces hand their APIServices over. */
function isRival(csv: ClusterServiceVersion, other: ClusterServiceVersion): boolean {
  return other !== csv && !(csv.namespace === other.namespace && (other.name === csv.replaces || csv.name === other.replaces));
}

function apiServiceNames({ ownedAPIServices }: ClusterServiceVersion): string[] {
  return ownedAPIServices.map(({ group, version }) => `${version}.${group}`);
}

function foreignApiService(csv: ClusterServiceVersion, present: ReadonlyMap<string, ApiService>): string | undefined {
  return apiServiceNames(csv).find((name) => {
    const existing = present.get(name);
    return existing && !isAdoptable(existing, csv);
  });
}

/** OLM takes over only what carries its owner labels for this CSV or the one it replaces. */
function isAdoptable({ labels }: ApiService, csv: ClusterServiceVersion): boolean {
  return (
    labels['olm.owner.kind'] === 'ClusterServiceVersion' &&
    labels['olm.owner.namespace'] === csv.namespace &&
    (labels['olm.owner'] === csv.name || labels['olm.owner'] === csv.replaces)
  );
}

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
