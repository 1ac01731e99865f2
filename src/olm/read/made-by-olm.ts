/**
 * Finds objects that OLM or an earlier rendering created. A snapshot of a cluster contains them next to their sources. They are
 * rendered again, so they are removed from the input: they must neither clash with themselves nor grant the permissions
 * that they were created for. A review uses their rules, not the claims of their labels (see evaluatedState).
 */

import { OWNER_NAMESPACE_LABEL } from '../../base/kubernetes/copies.js';
import { formatReference, type KubernetesObject, type ObjectReference } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import { COPIED_FROM_LABEL, PERMISSIONS_HASH_LABEL } from '../model/csv-labels.js';
import { csvReference, groupReference } from '../model/finding.js';

/** The cluster with OLM's roles and bindings for its CSVs and OperatorGroups in a list of their own. */
export function withoutOlmsOwn(cluster: Cluster): Cluster {
  const owners = new Set([
    ...cluster.operatorGroups.map((group) => formatReference(groupReference(group))),
    ...cluster.clusterServiceVersions.map((csv) => formatReference(csvReference(csv))),
  ]);
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = cluster;
  const claimedByOlm = [clusterRoles, clusterRoleBindings, roles, roleBindings].flat().filter((object) => isMadeByOlm(object, owners));
  if (claimedByOlm.length === 0) return cluster;
  const claimed = new Set(claimedByOlm);
  const given = (objects: readonly KubernetesObject[]): KubernetesObject[] => objects.filter((object) => !claimed.has(object));
  return {
    ...cluster,
    clusterRoles: given(clusterRoles),
    clusterRoleBindings: given(clusterRoleBindings),
    roles: given(roles),
    roleBindings: given(roleBindings),
    claimedByOlm,
  };
}

/**
 * The owner in OLM's owner labels, or undefined without them. For a copy, the owner of the original.
 *
 * Anyone can write labels: use them only for objects of the input, never for rendered objects.
 */
export function labelledOwner({ metadata }: KubernetesObject): ObjectReference | undefined {
  const labels = metadata.labels ?? {};
  const { 'olm.owner': name, 'olm.owner.kind': kind, [OWNER_NAMESPACE_LABEL]: ownerNamespace, [COPIED_FROM_LABEL]: copiedFrom } = labels;
  return name === undefined || kind === undefined ? undefined : { kind, namespace: copiedFrom ?? ownerNamespace, name };
}

/**
 * Whether OLM created a role or binding for one of these owners (`Kind namespace/name`). Objects of other owners stay;
 * so do the objects in a bundle, because nothing else creates them.
 */
function isMadeByOlm(object: KubernetesObject, owners: ReadonlySet<string>): boolean {
  const labels = object.metadata.labels ?? {};
  if (labels['olm.managed'] !== 'true') return false;
  const owner = labelledOwner(object);
  // Roles of APIs, of OperatorConditions and of certificates have no owner label.
  if (!owner) return true;
  const isRendered = owner.kind === 'OperatorGroup' || Object.hasOwn(labels, PERMISSIONS_HASH_LABEL);
  return isRendered && owners.has(formatReference(owner));
}
