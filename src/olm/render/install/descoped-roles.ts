/**
 * Roles of a descoped operator. Its main role is a ClusterRole that is bound where a group requires it; its name stays the same across
 * versions, since administrators bind it. The operator can always read its own API and report the status.
 */

import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { bindingObject, roleObject } from '../../../base/kubernetes/rbac.js';
import { accountOf } from '../../model/csv-parts.js';
import { csvReference } from '../../model/finding.js';
import type { InstalledCsv, StrategyPermission } from '../../model/registry-v1.js';
import { boundNamespaces } from '../../rules/descoped.js';
import type { Generator } from '../context.js';
import { base62Sha224 } from '../profile/hash.js';
import type { PlannedInstallation } from './context.js';

/** Accounts and roles of descoped operators; see descoped-roles.ts. */
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

/** The ServiceAccounts of permissions; those of cluster permissions are made as for any operator. */
function accounts({ csv, namespace }: Descoped): KubernetesObject[] {
  const ofCluster = new Set(csv.clusterPermissions.map(({ serviceAccountName }) => serviceAccountName));
  const names = new Set(csv.permissions.map(accountOf));
  return [...names]
    .filter((name) => name !== 'default' && !ofCluster.has(name))
    .map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }));
}

/** The namespaces of a descoped operator and of its bindings. */
export interface Descoped {
  readonly csv: InstalledCsv;
  readonly namespace: string;
  /** The targets of all groups that name the operator; `['']` for all namespaces. */
  readonly targets: readonly string[];
  /** The bundle's CRDs, by name; they show whether a status exists. */
  readonly customResourceDefinitions: readonly KubernetesObject[];
}

const HASH_LENGTH = 8;

function hash(...parts: readonly (string | number)[]): string {
  return base62Sha224(parts.join('/')).slice(0, HASH_LENGTH).toLowerCase();
}

/** A permission of a descoped operator: the role to bind, and whether the operator requires it. */
export interface DescopedPermission {
  readonly account: string;
  readonly role: string;
  readonly isRequired: boolean;
  readonly permission: StrategyPermission;
}

/** The permissions of an operator: a single entry for an account is required; several entries are each optional. */
export function descopedPermissions({ csv, namespace }: Pick<Descoped, 'csv' | 'namespace'>): DescopedPermission[] {
  const accounts = csv.permissions.map(accountOf);
  return csv.permissions.map((permission, index) => {
    const account = accounts[index] ?? 'default';
    const isRequired = accounts.filter((name) => name === account).length === 1;
    const position = accounts.slice(0, index).filter((name) => name === account).length;
    const role = isRequired
      ? `${account}-required-perms-${hash(namespace, account)}`
      : `${account}-perms-${hash(namespace, account, position)}`;
    return { account, role, isRequired, permission };
  });
}

/** All roles and bindings of a descoped operator, except its cluster permissions, which are bound as for any operator. */
export function descopedRoles(descoped: Descoped): KubernetesObject[] {
  const permissions = descopedPermissions(descoped);
  return [
    ...permissions.map(workRole),
    ...permissions.flatMap((permission) => workBindings(permission, descoped)),
    ...statusRoles(descoped),
  ];
}

function workRole({ role: name, permission }: DescopedPermission): KubernetesObject {
  return roleObject({ name }, permission.rules ?? []);
}

/** A binding in the operator's own namespace and in each target; for all namespaces, one for the whole cluster. */
function workBindings({ account, role }: DescopedPermission, { namespace, targets }: Descoped): KubernetesObject[] {
  const bound = [{ kind: 'ClusterRole', name: role }, [{ kind: 'ServiceAccount', name: account, namespace }]] as const;
  if (targets.includes('')) return [bindingObject({ name: role }, ...bound)];
  return [...new Set([namespace, ...targets])].map((target) => bindingObject({ name: role, namespace: target }, ...bound));
}

function statusRoles(descoped: Descoped): KubernetesObject[] {
  const { csv, namespace } = descoped;
  const rules = statusRules(descoped);
  if (rules.length === 0) return [];
  const accounts = new Set([...csv.permissions, ...csv.clusterPermissions].map(accountOf));
  return [...accounts].flatMap((account): KubernetesObject[] => {
    const name = `${account}-status-${hash(namespace, account)}`;
    const role = { kind: 'ClusterRole', name };
    return [roleObject({ name }, rules), bindingObject({ name }, role, [{ kind: 'ServiceAccount', name: account, namespace }])];
  });
}

function statusRules(descoped: Descoped): object[] {
  return [...new Set(descoped.csv.ownedCRDs.map(({ name }) => name))].flatMap((name) => {
    const dot = name.indexOf('.');
    const [resource, apiGroup] = [name.slice(0, dot), name.slice(dot + 1)];
    const read = { apiGroups: [apiGroup], resources: [resource], verbs: ['get', 'list', 'watch'] };
    const status = { apiGroups: [apiGroup], resources: [`${resource}/status`], verbs: ['get', 'update', 'patch'] };
    return hasStatus(name, descoped) ? [read, status] : [read];
  });
}

/** Whether a CRD has a status; a CRD outside of the bundle is assumed to have one. */
export function hasStatus(name: string, { customResourceDefinitions }: Pick<Descoped, 'customResourceDefinitions'>): boolean {
  const crd = customResourceDefinitions.find(({ metadata }) => metadata.name === name);
  const { versions = [] } = (crd?.spec ?? {}) as { versions?: { subresources?: { status?: unknown } }[] };
  return crd === undefined || versions.some(({ subresources }) => subresources?.status !== undefined);
}

/** The role without the labels for aggregation to admin, edit and view: only bound subjects then have it. */
export function withoutAggregation(role: KubernetesObject): KubernetesObject {
  const { labels, ...metadata } = role.metadata;
  const kept = Object.entries(labels ?? {}).filter(([key]) => !key.startsWith('rbac.authorization.k8s.io/aggregate-to-'));
  return { ...role, metadata: kept.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(kept) } };
}
