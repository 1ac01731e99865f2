/**
 * APIService adoption: OLM does not take over an APIService that stands in the cluster without its owner labels
 * (OLM's apiServiceOwnerConflicts).
 */
import type { ApiService } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { apiServiceNames } from './api-service-owner.js';
import type { InstallationRule } from './installation-rule.js';
import { failed, NOT_ADOPTED } from './verdict.js';

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
      return [[csv, { verdict: failed('OwnerConflict', NOT_ADOPTED, [{ kind: 'APIService', name: foreign }]) }]];
    }),
  );
};

/** OLM takes over only what carries its owner labels for this CSV or the one it replaces. */
export function isAdoptable({ labels }: ApiService, csv: ClusterServiceVersion): boolean {
  return (
    labels['olm.owner.kind'] === 'ClusterServiceVersion' &&
    labels['olm.owner.namespace'] === csv.namespace &&
    (labels['olm.owner'] === csv.name || labels['olm.owner'] === csv.replaces)
  );
}
