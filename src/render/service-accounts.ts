/** ServiceAccounts: one for each account that a CSV's permissions name, but for `default`, which every namespace has. */
import { csvReference } from '../model/finding.js';
import type { Generator } from './context.js';
import { nonEmpty } from './metadata.js';
import { componentLabels } from './owner-labels.js';
import type { Made } from './rendered.js';

export const serviceAccounts: Generator = ({ resolution, conventions }) => {
  const accounts = new Map<string, Made>();
  for (const { csv } of resolution.csvs) {
    if (csv.installStrategy !== 'deployment') continue;
    for (const list of ['permissions', 'clusterPermissions'] as const) {
      for (const [index, { serviceAccountName: name }] of csv[list].entries()) {
        if (name === 'default') continue;
        const known = accounts.get(`${csv.namespace}/${name}`);
        const labels = { ...known?.object.metadata.labels, ...conventions.managed, ...componentLabels(csv) };
        accounts.set(`${csv.namespace}/${name}`, {
          object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: csv.namespace, ...nonEmpty('labels', labels) } },
          owner: known?.owner ?? csvReference(csv),
          field: known?.field ?? ['spec', 'install', 'spec', list, index],
        });
      }
    }
  }
  return [...accounts.values()];
};
