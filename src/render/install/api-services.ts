/** APIServices that an operator serves (OLM's createOrUpdateAPIService). */
import { DEFAULT_PORT } from '../../model/registry-v1.js';
import { API_SERVICES_FIELD, type InstallContext, type Installed, type InstallGenerator, metadataWith, servingIn } from './context.js';

export const apiServices: InstallGenerator = (context) => {
  // Each kind of a group and version is an entry of its own.
  const byName = new Map<string, Installed>();
  for (const index of context.bundle.csv.ownedAPIServices.keys()) {
    const installed = apiService(index, context);
    if (installed && !byName.has(installed.object.metadata.name)) byName.set(installed.object.metadata.name, installed);
  }
  return [...byName.values()];
};

function apiService(index: number, context: InstallContext): Installed | undefined {
  const { bundle, certificates, config, namespace, rules } = context;
  const owned = bundle.csv.ownedAPIServices[index];
  if (!owned) return undefined;
  const { group, version, deploymentName = '', containerPort: port = DEFAULT_PORT } = owned;
  const serving = servingIn(context, deploymentName);
  const annotations = { ...config?.annotations, ...certificates?.caAnnotations(serving) };
  return {
    object: {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: metadataWith({ name: `${version}.${group}` }, rules.labels(context, 'APIService'), annotations),
      spec: {
        group,
        version,
        groupPriorityMinimum: 2000,
        versionPriority: 15,
        service: { namespace, name: serving.service, port },
      },
    },
    field: [...API_SERVICES_FIELD, index],
  };
}
