/** Fields of roles and bindings that Kubernetes does not know: what is written there is not what counts. */

import { groupOf } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf, listOf } from '../../kubernetes/pod-spec.js';
import { POLICY_RULE_FIELDS } from '../../kubernetes/policy-rule.js';
import { bindingOf, roleOf } from '../../kubernetes/rbac.js';
import { type FieldPath, formatFieldPath } from '../../manifest/field-path.js';
import { riskRule } from '../risk-rule.js';

const OF_OBJECT = ['apiVersion', 'kind', 'metadata', 'status'];
const OF_ROLE = [...OF_OBJECT, 'rules', 'aggregationRule'];
// The last two are OpenShift's older form.
const OF_BINDING = [...OF_OBJECT, 'roleRef', 'subjects', 'userNames', 'groupNames'];
// The last one is OpenShift's.
const OF_RULE = [...POLICY_RULE_FIELDS, 'attributeRestrictions'];
const OF_SUBJECT = ['kind', 'apiGroup', 'apiVersion', 'name', 'namespace'];
const OF_ROLE_REF = ['apiGroup', 'apiVersion', 'kind', 'name', 'namespace'];
const SUBJECT_KINDS: ReadonlySet<string> = new Set(['User', 'Group', 'ServiceAccount']);
const OF_OPENSHIFT: ReadonlySet<string> = new Set(['SystemUser', 'SystemGroup']);

export const unknownRbacField = riskRule({
  id: 'unknown-rbac-field',
  severity: 'error',
  title: 'A role or binding has a field that Kubernetes does not know',
  references: ['CWE-436: Interpretation Conflict'],
  documentation: {
    meaning:
      'The change adds a role or binding with a field that its kind lacks, such as `Subjects`, or with an invalid subject: an unknown kind or API group, or an account without a namespace. Kubernetes refuses it or drops the field, and other programs ignore case, so its effect is not certain.',
    attack: 'A binding with `subjects: []` and `Subjects: [{kind: User, name: mallory}]` is empty to one program and full to another.',
    fix: 'Correct or remove the field, as the message says.',
  },
  looksAt: isGrant,
  pair: ({ before, after }) => {
    const known = new Set(before && isGrant(before) ? oddities(before).map(({ what }) => what) : []);
    return oddities(after)
      .filter(({ what }) => !known.has(what))
      .map(({ at, what }) => ({
        says: what,
        fix: `correct ${formatFieldPath(at)}, or remove it`,
        at,
        identity: [`${formatReference(referenceTo(after))} ${what}`],
        covers: [at],
      }));
  },
});

/** A field or subject that Kubernetes does not know. */
interface Oddity {
  readonly at: FieldPath;
  readonly what: string;
}

function isGrant(object: KubernetesObject): boolean {
  return roleOf(object) !== undefined || bindingOf(object) !== undefined;
}

function oddities(object: KubernetesObject): Oddity[] {
  return [...fieldsNotKnown(object), ...subjectsThatAreNobody(object), ...groupsOfNothing(object)];
}

function fieldsNotKnown(object: KubernetesObject): Oddity[] {
  const { rules, subjects, roleRef } = object;
  const within = (value: unknown, known: readonly string[], at: FieldPath): Oddity[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value)
          .filter((key) => !known.includes(key))
          .map((key) => ({ at: [...at, key], what: unknownText([...at, key], known) }))
      : [];
  const each = (list: unknown, known: readonly string[], at: string): Oddity[] =>
    Array.isArray(list) ? list.flatMap((entry, index) => within(entry, known, [at, index])) : [];
  return [
    ...within(object, roleOf(object) ? OF_ROLE : OF_BINDING, []),
    ...within(roleRef, OF_ROLE_REF, ['roleRef']),
    ...each(rules, OF_RULE, 'rules'),
    ...each(subjects, OF_SUBJECT, 'subjects'),
  ];
}

function unknownText(at: FieldPath, known: readonly string[]): string {
  const key = String(at.at(-1)).toLowerCase();
  const meant = known.find((field) => field.toLowerCase() === key);
  return `has the unknown field ${formatFieldPath(at)}${meant === undefined ? '' : `, which some programs read as ${meant}`}`;
}

function subjectsThatAreNobody(object: KubernetesObject): Oddity[] {
  const { apiVersion, kind, metadata, subjects } = object;
  if (!Array.isArray(subjects)) return [];
  const isOpenShift = groupOf(apiVersion) === 'authorization.openshift.io';
  return subjects.flatMap((subject: { kind?: unknown; namespace?: unknown; name?: unknown } | null, index): Oddity[] => {
    const at = ['subjects', index];
    const subjectKind = String(subject?.kind);
    if (!SUBJECT_KINDS.has(subjectKind) && !(isOpenShift && OF_OPENSHIFT.has(subjectKind)))
      return [{ at: [...at, 'kind'], what: `has a subject of the unknown kind ${subjectKind}` }];
    // In a RoleBinding, Kubernetes takes an account without one to be in the namespace of the binding, where that has one
    // (`appliesToUser` in pkg/registry/rbac/validation/rule.go), and OpenShift fills it in.
    const isNeeded = kind === 'ClusterRoleBinding' || (!isOpenShift && !metadata.namespace);
    const isLost = subject?.kind === 'ServiceAccount' && isNeeded && !subject.namespace;
    return isLost ? [{ at, what: `names ServiceAccount ${String(subject.name)} without a namespace` }] : [];
  });
}

const RBAC_GROUPS: readonly unknown[] = [undefined, null, '', 'rbac.authorization.k8s.io'];

/** Kubernetes refuses a binding whose role or subject is of another API group. */
function groupsOfNothing({ apiVersion, roleRef, subjects }: KubernetesObject): Oddity[] {
  if (groupOf(apiVersion) !== 'rbac.authorization.k8s.io') return [];
  const check = (named: unknown, at: FieldPath, groups: readonly unknown[]): Oddity[] => {
    const { apiGroup } = fieldsOf(named);
    return groups.includes(apiGroup) ? [] : [{ at: [...at, 'apiGroup'], what: `names the unknown API group ${String(apiGroup)}` }];
  };
  const accounts = RBAC_GROUPS.slice(0, 3);
  return [
    ...check(roleRef, ['roleRef'], RBAC_GROUPS),
    ...listOf(subjects).flatMap((subject, index) =>
      check(subject, ['subjects', index], subject.kind === 'ServiceAccount' ? accounts : RBAC_GROUPS),
    ),
  ];
}
