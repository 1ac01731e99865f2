/** Explains a CSV, a Subscription, an OperatorGroup, a role, a binding, or a subject with permissions. */
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { bindingOf } from '../../base/kubernetes/rbac.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { Atom } from '../../base/rbac/atoms.js';
import { type AccessRequest, ruleAllows } from '../../base/rbac/authorizer.js';
import { withoutDefaults } from '../../base/rbac/default-holdings.js';
import { effectiveGrants } from '../../base/rbac/effective-grants.js';
import type { Grant, GrantSubject } from '../../base/rbac/grant.js';
import { grantsOf } from '../../base/rbac/grants.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { allObjects, namesakes, objectsOrCopies } from '../../base/rbac/rbac-objects.js';
import { serviceAccount, subjectKey, subjectKeys, subjectsOf } from '../../base/rbac/subject.js';
import { csvReference, groupReference, subscriptionReference } from '../../olm/model/finding.js';
import { pathTeller } from '../state/grant-path.js';
import { originFinder } from '../state/role-origin.js';
import type { State } from '../state/state.js';
import { explainCsv, explainGroup, explainSubscription } from './explain-olm.js';
import { explainRole } from './explain-role.js';
import { type Explanation, type Fact, isSameReference } from './explanation.js';

/** The kinds that can be explained. */
export const EXPLAINED_KINDS = [
  'ClusterServiceVersion',
  'Subscription',
  'OperatorGroup',
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'ServiceAccount',
  'User',
  'Group',
] as const;

/**
 * Explains an object: why a CSV fails, what a Subscription installs, why a role exists, how a subject gets its permissions.
 *
 * @param rights for a subject: only permissions with this verb or on this resource
 * @returns undefined if the object does not exist
 * @example
 * explain({ kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' }, state).facts[0] // { label: 'verdict', … }
 */
export function explain(object: ObjectReference, state: State, rights: WantedRights = {}): Explanation | undefined {
  const known = factsAbout(object, state);
  const holder = object.kind === 'ClusterRole' ? { ...object, kind: 'RoleHolder' } : object;
  const held = known && object.kind !== 'ClusterRole' ? undefined : subjectGrants(holder, state, rights);
  const isThere = [...namesakes(state, new Set([object.name]))].some((other) => isSameReference(object, referenceTo(other)));
  if (!known && !held && !isThere) return undefined;
  // An account without permissions is also an answer.
  const grants = held ?? (known ? undefined : []);
  const place = explainedPlace(object, state);
  return {
    object,
    ...(place ? { place } : {}),
    facts: known ?? [],
    findings: state.findings.filter(({ subject }) => isSameReference(object, subject)),
    ...(grants ? { grants } : {}),
  };
}

/** The names of a kind, for suggestions. */
export function namesOf(kind: string, state: State): string[] {
  return namedOf(kind, state).map(formatReference);
}

/** The objects and subjects of a kind, each once. */
export function namedOf(kind: string, state: State): ObjectReference[] {
  const { resolution, cluster } = state;
  const references = [
    ...[...resolution.csvs, ...resolution.replaced].map(({ csv }) => csvReference(csv)),
    ...cluster.subscriptions.map(subscriptionReference),
    ...resolution.groups.map(({ group }) => groupReference(group)),
    ...[...allObjects(state)].map(referenceTo),
    ...[...rbacOf(state).bySubject.values()].map(({ subject }) => subject),
  ];
  return [
    ...new Map(
      references.filter((reference) => reference.kind === kind).map((reference) => [formatReference(reference), reference]),
    ).values(),
  ];
}

function factsAbout(object: ObjectReference, state: State): Fact[] | undefined {
  switch (object.kind) {
    case 'ClusterServiceVersion':
      return explainCsv(object, state);
    case 'Subscription':
      return explainSubscription(object, state);
    case 'OperatorGroup':
      return explainGroup(object, state);
    case 'Role':
    case 'ClusterRole':
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return explainRole(object, state);
    default:
      return undefined;
  }
}

// The permissions of a subject, with their paths.

/** The permissions to list; by default all. */
export interface WantedRights {
  readonly verb?: string;
  /** As askedAccess reads it; its verb is ignored. */
  readonly request?: AccessRequest;
}

/** The permissions of a subject, including those of the groups of a ServiceAccount; undefined if no such subject has permissions. */
function subjectGrants(wanted: ObjectReference, state: State, rights: WantedRights): Grant[] | undefined {
  const rbac = rbacOf(state);
  const [own, ...groups] = keysOf(wanted).map((key) => rbac.bySubject.get(key));
  const isAsked = rights.verb !== undefined || rights.request !== undefined;
  const given = [own, ...groups.map((group) => group && withoutDefaults(group))].filter((holder) => holder !== undefined);
  if (given.length === 0) return undefined;
  const meant = isAsked ? [own, ...groups].filter((holder) => holder !== undefined) : given;
  const teller = pathTeller(state);
  const grants = grantsOf(meant, rbac, teller.tell, (atom) => isWanted(atom, rights));
  return teller.place(effectiveGrants(grants, state.objects));
}

function keysOf({ kind, namespace, name }: ObjectReference): readonly string[] {
  if (kind === 'ServiceAccount' && namespace !== undefined) return subjectKeys(serviceAccount({ namespace, name }));
  return isHolderKind(kind) ? [subjectKey({ kind, name })] : [];
}

function isHolderKind(kind: string): kind is GrantSubject['kind'] {
  return kind === 'User' || kind === 'Group' || kind === 'RoleHolder';
}

function isWanted(atom: Atom, { verb, request }: WantedRights): boolean {
  if (verb !== undefined && atom.verb !== '*' && atom.verb !== verb) return false;
  if (!request) return true;
  const verbs = [request.verb];
  if ('url' in atom) return ruleAllows({ verbs, nonResourceURLs: [atom.url] }, request);
  const rule = { verbs, apiGroups: [atom.apiGroup], resources: [atom.resource] };
  return ruleAllows(rule, request);
}

// Finds the place of an explained object.

/**
 * The place of an object of the input. For a created role or binding: the field of the CSV or the OperatorGroup that it was created for.
 * For a subject that is not in the input: the first binding that names it.
 */
function explainedPlace(object: ObjectReference, state: State): SourcePlace | undefined {
  const given = state.placeOf(object);
  if (given) return given;
  const originOf = originFinder(state);
  const name = formatReference(object);
  const made = [...allObjects(state)].filter((other) => formatReference(referenceTo(other)) === name);
  for (const source of [...bindingsTo(object, state), ...made]) {
    const origin = originOf(source);
    const place = state.placeOf(referenceTo(source)) ?? (origin && state.placeOf(origin.owner, origin.field));
    if (place) return place;
  }
  return undefined;
}

function bindingsTo(object: ObjectReference, state: State): KubernetesObject[] {
  const key = subjectKey(object as GrantSubject);
  return objectsOrCopies(state).flatMap(({ object: given }) => {
    const binding = bindingOf(given);
    return binding && subjectsOf(binding, binding.metadata.namespace).some((subject) => subjectKey(subject) === key) ? [given] : [];
  });
}
