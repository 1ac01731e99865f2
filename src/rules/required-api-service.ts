/**
 * Required APIService: OLM's installer writes the APIServices that a CSV requires like those that it owns (parseStrategiesAndUpdateStatus
 * gives it GetAllAPIServiceDescriptions; createOrUpdateAPIService), and fails at one that it may not adopt. What comes after it is
 * never installed, and OLM begins again for ever: webhooks, the second Deployment, and the owned APIService. An operator with one
 * Deployment and nothing else comes to rest all the same.
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { isAdoptable } from './api-service-adoption.js';
import { apiServiceNames } from './api-service-owner.js';
import type { InstallationRule } from './installation-rule.js';
import { failed } from './verdict.js';

/** Keeps such CSVs from ever running. Their requirements are met, so that what they require is there. */
export const requiredApiService: InstallationRule = (candidates, { apiServices, csvs }) => {
  const present = new Map(apiServices.map((service) => [service.name, service]));
  return new Map(
    candidates.flatMap((csv) => {
      if (csv.deploymentNames.length === 0 || !hasMore(csv)) return [];
      const owned = new Set(apiServiceNames(csv));
      const predecessor = csvs.find(({ namespace, name }) => namespace === csv.namespace && name === csv.replaces);
      const handedOver = new Set(predecessor ? apiServiceNames(predecessor) : []);
      const refused = apiServiceNames({ ownedAPIServices: csv.requiredAPIServices })
        .sort()
        .find((name) => {
          const existing = present.get(name);
          return !owned.has(name) && (existing ? !isAdoptable(existing, csv) : !handedOver.has(name));
        });
      if (refused === undefined) return [];
      const message = `install strategy failed: pre-existing APIService ${refused} is not adoptable`;
      return [[csv, { verdict: failed('InstallComponentFailed', message, [{ kind: 'APIService', name: refused }]), unstable: true }]];
    }),
  );
};

function hasMore({ ownedAPIServices, webhooks, deploymentNames }: ClusterServiceVersion): boolean {
  return ownedAPIServices.length > 0 || webhooks.length > 0 || deploymentNames.length > 1;
}
