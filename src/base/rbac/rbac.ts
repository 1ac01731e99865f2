/**
 * The index of a cluster's roles and bindings: who holds which rules, where and through what. Everything that speaks of
 * permissions asks it. Copies are described once, and nothing grows with their number but the lists of their namespaces.
 */
import type { ObjectOrCopies } from '../kubernetes/copies.js';
import { compareText, groupBy, type KubernetesObject, objectKey } from '../kubernetes/object.js';
import { type Binding, bindingOf, isPlaceOpen, type Role, roleOf } from '../kubernetes/rbac.js';
import { byNamespace } from './by-namespace.js';
import { defaultsFor } from './default-policy.js';
import type { Policy } from './defaults/parse-policy.js';
import type { GrantSubject } from './grant.js';
import { byPlace, type ClusterObjects, namesakes, namespacesOf, objectIn, objectsOrCopies, type StateObjects } from './rbac-objects.js';
import { type Aggregation, aggregationOf } from './role-rules.js';
import { subjectKey, subjectsOf } from './subject.js';

// Which Roles a name means: what stands under one name may differ from namespace to namespace.

/** A role, in those of the namespaces asked about where it stands. */
export interface FoundRole {
  readonly role: ObjectOrCopies<Role>;
  /** In the order in which they were asked about. */
  readonly namespaces: readonly string[];
}

/** Finds the Roles of a name; namespaces without one are left out. */
export type FindRoles = (name: string, namespaces: readonly string[]) => FoundRole[];

/** Finds Roles among roles; ClusterRoles are passed over. */
export function roleFinder(items: readonly ObjectOrCopies<Role>[]): FindRoles {
  const byName = groupBy(
    items.filter(({ object }) => object.kind === 'Role'),
    ({ object }) => object.metadata.name,
  );
  const known = new Map<string, ReadonlyMap<string, ObjectOrCopies<Role>>>();
  const placed = (name: string): ReadonlyMap<string, ObjectOrCopies<Role>> => {
    const places = known.get(name) ?? byPlace(byName.get(name) ?? []);
    known.set(name, places);
    return places;
  };
  return (name, namespaces) => {
    const places = placed(name);
    const found = groupBy(namespaces, (namespace) => places.get(namespace));
    return [...found].flatMap(([role, here]) => (role ? [{ role, namespaces: here }] : []));
  };
}

/** The index. */
export interface Rbac extends Aggregation {
  /** By name: those of the cluster, and the default ones that none of them replaces. */
  readonly clusterRoles: ReadonlyMap<string, Role>;
  /** By name. */
  readonly bindings: readonly BoundSubjects[];
  /** Whether a role or binding of this index is of the cluster, and not of the state. */
  isUntouched(object: Role | Binding): boolean;
  /** Who holds what, by `subjectKey`; with whoever is bound to an aggregated ClusterRole, as a `RoleHolder`. */
  readonly bySubject: ReadonlyMap<string, SubjectRoles>;
  /** The roles that a binding gives, each with its namespaces (none of a ClusterRoleBinding); nothing where there is none. */
  rolesOf(bound: BoundSubjects): FoundRole[];
}

/** Bindings that differ by nothing but their namespace, as one. */
export interface BoundSubjects {
  /** As it stands in the first of its namespaces. */
  readonly binding: Binding;
  readonly subjects: readonly GrantSubject[];
  /** Sorted; absent for a ClusterRoleBinding. */
  readonly namespaces?: readonly string[];
  /** As they are given. */
  readonly items: readonly ObjectOrCopies<Binding>[];
  /** Kubernetes or OpenShift brings it along; it is not of the input. */
  readonly isDefault: boolean;
  /** It is of the cluster, and not of the state. */
  readonly isUntouched?: true;
}

/** A role in somebody's hands. */
export interface BoundRole {
  /** Absent where the role is held wherever it is bound. */
  readonly binding?: Binding;
  readonly role: Role;
}

/** A role in somebody's hands in namespaces; heldIn tells what it is in one of them. */
export interface LocalRole {
  readonly binding: ObjectOrCopies<Binding>;
  readonly role: ObjectOrCopies<Role>;
}

/** A subject with its roles. */
export interface SubjectRoles {
  readonly subject: GrantSubject;
  /** Held in the whole cluster; of a `RoleHolder` wherever the role is bound. */
  readonly everywhere: readonly BoundRole[];
  /** By namespace: held there alone. Namespaces with the same copies of roles share one list. */
  readonly inNamespace: ReadonlyMap<string, readonly LocalRole[]>;
}

/**
 * Indexes the roles and bindings among some objects, and the default ones that none of them replaces. Other objects are passed
 * over, also those of these kinds in other API groups.
 *
 * @param defaults by default, those of the cluster that the objects are of
 */
export function rbacOf(state: ClusterObjects, defaults: Policy = defaultsFor(state)): Rbac {
  const known = INDEXES.get(state) ?? new Map<Policy, Rbac>();
  INDEXES.set(state, known);
  const rbac = known.get(defaults) ?? indexOf(state, defaults);
  known.set(defaults, rbac);
  return rbac;
}

/** Each is made once: a state does not change. */
const INDEXES = new WeakMap<StateObjects, Map<Policy, Rbac>>();

function indexOf(state: ClusterObjects, defaults: Policy): Rbac {
  const { roles, bindings } = typed(state);
  const around = typed({ objects: state.untouched?.objects ?? [], copied: [] });
  // What comes later takes the place of what came before under the same name. Nothing that is elsewhere makes a default role harmless.
  const allRoles = [...around.roles, ...defaults.roles.map(item), ...roles];
  const clusterRoles = new Map(
    allRoles.filter(({ object }) => object.kind === 'ClusterRole').map(({ object }) => [object.metadata.name, object]),
  );
  const findRoles = roleFinder(allRoles);
  const bound = [
    ...merged(bindings),
    ...merged(notReplaced(around.bindings.map(objectOf), state).map(item), { isUntouched: true }),
    ...defaultBindings(defaults, state),
  ].sort((a, b) => compareText(a.binding.metadata.name, b.binding.metadata.name) || compareText(a.binding.kind, b.binding.kind));
  const found = ({ roleRef: { kind, name } }: Binding, namespaces: readonly string[] | undefined): FoundRole[] => {
    if (kind === 'Role') return namespaces ? findRoles(name, namespaces) : [];
    const object = kind === 'ClusterRole' ? clusterRoles.get(name) : undefined;
    return object ? [{ role: { object }, namespaces: namespaces ?? [] }] : [];
  };
  const untouched = new Set<KubernetesObject>([...around.roles.map(objectOf), ...around.bindings.map(objectOf)]);
  let holders: ReadonlyMap<string, SubjectRoles> | undefined;
  return {
    ...aggregationOf([...clusterRoles.values()]),
    clusterRoles,
    bindings: bound,
    isUntouched: (object) => untouched.has(object),
    rolesOf: ({ binding, namespaces }) => found(binding, namespaces),
    get bySubject() {
      holders ??= holdersOf(clusterRoles, bound, found);
      return holders;
    },
  };
}

/** What a subject holds in one of the namespaces where it has these roles. */
export function heldIn(roles: readonly LocalRole[], namespace: string): BoundRole[] {
  return roles.map(({ binding, role }) => ({ binding: objectIn(binding, namespace), role: objectIn(role, namespace) }));
}

function typed(state: StateObjects): { roles: ObjectOrCopies<Role>[]; bindings: ObjectOrCopies<Binding>[] } {
  const roles: ObjectOrCopies<Role>[] = [];
  const bindings: ObjectOrCopies<Binding>[] = [];
  for (const { object, copies } of objectsOrCopies(state)) {
    const role = roleOf(object);
    if (role) roles.push({ object: role, copies });
    const binding = bindingOf(object);
    if (binding) bindings.push({ object: binding, copies });
  }
  return { roles, bindings };
}

/** The default bindings under whose name the cluster has no other one. */
function notReplaced(bindings: readonly Binding[], state: StateObjects): Binding[] {
  const names = new Set(bindings.map(({ metadata }) => metadata.name));
  const taken = new Set([...namesakes(state, names)].map(objectKey));
  return bindings.filter((binding) => !taken.has(objectKey(binding)));
}

/** Of a state that replaces none, those that every such state has. */
const DEFAULT_BINDINGS = new WeakMap<Policy, readonly BoundSubjects[]>();

function defaultBindings(defaults: Policy, state: StateObjects): readonly BoundSubjects[] {
  const left = notReplaced(defaults.bindings, state);
  const made = (): BoundSubjects[] => merged(left.map(item), { isDefault: true });
  if (left.length < defaults.bindings.length) return made();
  const known = DEFAULT_BINDINGS.get(defaults) ?? made();
  DEFAULT_BINDINGS.set(defaults, known);
  return known;
}

function item<T extends KubernetesObject>(object: T): ObjectOrCopies<T> {
  return { object };
}

function objectOf<T extends KubernetesObject>({ object }: ObjectOrCopies<T>): T {
  return object;
}

function merged(
  items: readonly ObjectOrCopies<Binding>[],
  whose: Partial<Pick<BoundSubjects, 'isDefault' | 'isUntouched'>> = {},
): BoundSubjects[] {
  const alike = new Map<string, { binding: Binding; subjects: GrantSubject[]; items: ObjectOrCopies<Binding>[]; namespaces: string[] }>();
  for (const item of items) {
    const { kind, metadata, roleRef } = item.object;
    const namespaces = kind === 'RoleBinding' ? namespacesOf(item) : [];
    const subjects = subjectsOf(item.object, item.copies ? undefined : namespaces[0]);
    const isOpen = !item.copies && isPlaceOpen(item.object);
    const key = JSON.stringify([kind, metadata.name, roleRef.kind, roleRef.name, subjects, isOpen]);
    const known = alike.get(key) ?? { binding: objectIn(item, namespaces[0] ?? ''), subjects, items: [], namespaces: [] };
    known.items.push(item);
    for (const namespace of namespaces) known.namespaces.push(namespace);
    alike.set(key, known);
  }
  return [...alike.values()].map(({ binding, subjects, items: same, namespaces }) => ({
    binding,
    subjects,
    items: same,
    isDefault: false,
    ...whose,
    ...(binding.kind === 'RoleBinding' ? { namespaces: [...new Set(namespaces)].sort(compareText) } : {}),
  }));
}

interface GrowingHolder {
  readonly subject: GrantSubject;
  readonly everywhere: BoundRole[];
  readonly local: (LocalRole & { readonly namespaces: readonly string[] })[];
}

function holdersOf(
  clusterRoles: ReadonlyMap<string, Role>,
  bound: readonly BoundSubjects[],
  rolesOf: (binding: Binding, namespaces: readonly string[] | undefined) => FoundRole[],
): Map<string, SubjectRoles> {
  const growing = new Map<string, GrowingHolder>();
  for (const { binding, subjects, items } of bound) {
    if (binding.kind === 'ClusterRoleBinding') {
      for (const item of items)
        for (const { role } of rolesOf(item.object, undefined))
          for (const who of subjects) holder(growing, who).everywhere.push({ binding: item.object, role: role.object });
    } else {
      for (const item of items) {
        const found = rolesOf(item.object, namespacesOf(item)).map((role) => ({ binding: item, ...role }));
        if (found.length > 0) for (const who of subjects) holder(growing, who).local.push(...found);
      }
    }
  }
  for (const role of clusterRoles.values()) {
    if (role.aggregationRule) holder(growing, { kind: 'RoleHolder', name: role.metadata.name }).everywhere.push({ role });
  }
  return new Map([...growing].map(([key, grown]) => [key, finished(grown)]));
}

function holder(bySubject: Map<string, GrowingHolder>, subject: GrantSubject): GrowingHolder {
  const key = subjectKey(subject);
  const known = bySubject.get(key) ?? { subject, everywhere: [], local: [] };
  bySubject.set(key, known);
  return known;
}

function finished({ subject, everywhere, local }: GrowingHolder): SubjectRoles {
  return { subject, everywhere, inNamespace: byNamespace(local, ({ namespaces }) => namespaces) };
}
