/** Explains a CSV, a Subscription, an OperatorGroup, a role, a binding, or a subject with permissions. */
import { formatReference, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { csvReference, groupReference, subscriptionReference } from '../model/finding.js';
import { rbacOf } from '../rbac/rbac.js';
import { allObjects, namesakes } from '../rbac/rbac-objects.js';
import type { State } from '../state/state.js';
import { explainCsv } from './explain-csv.js';
import { explainGroup } from './explain-group.js';
import { explainRole } from './explain-role.js';
import { subjectGrants, type WantedRights } from './explain-subject.js';
import { explainSubscription } from './explain-subscription.js';
import { explainedPlace } from './explained-place.js';
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
 * Explains something.
 *
 * @param rights which permissions of a subject are asked about
 * @returns nothing if it does not exist
 * @example
 * explain({ kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' }, state).facts[0] // { label: 'verdict', … }
 */
export function explain(object: ObjectReference, state: State, rights: WantedRights = {}): Explanation | undefined {
  const known = factsAbout(object, state);
  const holder = object.kind === 'ClusterRole' ? { ...object, kind: 'RoleHolder' } : object;
  const held = known && object.kind !== 'ClusterRole' ? undefined : subjectGrants(holder, state, rights);
  const isThere = [...namesakes(state, new Set([object.name]))].some((other) => isSameReference(object, referenceTo(other)));
  if (!known && !held && !isThere) return undefined;
  // An account without permissions is an answer, too.
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

/** The names of a kind, to suggest the one that was meant. */
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
