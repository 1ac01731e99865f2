/** Finds unchanged objects of the same cluster: they count in both states and are never reported as changed. */
import { isDeepStrictEqual } from 'node:util';
import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import { formatReference, groupBy, isNamedObject, type KubernetesObject, referenceTo } from '../../base/kubernetes/object.js';
import { type Binding, bindingOf, isPlaceOpen, RBAC_KINDS, type Role, roleOf } from '../../base/kubernetes/rbac.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { grantsTheSame } from '../../base/rbac/same-grant.js';
import { subjectsOf } from '../../base/rbac/subject.js';
import { unknownRoles } from '../../base/rbac/unknown-roles.js';
import { isReadable } from '../../olm/render/bundled-objects.js';
import type { State, UncountedRole, Untouched } from './state.js';
import { isUnreadableRole, namesake } from './uncounted-roles.js';
import { accountSubject, workloadsOf } from './workloads.js';

/** The names that a change needs to look up in the rest of its cluster. */
export interface Asked {
  /** Names of roles that are missing here, or that the change edits. */
  readonly roles: ReadonlySet<string>;
  /** These names, names of accounts, groups and users, roles that bindings name, and aggregation labels. */
  readonly names: ReadonlySet<string>;
  /** Namespaces of changed bindings. */
  readonly namespaces: ReadonlySet<string>;
}

/** The names in roles, bindings, workloads and groups that differ between the states, and the names of roles that are in neither. */
export function askedBy(base: State, head: State): Asked {
  const [roles, names, namespaces] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [state, other] of [
    [base, head],
    [head, base],
  ] as const) {
    for (const { binding, isAggregated } of unknownRoles(rbacOf(state))) if (!isAggregated) roles.add(binding.roleRef.name);
    for (const object of changedObjects(state, other)) {
      const role = roleOf(object);
      if (role) addRole(role, roles, names);
      const binding = bindingOf(object);
      if (binding) addBinding(binding, names, namespaces);
      if (object.kind === 'Group') names.add(object.metadata.name);
    }
    const known = new Set(workloadsOf(other).map(({ reference, account }) => `${formatReference(reference)} ${account}`));
    for (const workload of workloadsOf(state)) {
      const { reference, account } = workload;
      // Every namespace has a `default` account, and it is rarely bound.
      if (account !== 'default' && !known.has(`${formatReference(reference)} ${account}`)) names.add(accountSubject(workload).name);
    }
  }
  return { roles, names: new Set([...roles, ...names]), namespaces };
}

function addRole(role: Role, roles: Set<string>, names: Set<string>): void {
  roles.add(role.metadata.name);
  // A label can aggregate a ClusterRole into another one.
  for (const label of Object.keys(role.metadata.labels ?? {})) if (label.includes('aggregate')) names.add(label);
  for (const { matchLabels } of role.aggregationRule?.clusterRoleSelectors ?? [])
    for (const label of Object.keys(matchLabels ?? {})) names.add(label);
}

function addBinding(binding: Binding, names: Set<string>, namespaces: Set<string>): void {
  // A patch of a kustomization has only what it changes.
  const { name: role }: Partial<Binding['roleRef']> = binding.roleRef ?? {};
  if (role !== undefined) names.add(role);
  const { namespace } = binding.metadata;
  if (namespace) namespaces.add(namespace);
  for (const { name } of binding.subjects) names.add(name);
}

/** The roles, bindings and groups of a state that the other state does not have in the same form. */
function changedObjects(state: State, other: State): KubernetesObject[] {
  const before = groupBy([...other.objects, ...other.given].filter(isAsked), keyWithGroup);
  return [...state.objects, ...state.given]
    .filter(isAsked)
    .filter((object) => !before.get(keyWithGroup(object))?.some((twin) => isDeepStrictEqual(twin, object)));
}

function isAsked({ kind }: KubernetesObject): boolean {
  return RBAC_KINDS.has(kind) || kind === 'Group';
}

/** A document of a unit that the change does not touch. */
export interface UntouchedDocument extends Pick<ParsedDocument, 'value' | 'source' | 'inside'> {
  /** Whether the unit reaches the cluster of the change. */
  readonly isOfCluster: boolean;
}

/**
 * The roles, bindings, accounts and Namespaces of documents.
 *
 * @param isLeftAlone whether tools do not apply an object
 */
export function untouchedIn(
  documents: readonly UntouchedDocument[],
  isLeftAlone: (object: KubernetesObject) => boolean,
  place: (source: SourceReference, at?: FieldPath) => SourcePlace | undefined,
): Untouched {
  const sources = new Map<KubernetesObject, SourceReference>();
  const certain: KubernetesObject[] = [];
  const perhaps: KubernetesObject[] = [];
  // Roles in other objects, such as policies: a policy may be for another cluster, so its role only makes roles of the same name uncertain.
  const inOthers: KubernetesObject[] = [];
  const unreadable = new Set<string>();
  const roles: UncountedRole[] = [];
  for (const { value, source, inside, isOfCluster } of documents) {
    if (isOfCluster && isNamedObject(value) && !isLeftAlone(value)) {
      roles.push(...namesake(value, source.file));
      if (isUnreadableRole(value)) unreadable.add(formatReference(referenceTo(value)));
    }
    if (!isNamedObject(value) || !(isPlain(value) || (RBAC_KINDS.has(value.kind) && isReadable(value)))) continue;
    sources.set(value, source);
    const isCertain = isOfCluster && inside === undefined && !isLeftAlone(value) && !(RBAC_KINDS.has(value.kind) && isPlaceOpen(value));
    (isCertain ? certain : perhaps).push(value);
    if (isOfCluster && inside !== undefined && roleOf(value)) inOthers.push(value);
  }
  const rivals = groupBy(inOthers, (object) => formatReference(referenceTo(object)));
  const agreed: KubernetesObject[] = [];
  for (const [name, [first, ...others]] of groupBy(certain, (object) => formatReference(referenceTo(object)))) {
    if (!unreadable.has(name) && [...others, ...(rivals.get(name) ?? [])].every((other) => grantsTheSame(first, other))) agreed.push(first);
    else perhaps.push(first, ...others);
  }
  const byName = new Map(agreed.map((object) => [formatReference(referenceTo(object)), object]));
  const placeOfObject = (object: KubernetesObject | undefined, field?: FieldPath): SourcePlace | undefined => {
    const source = object && sources.get(object);
    return source && (place(source, field) ?? { file: source.file });
  };
  return {
    objects: agreed,
    perhaps,
    roles,
    placeOf: (object, field) => placeOfObject(byName.get(formatReference(object)), field),
    placeOfObject,
  };
}

function isPlain({ kind, apiVersion }: KubernetesObject): boolean {
  return apiVersion === 'v1' && (kind === 'ServiceAccount' || kind === 'Namespace');
}

/** The roles of yet other units, named by bindings of the names and namespaces in question. */
export function rolesNamed({ objects, perhaps }: Untouched, { names, namespaces }: Asked, states: readonly State[]): string[] {
  const known = new Set([...objects, ...perhaps, ...states.flatMap((state) => state.objects)].map(nameOfRole));
  return [...objects, ...perhaps].flatMap((object) => {
    const binding = bindingOf(object);
    if (!binding) return [];
    const isAbout = subjectsOf(binding, binding.metadata.namespace).some(
      ({ name, namespace }) => names.has(name) || (namespace !== undefined && namespaces.has(namespace)),
    );
    return isAbout && !known.has(`${binding.roleRef.kind} ${binding.roleRef.name}`) ? [binding.roleRef.name] : [];
  });
}

/** The names of the roles that the bindings of a state grant. */
export function boundRoles({ objects }: State): ReadonlySet<string> {
  return new Set(objects.flatMap((object) => bindingOf(object)?.roleRef.name ?? []));
}

function nameOfRole({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}
