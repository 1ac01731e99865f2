/** Finds the origin of a role's rule: the CSV that the role was created for, or the role itself. */

import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../../base/kubernetes/object.js';
import { type FieldPath, formatFieldPath } from '../../../base/manifest/field-path.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import { originFinder, type PermissionList, permissionList } from '../../state/role-origin.js';
import type { State } from '../../state/state.js';

/** The object and field that a person would edit to change a rule. */
export interface RuleOrigin {
  readonly object: ObjectReference;
  readonly field: FieldPath;
  /** The `permissions` or `clusterPermissions` of a CSV; absent for a role of the input. */
  readonly list?: PermissionList;
}

/** `spec.install.spec.clusterPermissions[0].rules[3] of ClusterServiceVersion op/etcd.v1`. */
export const formatOrigin = oncePerObject(
  ({ object, field }: RuleOrigin): string => `${formatFieldPath(field)} of ${formatReference(object)}`,
);

/** Maps a role and the index of one of its rules to the origin of that rule. */
export function ruleOrigins(state: Pick<State, 'cluster' | 'resolution' | 'made'>): (role: KubernetesObject, index: number) => RuleOrigin {
  const originOf = originFinder(state);
  // Cached for all rules of a role.
  const known = new Map<KubernetesObject, ReturnType<typeof originOf>>();
  const ofRole = (role: KubernetesObject): ReturnType<typeof originOf> => {
    if (!known.has(role)) known.set(role, originOf(role));
    return known.get(role);
  };
  return (role, index) => {
    const { owner, field } = ofRole(role) ?? {};
    const list = permissionList(field);
    if (!owner || !field || !list) return { object: referenceTo(role), field: ['rules', index] };
    // No field contains the rule that lifting adds, so the origin is the whole entry.
    return { object: owner, list, field: originOf(role, index)?.field ?? field };
  };
}
