/** ServiceAccounts: one for each account that a CSV's permissions name, but for `default`, which every namespace has. */
import type { Generator } from './context.js';
import { componentLabels, MANAGED_LABEL } from './owner-labels.js';
import type { Rendered } from './rendered.js';

export const serviceAccounts: Generator = ({ resolution }) => {
  const accounts = new Map<string, Rendered>();
  for (const { csv } of resolution.csvs) {
    if (csv.installStrategy !== 'deployment') continue;
    for (const { serviceAccountName: name } of [...csv.permissions, ...csv.clusterPermissions]) {
      if (name === 'default') continue;
      accounts.set(`${csv.namespace}/${name}`, {
        emitSet: 'rbac',
        object: {
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: {
            name,
            namespace: csv.namespace,
            labels: { ...accounts.get(`${csv.namespace}/${name}`)?.object.metadata.labels, ...MANAGED_LABEL, ...componentLabels(csv) },
          },
        },
      });
    }
  }
  return [...accounts.values()];
};
