/** Accounts and roles of descoped operators; see descoped-roles.ts. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { csvReference } from '../../model/references.js';
import { boundNamespaces } from '../../rules/descoped.js';
import type { Generator } from '../context.js';
import type { PlannedInstallation } from './context.js';
import { type Descoped, descopedRoles } from './descoped-roles.js';

export const descopedObjects: Generator = ({ plan, resolution }) =>
  (plan?.installations ?? []).filter(isOfDescoped).flatMap((planned) => {
    const owner = csvReference(planned.csv.csv);
    const descoped = descopedOf(planned, boundNamespaces(planned.csv, resolution));
    return [...accounts(descoped), ...descopedRoles(descoped)].map((object) => ({ object, owner }));
  });

export function isOfDescoped({ csv }: PlannedInstallation): boolean {
  return csv.isDescoped === true;
}

export function descopedOf({ installation: { bundle, namespace } }: PlannedInstallation, targets: readonly string[]): Descoped {
  return { csv: bundle.csv, namespace, targets, customResourceDefinitions: bundle.customResourceDefinitions };
}

/** Those of cluster permissions are made as for any operator. */
function accounts({ csv, namespace }: Descoped): KubernetesObject[] {
  const ofCluster = new Set(csv.clusterPermissions.map(({ serviceAccountName }) => serviceAccountName));
  const names = new Set(csv.permissions.map(({ serviceAccountName }) => serviceAccountName || 'default'));
  return [...names]
    .filter((name) => name !== 'default' && !ofCluster.has(name))
    .map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }));
}
