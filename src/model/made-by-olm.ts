/**
 * What OLM made, or an earlier rendering: a snapshot of a cluster holds it beside what it was made from. It is rendered
 * anew, so it counts as not given: it must not clash with itself, nor satisfy the permissions that it was made for.
 */
import type { Cluster } from './cluster.js';
import { COPIED_FROM_LABEL } from './cluster-service-version.js';
import { formatReference, type KubernetesObject } from './kubernetes-object.js';

/** On every role that OLM makes of a permissions entry; roles that a bundle ships do not have it. */
const PERMISSIONS_HASH_LABEL = 'olm.permissions.hash';

/** The cluster without the roles and bindings that OLM made for the CSVs and OperatorGroups in it. */
export function withoutOlmsOwn(cluster: Cluster): Cluster {
  const owners = new Set([
    ...cluster.operatorGroups.map(({ namespace, name }) => formatReference({ kind: 'OperatorGroup', namespace, name })),
    ...cluster.clusterServiceVersions.map(({ namespace, name }) => formatReference({ kind: 'ClusterServiceVersion', namespace, name })),
  ]);
  const given = (objects: readonly KubernetesObject[]): KubernetesObject[] => objects.filter((object) => !isMadeByOlm(object, owners));
  return {
    ...cluster,
    clusterRoles: given(cluster.clusterRoles),
    clusterRoleBindings: given(cluster.clusterRoleBindings),
    roles: given(cluster.roles),
    roleBindings: given(cluster.roleBindings),
  };
}

/**
 * Whether OLM made a role or binding for one of these owners (`Kind namespace/name`). What belongs to others stays, and
 * so does what a bundle ships: no one else gives it.
 */
function isMadeByOlm({ metadata: { labels = {} } }: KubernetesObject, owners: ReadonlySet<string>): boolean {
  if (labels['olm.managed'] !== 'true') return false;
  const { 'olm.owner': name, 'olm.owner.kind': kind, 'olm.owner.namespace': ownerNamespace, [COPIED_FROM_LABEL]: copiedFrom } = labels;
  // Roles of APIs, of OperatorConditions and of certificates name no owner.
  if (name === undefined || kind === undefined) return true;
  const isRendered = kind === 'OperatorGroup' || Object.hasOwn(labels, PERMISSIONS_HASH_LABEL);
  return isRendered && owners.has(formatReference({ kind, namespace: copiedFrom ?? ownerNamespace ?? '', name }));
}
