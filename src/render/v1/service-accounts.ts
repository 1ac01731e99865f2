/** ServiceAccounts: those that permissions name, but for `default` (OLM v1's BundleCSVServiceAccountGenerator). */
import type { V1Generator } from './context.js';
import { accountOf } from './names.js';

export const serviceAccounts: V1Generator = ({ bundle: { csv }, installNamespace }) =>
  [...new Set([...csv.permissions, ...csv.clusterPermissions].map(accountOf))]
    .filter((name) => name !== 'default')
    .map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: installNamespace } }));
