/** Grants: who has which permission, where, and through what. */
import type { ObjectReference } from '../kubernetes/object.js';
import type { SourcePlace } from '../manifest/place.js';

/** Who has a permission: a subject of a binding, or anyone bound to a ClusterRole that aggregates others. */
export interface GrantSubject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount' | 'RoleHolder';
  /** Of a `RoleHolder` the ClusterRole, such as `edit`. */
  readonly name: string;
  /** Of a ServiceAccount. */
  readonly namespace?: string;
}

/** Where a permission applies: in all namespaces, in some, or (of a `RoleHolder`) wherever the role is bound. */
export type GrantScope = 'cluster' | 'where-bound' | readonly string[];

/** A permission: what can be done; `*` stands for all. */
export interface Right {
  readonly verbs: readonly string[];
  readonly apiGroup?: string;
  /** With its subresource, such as `pods/exec`. */
  readonly resource?: string;
  /** The objects meant; absent for all of them. */
  readonly resourceNames?: readonly string[];
  /** Instead of a resource. */
  readonly nonResourceURL?: string;
}

/** The path to a permission. */
export interface GrantPath {
  /** Absent for a `RoleHolder`. */
  readonly binding?: ObjectReference;
  /** The role that is bound, then those through which aggregation leads, then the one with the rule. */
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
