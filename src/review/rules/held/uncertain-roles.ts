/** Reports roles with uncertain permissions: unknown, unreadable or contradicting ones, and rules next to an aggregationRule. */

import { hiddenIn } from '../../../base/inside/hidden.js';
import { unwrapped } from '../../../base/inside/index.js';
import { unfinishedRoles } from '../../../base/inside/unfinished-roles.js';
import { compareText, formatReference, groupBy, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Binding, type Role, roleOf } from '../../../base/kubernetes/rbac.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import { parseDocuments } from '../../../base/manifest/parse.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { isOpenShiftRole } from '../../../base/rbac/default-subjects.js';
import { rbacOf } from '../../../base/rbac/rbac.js';
import type { RoleRules } from '../../../base/rbac/role-rules.js';
import { permissionsStep } from '../../../base/rbac/step.js';
import { placeText, subjectText, whereText } from '../../../base/wording/permissions.js';
import { joined } from '../../../base/wording/phrases.js';
import type { UnreadFile, UnreadReason } from '../../../olm/model/unread-file.js';
import type { State, UncountedRole } from '../../state/state.js';
import { isUnreadableRole, namesake, restoredRoles } from '../../state/uncounted-roles.js';
import type { Access } from '../access/access.js';
import { isEverything } from '../access/held.js';
import { subjectReference } from '../access/paths.js';
import { permissionsOf, permissionsText, uncovered, uncoveredBy } from '../access/permission.js';
import { powerOfRules } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';

export const unknownRole = riskRule('unknown-role', 'error', 'Is bound to an unknown role', {
  class: 'unread',
  effect: 'unknown',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  meaning:
    'A binding names a role that is neither in the input nor a Kubernetes default, or that aggregates none of these. The permissions that it grants are not known. It is an error when a change adds the binding, and otherwise a warning. A role of another unit is used if both units reach one cluster, according to Applications, Flux Kustomizations or the configuration. Otherwise, the message names the most powerful role with this name, and the error stays.',
  attack:
    'A powerful role was installed from another repository. A binding to it looks harmless here and grants everything on the cluster.',
  fix: 'Add the role of the cluster to the input, or remove the binding.',
  severityWhenNew: 'error',
  find: (access) => {
    const { unknownRoles, state } = access;
    return unknownRoles.flatMap(({ binding, subjects, scope, isAggregated }) => {
      const { kind, name } = binding.roleRef;
      const elsewhere = isAggregated ? '' : elsewhereText(access, binding.roleRef);
      return subjects.map((subject) => {
        return {
          severity: 'warning' as const,
          subject: subjectReference(subject),
          message: `${subjectText(subject)} is bound to ${kind} ${name} ${whereText(scope)}, ${isAggregated ? 'which aggregates roles that are not in the input' : 'which is neither in the input nor a default role'}: what it can do is not known${elsewhere}`,
          path: [
            { kind: 'subject' as const, subject },
            { kind: 'binding' as const, object: { kind: binding.kind, name: binding.metadata.name } },
            { kind: 'role' as const, object: { kind, name } },
            permissionsStep('unknown permissions'),
          ],
          fix: fixOf(binding, isAggregated),
          place: state.placeOf(referenceTo(binding), ['roleRef']),
          identity: [kind, name, ...(scope === 'cluster' ? ['cluster'] : scope)],
        };
      });
    });
  },
});

/** Describes roles of this name in other units, which may or may not be meant: the most powerful counts. */
function elsewhereText(access: Access, { kind, name }: Binding['roleRef']): string {
  const { untouched } = access.state;
  const namesakes = (untouched?.perhaps ?? []).flatMap((object) => {
    const role = object.kind === kind && object.metadata.name === name ? roleOf(object) : undefined;
    const place = role && untouched?.placeOfObject(object);
    if (!role || !place) return [];
    const permissions = permissionsOf(role.rules);
    const power = powerOfRules(access, role.rules);
    return [
      { rules: role.rules, permissions, place: placeText(place), rank: role.rules.some(isEverything) ? 2 : power === undefined ? 0 : 1 },
    ];
  });
  const [most, ...others] = namesakes.sort(
    (a, b) => b.rank - a.rank || b.permissions.length - a.permissions.length || compareText(a.place, b.place),
  );
  if (!most) return '';
  return `; ${others.length === 0 ? 'the role of this name' : `of ${others.length + 1} roles of this name, the one`} in ${most.place} lets them ${canText(access, most.rules)}`;
}

/** The strongest permissions of some rules in words. */
function canText(access: Access, rules: Role['rules']): string {
  const [power, permissions] = [powerOfRules(access, rules), permissionsOf(rules)];
  if (power !== undefined) return power;
  const rest = permissions.length > SHOWN ? ' and more' : '';
  return permissions.length > 0 ? `${joined(permissions.slice(0, SHOWN))}${rest}` : 'do nothing';
}

const SHOWN = 3;

function fixOf({ kind, metadata, roleRef }: Binding, isAggregated?: boolean): string {
  const remove = `or remove ${kind} ${metadata.name}`;
  if (isAggregated) return `add the roles that its aggregationRule chooses to the input, as they are on the cluster, ${remove}`;
  const platform =
    roleRef.kind === 'ClusterRole' && isOpenShiftRole(roleRef.name) ? "give --platform openshift if the role is OpenShift's own, " : '';
  return `${platform}add ${roleRef.kind} ${roleRef.name} to the input, as it is on the cluster, ${remove}`;
}

// Roles and bindings that do not count: another one with their name does, or they cannot be read.

export const uncountedRole = riskRule('uncounted-role', 'error', 'The effect of a role or binding is not known', {
  class: 'unread',
  effect: 'unknown',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  meaning:
    'There are several causes. Two roles or bindings with the same name grant different permissions, and the cluster keeps the one that is applied last. Somebody is bound to a role, and a role with the same name has more permissions in a policy, a template, another unit or a file that repeats an object. The role cannot be read, for example because it is encrypted. The role is a default one, which the cluster restores when it starts. Or a role or binding of a bundle is invalid. It is an error when a change adds this, and otherwise a warning.',
  attack: 'A binding to cluster-admin has the same name as a harmless binding, and only the harmless one is reviewed.',
  fix: 'Rename or remove one of the two, or correct the manifest.',
  severityWhenNew: 'error',
  find: (access) => [
    ...boundNamesakes(access),
    ...(access.state.uncounted ?? []).map(({ object, reason }) => {
      const subject = referenceTo(object);
      const isNamesake = reason === 'namesake';
      return {
        severity: 'warning' as const,
        subject,
        message: isNamesake
          ? `${formatReference(subject)} is there twice and grants different permissions: which of them applies is not known`
          : `${formatReference(subject)} is not valid: the permissions of the role or binding with this name are not known`,
        fix: isNamesake ? 'rename or remove one of the two' : 'correct the manifest, or remove it',
        identity: [reason, sortedText([object.rules, object.aggregationRule, object.roleRef, object.subjects, object.metadata.labels])],
      };
    }),
  ],
});

function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}

/** The subjects bound to a role while another role of its name, which does not count, can or may do more. */
function boundNamesakes(access: Access): Discovery[] {
  const { state } = access;
  const { bindings, rolesOf, rulesOf } = rbacOf(state);
  const own = bindings.filter(({ isDefault, isUntouched }) => !isDefault && !isUntouched);
  if (own.length === 0) return [];
  const others = groupBy([...uncountedRoles(state), ...restoredRoles(state)], ({ of }) => of && `${of.kind} ${of.name}`);
  const written = new Set(others.has(undefined) ? state.given.map(nameOf) : []);
  return own.flatMap((bound) => {
    const { binding, subjects, namespaces } = bound;
    const { kind, name } = binding.roleRef;
    const key = `${kind} ${name}`;
    // An encrypted object is not compared with roles that OLM creates, or with default roles.
    const unnamed = written.has(nameOf(binding)) && written.has(key) ? others.get(undefined) : undefined;
    const same = [...(others.get(key) ?? []), ...(unnamed ?? [])].filter(
      ({ of }) => kind !== 'Role' || !of?.namespace || namespaces?.includes(of.namespace) === true,
    );
    const found = same.length > 0 ? rolesOf(bound) : [];
    if (found.length === 0) return [];
    const rulesOfAll = (roles: readonly Role[]): Role['rules'] => roles.flatMap((role) => rulesOf(role).rules.map(({ rule }) => rule));
    const counted = rulesOfAll(found.map(({ role }) => role.object));
    return same.flatMap(({ where, role, isRestored, isRecorded }) => {
      const rules = role && rulesOfAll([role]);
      if (rules && uncovered(permissionsOf(rules), permissionsOf(counted)).length === 0) return [];
      // A snapshot may be from another version, in which the role grants slightly less.
      if (isRecorded && rules && powerOfRules(access, rules) === powerOfRules(access, counted)) return [];
      const can = rules
        ? `lets them ${canText(access, rules)}: ${isRestored ? 'the cluster restores it when it starts' : 'which of them applies is not known'}`
        : 'cannot be read: its permissions are not known';
      return subjects.map((subject) => ({
        severity: 'warning' as const,
        subject: subjectReference(subject),
        message: `${subjectText(subject)} is bound to ${kind} ${name} ${whereText(namespaces ?? 'cluster')}, and ${where} ${can}`,
        fix: isRestored || !rules ? 'rename the role, and bind the new name' : 'rename or remove one of the two',
        place: state.placeOf(referenceTo(binding), ['roleRef']),
        identity: ['bound', kind, name, rules ? sortedText(rules) : 'unreadable'],
      }));
    });
  });
}

/** Roles that do not count: those inside of other objects, in omitted files, encrypted ones, and those of other units of the cluster. */
function uncountedRoles({ documents, unread, untouched }: State): UncountedRole[] {
  const own = documents.filter(({ bundle }) => bundle === undefined);
  const inside = own.flatMap(({ value, file }) => hiddenIn([{ value, source: { file, document: 0, path: [] } }]));
  const left = unread.filter(isRead).flatMap(({ file, text = '' }) => {
    const source = { file, text };
    return [...unwrapped(parseDocuments(source).documents), ...unfinishedRoles(source)];
  });
  return [
    ...own.filter(({ value }) => isUnreadableRole(value)).flatMap(({ value, file }) => namesake(value, file)),
    ...[...inside, ...left].flatMap(({ value, source: { file } }) => namesake(value, file)),
    ...(untouched?.roles ?? []),
  ];
}

const LEFT: ReadonlySet<UnreadReason> = new Set(['broken', 'not-judged', 'settings']);

/** Whether an unread file may contain a role; only its text is searched. */
function isRead(file: UnreadFile): boolean {
  return LEFT.has(file.reason) && file.text !== undefined && /Role|ENC\[/.test(file.text);
}

// Rules in a ClusterRole that aggregates others: they apply until Kubernetes replaces them, and again after every apply.

export const rulesBesideAggregation = riskRule('rules-beside-aggregation', 'error', 'Own rules in an aggregated ClusterRole', {
  references: ['CWE-367: Time-of-check Time-of-use Race Condition', NSA_RBAC],
  meaning:
    'A ClusterRole with an `aggregationRule` has rules that no aggregated ClusterRole has. Kubernetes replaces them after the apply. Until then, anyone bound to the ClusterRole has these permissions, and every sync can restore them. They are not counted among the permissions gained and lost. It is an error if cluster-admin is one step away from them, and otherwise a warning.',
  attack: 'The ClusterRole allows everything for a second: long enough to bind cluster-admin.',
  fix: 'Keep `rules: []`, and put the rules into ClusterRoles with the aggregated labels.',
  find: (access) => {
    const { state } = access;
    const isWritten = state.objects.some((object) => (roleOf(object)?.rules.length ?? 0) > 0 && object.aggregationRule);
    if (!isWritten) return [];
    const { clusterRoles, rulesOf } = rbacOf(state);
    const inAll = oncePerObject(({ rules }: RoleRules) => uncoveredBy(permissionsOf(rules.map(({ rule }) => rule))));
    return [...clusterRoles.values()].flatMap((role) => {
      if (!role.aggregationRule || role.rules.length === 0) return [];
      const permissions = inAll(rulesOf(role))(permissionsOf(role.rules));
      if (permissions.length === 0) return [];
      const power = powerOfRules(access, role.rules);
      const subject = referenceTo(role);
      return [
        {
          severity: power === undefined ? ('warning' as const) : ('error' as const),
          subject,
          says: `has rules of its own in addition to its aggregationRule, and lets anyone bound to it ${power ?? permissionsText(permissions)} until Kubernetes replaces them`,
          fix: 'leave `rules: []` in it, and put rules into ClusterRoles with the labels that it selects',
          at: ['rules'],
          permissions,
          identity: [],
        },
      ];
    });
  },
});
