/** Why is it so? Of a CSV, an OperatorGroup, a role, a binding, or somebody who holds rights. */
import { formatReference, type ObjectReference, referenceTo } from '../model/kubernetes-object.js';
import { csvReference, groupReference } from '../rules/references.js';
import { explainCsv } from './explain-csv.js';
import { explainGroup } from './explain-group.js';
import { explainRole } from './explain-role.js';
import { subjectGrants, type WantedRights } from './explain-subject.js';
import { type Explanation, type Fact, isSameReference } from './explanation.js';
import { holdersOf } from './holders.js';
import type { ReviewSide } from './review.js';
import { allObjects } from './side-objects.js';

/** The kinds that can be explained. */
export const EXPLAINED_KINDS = [
  'ClusterServiceVersion',
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
 * Explains something; nothing comes back where it is not there.
 *
 * @param rights which rights of somebody are asked about
 * @example
 * explain({ kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' }, side).facts[0] // { label: 'verdict', … }
 */
export function explain(object: ObjectReference, side: ReviewSide, rights: WantedRights = {}): Explanation | undefined {
  const known = factsAbout(object, side);
  const holder = object.kind === 'ClusterRole' ? { ...object, kind: 'RoleHolder' } : object;
  const held = known && object.kind !== 'ClusterRole' ? undefined : subjectGrants(holder, side, rights);
  const isThere = [...allObjects(side)].some((other) => isSameReference(object, referenceTo(other)));
  if (!known && !held && !isThere) return undefined;
  // An account without rights is an answer, too.
  const grants = held ?? (known ? undefined : []);
  const place = side.placeOf(object);
  return {
    object,
    ...(place ? { place } : {}),
    facts: known ?? [],
    findings: side.findings.filter(({ subject }) => isSameReference(object, subject)),
    ...(grants ? { grants } : {}),
  };
}

/** All that is there of a kind: what could have been meant. */
export function namesOf(kind: string, side: ReviewSide): string[] {
  const { resolution } = side;
  const references = [
    ...[...resolution.csvs, ...resolution.replaced].map(({ csv }) => csvReference(csv)),
    ...resolution.groups.map(({ group }) => groupReference(group)),
    ...[...allObjects(side)].map(referenceTo),
    ...[...holdersOf(side).bySubject.values()].map(({ subject }) => subject),
  ];
  return [...new Set(references.filter((reference) => reference.kind === kind).map(formatReference))];
}

function factsAbout(object: ObjectReference, side: ReviewSide): Fact[] | undefined {
  switch (object.kind) {
    case 'ClusterServiceVersion':
      return explainCsv(object, side);
    case 'OperatorGroup':
      return explainGroup(object, side);
    case 'Role':
    case 'ClusterRole':
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return explainRole(object, side);
    default:
      return undefined;
  }
}
