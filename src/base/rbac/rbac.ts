/**
 * The index of a cluster's roles and bindings: the subjects, their rules, the scope and the path. All code about permissions uses it.
 * Copies are described once; only the lists of their namespaces grow with their number.
 */
import type { ObjectOrCopies } from '../kubernetes/copies.js';
import { compareText, groupBy, type KubernetesObject, objectKey } from '../kubernetes/object.js';
import { type Binding, bindingOf, isPlaceOpen, RBAC_KINDS, type Role, roleOf } from '../kubernetes/rbac.js';
import { oncePerKey } from '../manifest/once.js';
import type { BoundRole, BoundSubjects, FindRoles, FoundRole, LocalRole, Rbac, SubjectRoles } from './bound.js';
import { byNamespace } from './by-namespace.js';
import { defaultsFor } from './default-policy.js';
import type { Policy } from './defaults/parse-policy.js';
import type { GrantSubject } from './grant.js';
import { byPlace, type ClusterObjects, namesakes, namespacesOf, objectIn, objectsOrCopies, type StateObjects } from './rbac-objects.js';
import { aggregationOf } from './role-rules.js';
import { subjectKey, subjectsOf } from './subject.js';

/** Finds Roles among roles; ignores ClusterRoles. */
export function roleFinder(items: readonly ObjectOrCopies<Role>[]): FindRoles {
  const byName = groupBy(
    items.filter(({ object }) => object.kind === 'Role'),
    ({ object }) => object.metadata.name,
  );
  const placed = oncePerKey((name: string) => byPlace(byName.get(name) ?? []));
  return (name, namespaces) => {
    const places = placed(name);
    const found = groupBy(namespaces, (namespace) => places.get(namespace));
    return [...found].flatMap(([role, here]) => (role ? [{ role, namespaces: here }] : []));
  };
}

/**
 * Indexes the roles and bindings among some objects, and the default ones that they do not replace. Ignores other objects, also those
 * of these kinds in other API groups.
 *
 * @param defaults by default, those of the cluster with the objects
 */
export function rbacOf(state: ClusterObjects, defaults: Policy = defaultsFor(state)): Rbac {
  const known = INDEXES.get(state) ?? new Map<Policy, Rbac>();
  INDEXES.set(state, known);
  const rbac = known.get(defaults) ?? (state === NONE || hasRbac(state) ? indexOf(state, defaults) : rbacOf(NONE, defaults));
  known.set(defaults, rbac);
  return rbac;
}

/** Indexes by state. Each is made once: a state does not change. */
const INDEXES = new WeakMap<StateObjects, Map<Policy, Rbac>>();
/** States without roles and bindings of their own share an index. */
const NONE: ClusterObjects = { objects: [], copied: [] };

function hasRbac({ objects, copied, untouched }: ClusterObjects): boolean {
  return [objects, copied.map(objectOf), untouched?.objects ?? []].some((some) => some.some(({ kind }) => RBAC_KINDS.has(kind)));
}

function indexOf(state: ClusterObjects, defaults: Policy): Rbac {
  const { roles, bindings } = typed(state);
  const around = typed({ objects: state.untouched?.objects ?? [], copied: [] });
  // A later object replaces an earlier one with the same name. An object that is elsewhere never makes a default role harmless.
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

/** The default bindings whose names the cluster does not use for others. */
function notReplaced(bindings: readonly Binding[], state: StateObjects): Binding[] {
  const names = new Set(bindings.map(({ metadata }) => metadata.name));
  const taken = new Set([...namesakes(state, names)].map(objectKey));
  return bindings.filter((binding) => !taken.has(objectKey(binding)));
}

/** The default bindings for a state that replaces none of them: all such states share one list. */
const DEFAULT_BINDINGS = new WeakMap<Policy, readonly BoundSubjects[]>();

function defaultBindings(defaults: Policy, state: StateObjects): readonly BoundSubjects[] {
  const left = notReplaced(defaults.bindings, state);
  const made = (): BoundSubjects[] => merged(left.map(item), { isDefault: true });
  if (left.length < defaults.bindings.length) return made();
  const known = DEFAULT_BINDINGS.get(defaults) ?? made();
  DEFAULT_BINDINGS.set(defaults, known);
  return known;
}

const item = <T extends KubernetesObject>(object: T): ObjectOrCopies<T> => ({ object });
const objectOf = <T extends KubernetesObject>({ object }: ObjectOrCopies<T>): T => object;

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
