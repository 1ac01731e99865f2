/** The index of permissions: roles, and the subjects that bindings give them to. */
import type { ObjectOrCopies } from '../kubernetes/copies.js';
import type { Binding, Role } from '../kubernetes/rbac.js';
import type { GrantSubject } from './grant.js';
import type { Aggregation } from './role-rules.js';

// Finds Roles by name: the Roles with one name may differ between namespaces.

/** A role and those of the requested namespaces that contain it. */
export interface FoundRole {
  readonly role: ObjectOrCopies<Role>;
  /** The namespaces in the order of the request. */
  readonly namespaces: readonly string[];
}

/** Finds the Roles of a name; namespaces without one are left out. */
export type FindRoles = (name: string, namespaces: readonly string[]) => FoundRole[];

/** The index of roles and bindings. */
export interface Rbac extends Aggregation {
  /** ClusterRoles by name: those of the cluster, and the default ones that the cluster does not replace. */
  readonly clusterRoles: ReadonlyMap<string, Role>;
  /** Bindings, ordered by name. */
  readonly bindings: readonly BoundSubjects[];
  /** Whether a role or binding belongs to the cluster, not to the state. */
  isUntouched(object: Role | Binding): boolean;
  /** Subjects with their roles, by `subjectKey`; including a `RoleHolder` for anyone bound to an aggregated ClusterRole. */
  readonly bySubject: ReadonlyMap<string, SubjectRoles>;
  /** The roles of a binding, each with its namespaces (none for a ClusterRoleBinding); empty if the role does not exist. */
  rolesOf(bound: BoundSubjects): FoundRole[];
}

/** Bindings that differ only in the namespace, as one. */
export interface BoundSubjects {
  /** The binding in its first namespace. */
  readonly binding: Binding;
  readonly subjects: readonly GrantSubject[];
  /** Sorted; absent for a ClusterRoleBinding. */
  readonly namespaces?: readonly string[];
  /** The bindings as given. */
  readonly items: readonly ObjectOrCopies<Binding>[];
  /** Whether the binding is a default of Kubernetes or OpenShift, not part of the input. */
  readonly isDefault: boolean;
  /** The binding belongs to the cluster, not to the state. */
  readonly isUntouched?: true;
}

/** A role that a subject has. */
export interface BoundRole {
  /** Absent if the subject has the role wherever it is bound. */
  readonly binding?: Binding;
  readonly role: Role;
}

/** A role that a subject has in some namespaces; heldIn returns it for one of them. */
export interface LocalRole {
  readonly binding: ObjectOrCopies<Binding>;
  readonly role: ObjectOrCopies<Role>;
}

/** A subject with its roles. */
export interface SubjectRoles {
  readonly subject: GrantSubject;
  /** Roles in the whole cluster; for a `RoleHolder`, wherever the role is bound. */
  readonly everywhere: readonly BoundRole[];
  /** Roles by namespace. Namespaces with the same copies of roles share one list. */
  readonly inNamespace: ReadonlyMap<string, readonly LocalRole[]>;
}
