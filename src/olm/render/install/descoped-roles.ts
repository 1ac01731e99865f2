/**
 * Roles of a descoped operator. What it does its work with is a ClusterRole that is bound where a group says, under a name
 * that outlives versions, since administrators bind to it. Its own API it can always read, and report the status of.
 */

import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { bindingObject, roleObject } from '../../../base/kubernetes/rbac.js';
import { csvReference } from '../../model/finding.js';
import { accountOf, type InstalledCsv, type StrategyPermission } from '../../model/registry-v1.js';
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

/** Those of cluster permissions are made as for any operator. */
function accounts({ csv, namespace }: Descoped): KubernetesObject[] {
  const ofCluster = new Set(csv.clusterPermissions.map(({ serviceAccountName }) => serviceAccountName));
  const names = new Set(csv.permissions.map(accountOf));
  return [...names]
    .filter((name) => name !== 'default' && !ofCluster.has(name))
    .map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }));
}

/** Where a descoped operator is installed and bound. */
export interface Descoped {
  readonly csv: InstalledCsv;
  readonly namespace: string;
  /** The targets of all groups that name the operator; `['']` for all namespaces. */
  readonly targets: readonly string[];
  /** By name: the bundle's CRDs, which say whether they have a status. */
  readonly customResourceDefinitions: readonly KubernetesObject[];
}

const HASH_LENGTH = 8;

function hash(...parts: readonly (string | number)[]): string {
  return base62Sha224(parts.join('/')).slice(0, HASH_LENGTH).toLowerCase();
}

/** A permission of a descoped operator: the role to bind, and whether the operator needs it or can do without. */
export interface DescopedPermission {
  readonly account: string;
  readonly role: string;
  readonly isRequired: boolean;
  readonly permission: StrategyPermission;
}

/** One entry for an account is required; of several, each is optional. */
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

/** Everything that a descoped operator is given, but for its cluster permissions, which are bound as for any operator. */
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

/** In the operator's own namespace and in each target; of all namespaces, one for the whole cluster. */
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

/** Whether a CRD has a status to report; one that the bundle does not have is taken to have one. */
export function hasStatus(name: string, { customResourceDefinitions }: Pick<Descoped, 'customResourceDefinitions'>): boolean {
  const crd = customResourceDefinitions.find(({ metadata }) => metadata.name === name);
  const { versions = [] } = (crd?.spec ?? {}) as { versions?: { subresources?: { status?: unknown } }[] };
  return crd === undefined || versions.some(({ subresources }) => subresources?.status !== undefined);
}

/** The role without the labels by which Kubernetes adds it to admin, edit and view: only who is bound then has it. */
export function withoutAggregation(role: KubernetesObject): KubernetesObject {
  const { labels, ...metadata } = role.metadata;
  const kept = Object.entries(labels ?? {}).filter(([key]) => !key.startsWith('rbac.authorization.k8s.io/aggregate-to-'));
  return { ...role, metadata: kept.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(kept) } };
}
