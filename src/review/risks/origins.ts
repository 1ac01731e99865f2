/** Where a rule of a rendered role was written: from the role back to the field of the CSV that it was made of. */
import { type FieldPath, formatFieldPath } from '../../manifest/field-path.js';
import { COPIED_FROM_LABEL } from '../../model/cluster-service-version.js';
import { formatReference, type KubernetesObject, type ObjectReference } from '../../model/kubernetes-object.js';
import { clusterWideRoles, namespacedRoles } from '../../render/permissions.js';
import { OWNER_NAMESPACE_LABEL } from '../../render/rendered.js';
import { csvReference } from '../../rules/references.js';
import type { Resolution } from '../../rules/resolve.js';

/** The object that a person would edit to change a rule, and the field of it. */
export interface RuleOrigin {
  readonly object: ObjectReference;
  readonly field: FieldPath;
  /** The `permissions` or `clusterPermissions` of a CSV; absent for a role that was given as such. */
  readonly list?: PermissionList;
}

export type PermissionList = 'permissions' | 'clusterPermissions';

/** `spec.install.spec.clusterPermissions[0].rules[3] of ClusterServiceVersion op/etcd.v1`. */
export function formatOrigin({ object, field }: RuleOrigin): string {
  return `${formatFieldPath(field)} of ${formatReference(object)}`;
}

/** A function from a role, and the index of one of its rules, to where that rule was written. */
export function ruleOrigins({ csvs }: Resolution): (role: KubernetesObject, index: number) => RuleOrigin {
  const made = new Map<string, { object: ObjectReference; list: PermissionList; entry: number; count: number }>();
  for (const { csv } of csvs) {
    const add = (list: PermissionList, rolesOf: typeof namespacedRoles): void => {
      for (const [entry, permission] of csv[list].entries()) {
        for (const { role } of rolesOf({ ...csv, [list]: [permission] })) {
          const key = madeKey(csv.namespace, csv.name, role.metadata.name);
          if (!made.has(key)) made.set(key, { object: csvReference(csv), list, entry, count: permission.rules?.length ?? 0 });
        }
      }
    };
    add('permissions', namespacedRoles);
    add('clusterPermissions', clusterWideRoles);
  }
  return (role, index) => {
    const origin = made.get(roleKey(role));
    if (!origin) {
      const { kind, metadata } = role;
      const { namespace, name } = metadata;
      return { object: { kind, ...(namespace === undefined ? {} : { namespace }), name }, field: ['rules', index] };
    }
    const { object, list, entry, count } = origin;
    // A lifted ClusterRole has a rule more than the CSV asks for.
    const rule = index < count ? ['rules', index] : [];
    return { object, list, field: ['spec', 'install', 'spec', list, entry, ...rule] };
  };
}

function roleKey({ metadata: { name, labels = {} } }: KubernetesObject): string {
  if (labels['olm.owner.kind'] !== 'ClusterServiceVersion') return '';
  return madeKey(labels[COPIED_FROM_LABEL] ?? labels[OWNER_NAMESPACE_LABEL] ?? '', labels['olm.owner'] ?? '', name);
}

function madeKey(namespace: string, owner: string, role: string): string {
  return `${namespace}/${owner}/${role}`;
}
