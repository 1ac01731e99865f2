/** What is known of the permissions of the accounts of a cluster: by the roles and bindings of the input. */
import type { Cluster } from '../model/cluster.js';
import { defaultsFor } from '../rbac/default-policy.js';
import { type Rbac, rbacOf } from '../rbac/rbac.js';
import { type Identity, subjectKey, subjectKeys } from '../rbac/subject.js';
import { unknownRoles } from '../rbac/unknown-roles.js';

/** The roles and bindings of the input. */
export interface KnownRbac {
  readonly rbac: Rbac;
  /** Whether somebody is bound to a role that is not in the input: what they lack by the others, they perhaps have. */
  isOpen(identity: Identity): boolean;
}

/** By the input alone: nothing that is rendered counts. */
export function knownRbac(cluster: Cluster): KnownRbac {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings, claimedByOlm } = cluster;
  const objects = [...clusterRoles, ...clusterRoleBindings, ...roles, ...roleBindings, ...claimedByOlm];
  const rbac = rbacOf({ objects, copied: [] }, defaultsFor({ objects, cluster }));
  const open = new Set(unknownRoles(rbac).flatMap(({ subjects }) => subjects.map(subjectKey)));
  return { rbac, isOpen: (identity) => cluster.isPartlyRead === true || subjectKeys(identity).some((key) => open.has(key)) };
}

/** Whether the input would show an account of a namespace, if there was one. */
export function isAccountKnown({ namespaces, isPartlyRead }: Cluster, namespace: string): boolean {
  return isPartlyRead !== true && namespaces.some(({ name }) => name === namespace);
}
