/** Reports changes of roles that no grant shows: unknown fields, powerful roles without a binding, lost access, CSVs that request more. */

import { groupOf } from '../../../base/kubernetes/kinds.js';
import { compareText, formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { POLICY_RULE_FIELDS, type PolicyRule, policyRule } from '../../../base/kubernetes/policy-rule.js';
import { bindingOf, RBAC_GROUP, type Role, roleOf } from '../../../base/kubernetes/rbac.js';
import { type FieldPath, formatFieldPath } from '../../../base/manifest/field-path.js';
import { heldRoles } from '../../../base/rbac/held-roles.js';
import { rbacOf } from '../../../base/rbac/rbac.js';
import { effect, permissionsStep } from '../../../base/rbac/step.js';
import { subjectKey, subjectsOf } from '../../../base/rbac/subject.js';
import { boundTo, placeText, subjectText } from '../../../base/wording/permissions.js';
import { listed } from '../../../base/wording/phrases.js';
import type { ClusterServiceVersion } from '../../../olm/model/cluster-service-version.js';
import { csvReference } from '../../../olm/model/finding.js';
import type { PermissionList } from '../../state/role-origin.js';
import type { State } from '../../state/state.js';
import type { Access, HeldRule } from '../access/access.js';
import { type ProvidedResources, providedApisIn, providedResources } from '../access/api-groups.js';
import { heldByKey, isEverything } from '../access/held.js';
import { aggregationSteps } from '../access/paths.js';
import { permissionsOf, permissionsText, uncovered } from '../access/permission.js';
import { powerOfRules } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';

// Fields of roles and bindings that Kubernetes does not know: their effect differs from their text.

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

export const unknownRbacField = riskRule('unknown-rbac-field', 'error', 'A role or binding has a field that Kubernetes does not know', {
  class: 'unread',
  references: ['CWE-436: Interpretation Conflict'],
  meaning:
    'The change adds a role or binding with a field that its kind lacks, such as `Subjects`, or with an invalid subject: an unknown kind or API group, or an account without a namespace. Kubernetes refuses the object or drops the field, but other programs ignore case, so the effect is not certain.',
  attack:
    'A binding with `subjects: []` and `Subjects: [{kind: User, name: mallory}]` is empty for one program and has a subject for another.',
  fix: 'Correct or remove the field, as described in the message.',
  looksAt: isGrant,
  pair: ({ before, after }) => {
    const known = new Set(before && isGrant(before) ? voidFields(before).map(({ what }) => what) : []);
    return voidFields(after)
      .filter(({ what }) => !known.has(what))
      .map(({ at, what }) => ({
        says: what,
        fix: `correct ${formatFieldPath(at)}, or remove it`,
        at,
        identity: [`${formatReference(referenceTo(after))} ${what}`],
        claims: [at],
      }));
  },
});

/** A field or subject that Kubernetes does not know. */
interface VoidField {
  readonly at: FieldPath;
  readonly what: string;
}

function isGrant(object: KubernetesObject): boolean {
  return roleOf(object) !== undefined || bindingOf(object) !== undefined;
}

function voidFields(object: KubernetesObject): VoidField[] {
  return [...fieldsNotKnown(object), ...unknownSubjects(object), ...wrongGroups(object)];
}

function fieldsNotKnown(object: KubernetesObject): VoidField[] {
  const { rules, subjects, roleRef } = object;
  const within = (value: unknown, known: readonly string[], at: FieldPath): VoidField[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value)
          .filter((key) => !known.includes(key))
          .map((key) => ({ at: [...at, key], what: unknownText([...at, key], known) }))
      : [];
  const each = (list: unknown, known: readonly string[], at: string): VoidField[] =>
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

function unknownSubjects(object: KubernetesObject): VoidField[] {
  const { apiVersion, kind, metadata, subjects } = object;
  if (!Array.isArray(subjects)) return [];
  const isOpenShift = groupOf(apiVersion) === 'authorization.openshift.io';
  return subjects.flatMap((subject: { kind?: unknown; namespace?: unknown; name?: unknown } | null, index): VoidField[] => {
    const at = ['subjects', index];
    const subjectKind = String(subject?.kind);
    if (!SUBJECT_KINDS.has(subjectKind) && !(isOpenShift && OF_OPENSHIFT.has(subjectKind)))
      return [{ at: [...at, 'kind'], what: `has a subject of the unknown kind ${subjectKind}` }];
    // In a RoleBinding, an account without a namespace is in the namespace of the binding, if that is set (`appliesToUser` in
    // pkg/registry/rbac/validation/rule.go); OpenShift fills it in.
    const isNeeded = kind === 'ClusterRoleBinding' || (!isOpenShift && !metadata.namespace);
    const isLost = subject?.kind === 'ServiceAccount' && isNeeded && !subject.namespace;
    return isLost ? [{ at, what: `names ServiceAccount ${String(subject.name)} without a namespace` }] : [];
  });
}

const RBAC_GROUPS: readonly unknown[] = [undefined, null, '', RBAC_GROUP];

/** Kubernetes refuses a binding whose role or subject is of another API group. */
function wrongGroups({ apiVersion, roleRef, subjects }: KubernetesObject): VoidField[] {
  if (groupOf(apiVersion) !== RBAC_GROUP) return [];
  const check = (named: unknown, at: FieldPath, groups: readonly unknown[]): VoidField[] => {
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

// Powerful roles that the input binds to nobody: subjects that are bound elsewhere have their permissions.

export const unboundRole = riskRule('unbound-role', 'error', 'A powerful role that nobody here is bound to', {
  references: ['CWE-1220: Insufficient Granularity of Access Control', NSA_RBAC],
  meaning:
    'The change adds or widens a role that is one step from cluster-admin, and nobody in the input is bound to it. A binding or an aggregating ClusterRole outside of the input can use the role. It is an error if it allows everything or if another unit of the repository binds somebody to it, and otherwise a warning.',
  attack:
    'A label makes a monitoring role on the cluster aggregate the new ClusterRole. No binding changes, and everyone bound to that role can do everything.',
  fix: 'Remove the role or its dangerous permissions, or add the bindings that name it to the input.',
  compare: ({ state: base }, access) => {
    const { state: head } = access;
    const before = new Map(rolesIn(base).map((role) => [roleText(role), role.rules]));
    const powerful = rolesIn(head).flatMap((role) => {
      const power = powerOfRules(access, role.rules);
      if (power === undefined) return [];
      const added = uncovered(permissionsOf(role.rules), permissionsOf(before.get(roleText(role)) ?? []));
      return added.length > 0 ? [{ role, power, added }] : [];
    });
    if (powerful.length === 0) return [];
    const held = heldRoles(rbacOf(head));
    return powerful
      .filter(({ role }) => !held.has(roleText(role)))
      .map((one) => ({ ...one, perhaps: perhapsBound(one.role, head) }))
      .map(({ role, power, added, perhaps }) => ({
        severity: perhaps !== undefined || role.rules.some(isEverything) ? ('error' as const) : ('warning' as const),
        subject: referenceTo(role),
        message: `${roleText(role)} is ${before.has(roleText(role)) ? widened(added, power) : 'new'} and lets anyone bound to it ${power}; nobody in the input is${perhaps ?? ''}`,
        fix: 'remove it or its dangerous permissions, or add the bindings that name it to the input',
        place: head.placeOf(referenceTo(role), ['rules']) ?? head.placeOf(referenceTo(role)),
        permissions: permissionsOf(role.rules),
        identity: [],
        claims: [['rules']],
      }));
  },
});

function widened(added: readonly string[], power: string): string {
  const text = permissionsText(added);
  return text === power ? 'widened' : `widened by ${text},`;
}

function rolesIn({ objects }: State): Role[] {
  return objects.flatMap((object) => roleOf(object) ?? []);
}

/** A subject that is bound to the role by a unit which may be applied to the same cluster. */
function perhapsBound(role: Role, { untouched }: State): string | undefined {
  const { kind, metadata } = role;
  for (const object of untouched?.perhaps ?? []) {
    const binding = bindingOf(object);
    if (binding?.roleRef.kind !== kind || binding.roleRef.name !== metadata.name) continue;
    const [first, ...others] = subjectsOf(binding, binding.metadata.namespace);
    const place = untouched?.placeOfObject(object);
    if (first && place) return `, but ${subjectText(first)}${others.length > 0 ? ` and ${others.length} more` : ''} in ${placeText(place)}`;
  }
  return undefined;
}

function roleText(role: Role): string {
  return formatReference(referenceTo(role));
}

// Access that is lost without a visible change: a role of people no longer aggregates an API that still exists.

export const aggregationLost = riskRule('aggregation-lost', 'warning', 'A role for people loses an API', {
  class: 'breaks',
  references: [NSA_RBAC],
  meaning:
    "In BASE, a ClusterRole such as edit, or one of an OperatorGroup, aggregates an API's role. In HEAD, it does not aggregate it, or it is removed and still bound. The API is still provided, and no binding changes.",
  attack: 'People lose access during an upgrade, and somebody binds them to cluster-admin to end the outage.',
  fix: "Keep the OperatorGroup's name and the ClusterRoles' labels, or bind the new role first.",
  compare: (base, head) => {
    const { resolution } = head.state;
    // The API roles of a failed operator are removed with it; the finding about the operator reports it.
    const working = { ...resolution, csvs: resolution.csvs.filter(({ verdict }) => verdict.phase !== 'Failed') };
    const provided = providedResources({ ...head.state, resolution: working });
    const before = apisByRole(base, provided);
    const after = apisByRole(head, provided);
    const bound = new Set(head.bindings.flatMap(({ binding: { roleRef } }) => (roleRef.kind === 'ClusterRole' ? [roleRef.name] : [])));
    return [...before]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([role, apis]) => {
        const stays = head.clusterRoles.has(role);
        // Nobody loses access through a role that is bound to nobody.
        if (!stays && !bound.has(role)) return [];
        const lost = [...apis.keys()].filter((api) => !after.get(role)?.has(api)).sort(compareText);
        return lost.length === 0 ? [] : [lostAccess(role, lost, apis, stays)];
      });
  },
});

/** The provided APIs that each aggregated role grants permissions on, each with the granting role. */
function apisByRole({ holdings }: Access, provided: ProvidedResources): Map<string, Map<string, HeldRule>> {
  const apis = new Map<string, Map<string, HeldRule>>();
  for (const holding of holdings) {
    const { scope, rule, roles } = holding;
    if (scope !== 'where-bound') continue;
    const { name } = roles[0].metadata;
    const known = apis.get(name) ?? new Map<string, HeldRule>();
    for (const api of providedApisIn(rule, provided)) known.set(api, holding);
    apis.set(name, known);
  }
  return apis;
}

function lostAccess(role: string, lost: readonly string[], apis: ReadonlyMap<string, HeldRule>, stays: boolean): Discovery {
  const [, ...via] = (apis.get(lost[0] as string) as HeldRule).roles;
  const source = via.at(-1) as Role;
  const subject = { kind: 'ClusterRole', name: role };
  const gone = stays ? `no longer aggregates ${formatReference(referenceTo(source))}` : 'is gone, and bindings still refer to it';
  return {
    subject,
    message: `${boundTo([role])} loses access to ${listed(lost, 'APIs')}, because ${formatReference(subject)} ${gone}`,
    path: [
      effect(`${formatReference(subject)} in BASE`),
      ...aggregationSteps(via),
      permissionsStep(`${listed(lost, 'APIs')}; in HEAD ${formatReference(subject)} ${gone}`),
    ],
    fix: stays
      ? `label ${formatReference(referenceTo(source))} so that ${role} selects it again, or bind those who need it to a role that grants the API`
      : `bind the subjects that were bound to ${role} to the ClusterRole that replaces it`,
    identity: [...lost],
  };
}

// CSVs of a rendering that request more than the rendered roles grant: where OLM runs, it follows the CSV.

export const unrenderedPermission = riskRule('unrendered-permission', 'error', 'A rendered CSV asks for permissions that its roles lack', {
  class: 'unread',
  references: ['CWE-436: Interpretation Conflict'],
  meaning:
    'In a rendered folder, the change gives a CSV permissions that no role there gives its account. The review counts the roles; where OLM runs, it grants the permissions of the CSV.',
  attack: 'A pull request edits `clusterPermissions` in the rendered CSV and leaves the roles, so no role changes.',
  fix: 'Render the folder again, and review that.',
  compare: (base, head) => {
    const before = new Map(missingIn(base).map(({ id, missing }) => [id, missing]));
    return missingIn(head).flatMap(({ id, account, missing, csv }): Discovery[] => {
      const added = uncovered(missing, before.get(id) ?? []);
      if (added.length === 0) return [];
      const subject = csvReference(csv);
      return [
        {
          subject,
          message: `asks for permissions for ServiceAccount ${csv.namespace}/${account} that no role of the rendering gives it: ${listed(added, 'permissions')}`,
          permissions: added,
          fix: 'render the folder again from its input',
          at: ['spec', 'install', 'spec'],
          identity: [account],
          claims: ['permissions', 'clusterPermissions'].map((list) => ['spec', 'install', 'spec', list]),
        },
      ];
    });
  },
});

/** The requested permissions of one account that no role grants. */
interface Missing {
  readonly id: string;
  readonly csv: ClusterServiceVersion;
  readonly account: string;
  readonly missing: readonly string[];
}

/** The missing permissions of each account. Skips states that are rendered now, because their roles are created from the CSVs. */
function missingIn(access: Access): Missing[] {
  const { state } = access;
  if (state.made !== undefined) return [];
  const heldBy = heldByKey(access);
  const installed = state.resolution.csvs.filter(({ verdict }) => verdict.phase === 'Succeeded');
  return installed.flatMap(({ csv }) =>
    accountsIn(csv).map((account) => {
      const key = subjectKey({ kind: 'ServiceAccount', namespace: csv.namespace, name: account });
      const held = heldBy(key);
      const heldIn = (some: typeof held): string[] => permissionsOf(some.map(({ rule }) => rule));
      const missing = [
        ...uncovered(
          permissionsOf(rulesOf(csv, 'clusterPermissions', account), true),
          heldIn(held.filter(({ scope }) => scope === 'cluster')),
        ),
        ...uncovered(permissionsOf(rulesOf(csv, 'permissions', account), false), heldIn(held)),
      ];
      return { id: `${csv.namespace}/${csv.name} ${account}`, csv, account, missing };
    }),
  );
}

/** The accounts that a CSV requests permissions for. */
function accountsIn({ clusterPermissions, permissions }: ClusterServiceVersion): string[] {
  return [...new Set([...clusterPermissions, ...permissions].map(({ serviceAccountName }) => serviceAccountName))];
}

function rulesOf(csv: ClusterServiceVersion, list: PermissionList, account: string): PolicyRule[] {
  const entries = csv[list].filter(({ serviceAccountName }) => serviceAccountName === account);
  return entries.flatMap(({ rules }) => rules ?? []).map((rule) => policyRule(rule));
}
