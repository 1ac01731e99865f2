/** Grants: a subject, its permission, the scope and the path to it. */
import type { ObjectReference } from '../kubernetes/object.js';
import type { SourcePlace } from '../manifest/place.js';

/** The owner of a permission: a subject of a binding, or anyone bound to a ClusterRole that aggregates others. */
export interface GrantSubject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount' | 'RoleHolder';
  /** The name of the subject; for a `RoleHolder`, the ClusterRole, such as `edit`. */
  readonly name: string;
  /** The namespace of a ServiceAccount. */
  readonly namespace?: string;
}

/** The scope of a permission: all namespaces, some, or (for a `RoleHolder`) wherever the role is bound. */
export type GrantScope = 'cluster' | 'where-bound' | readonly string[];

/** A permission; `*` means all. */
export interface Right {
  readonly verbs: readonly string[];
  readonly apiGroup?: string;
  /** The resource with its subresource, such as `pods/exec`. */
  readonly resource?: string;
  /** The names of the objects; absent for all objects. */
  readonly resourceNames?: readonly string[];
  /** A URL instead of a resource. */
  readonly nonResourceURL?: string;
}

/** The path to a permission. */
export interface GrantPath {
  /** Absent for a `RoleHolder`. */
  readonly binding?: ObjectReference;
  /** The bound role, then the roles on the way of aggregation, then the role with the rule. */
  readonly roles: readonly ObjectReference[];
  /** Index in the rules of the last role. */
  readonly rule: number;
  /** The CSV or OperatorGroup that the role was created for. */
  readonly owner?: ObjectReference;
  /** The field of the owner that the rule was taken from, such as `spec.install.spec.clusterPermissions[0].rules[3]`. */
  readonly field?: string;
  readonly place?: SourcePlace;
}

/** A permission of one subject, in one scope, with its paths. */
export interface Grant {
  readonly subject: GrantSubject;
  readonly scope: GrantScope;
  readonly right: Right;
  readonly paths: readonly GrantPath[];
}
