/** Reports groups that reach more: OperatorGroups with more namespaces, and OpenShift Groups with more members. */

import { groupOf } from '../../../base/kubernetes/kinds.js';
import { isEmptySelector, type LabelSelector, matchesSelector } from '../../../base/kubernetes/label-selector.js';
import { formatReference, type KubernetesObject, namespacedName, referenceTo } from '../../../base/kubernetes/object.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { effect } from '../../../base/rbac/step.js';
import { counted, joined, listed, targetsText } from '../../../base/wording/phrases.js';
import { groupReference } from '../../../olm/model/finding.js';
import { namespace, type OperatorGroup } from '../../../olm/model/operator-group.js';
import { isAllNamespaces, targetNamespaces } from '../../../olm/rules/namespace-set.js';
import type { State } from '../../state/state.js';
import { powerOf } from '../access/powers.js';
import { systemNamespaceOf } from '../access/system-namespaces.js';
import { selectorText } from '../held/selector-targets.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_NAMESPACES, NSA_RBAC } from '../rule.js';

export const groupWidened = riskRule('group-widened', 'error', 'An OperatorGroup widens to all namespaces', {
  class: 'cluster',
  effect: 'more',
  references: [NSA_RBAC, NSA_NAMESPACES],
  meaning:
    'An OperatorGroup targets some namespaces in BASE and all namespaces in HEAD, so every Role of its operators becomes a ClusterRole bound in all namespaces. An OperatorGroup without targets and without a selector targets all namespaces.',
  attack:
    "One line is deleted, and a tenant's operator reads everyone's Secrets. Narrowing the group again does not help: OLM keeps the ClusterRoles until the CSV is deleted.",
  fix: 'List the target namespaces, or review the ClusterRoles as if the operators were new.',
  compare: (base, head) => {
    const before = new Map(base.state.resolution.groups.map((resolved) => [namespacedName(resolved.group), resolved.namespaces]));
    return head.state.resolution.groups.flatMap(({ group, namespaces }) => {
      const old = before.get(namespacedName(group));
      if (!old || !namespaces || isAllNamespaces(old) || !isAllNamespaces(namespaces)) return [];
      const subject = groupReference(group);
      const members = head.state.resolution.csvs.flatMap(({ csv: { namespace, name, permissions } }) =>
        namespace === group.namespace && permissions.length > 0 ? [name] : [],
      );
      const operators =
        members.length === 0 ? 'its future operators get' : `${listed(members, 'operators')} ${members.length === 1 ? 'gets' : 'get'}`;
      return [
        {
          subject,
          says: `targeted ${targetsText(old)} and now targets all namespaces, so ${operators} the permissions of each Role in all namespaces`,
          path: [
            effect(`${formatReference(subject)} targets all namespaces`),
            effect(`every Role of ${members.length === 0 ? 'its operators' : joined(members)} becomes a ClusterRole`),
            effect('bound in all namespaces'),
          ],
          fix: `set spec.targetNamespaces to ${joined(old)}`,
          at: ['spec'],
          identity: [],
        },
      ];
    });
  },
});

// Namespaces that are not in the input, so that no grant shows the permissions there.

export const groupBeyondInput = riskRule('group-beyond-input', 'error', 'An OperatorGroup reaches namespaces that are not in the input', {
  class: 'cluster',
  effect: 'more',
  references: [NSA_RBAC, NSA_NAMESPACES],
  meaning:
    "The change lets an OperatorGroup target namespaces that the input does not declare: its selector changes, or its list names a namespace such as argocd, flux-system or one of OpenShift. The permissions that it grants there are not shown. The finding also appears if the targets change and the group's ServiceAccount is not in the input, because OLM then does not sync the group. It is an error if the targets include kube-system or another namespace that leads to the whole cluster, or if the group now targets all namespaces; otherwise a warning.",
  attack:
    'A selector also matches the name kube-system. The input has no such Namespace, so nothing seems to change; on the cluster, the operator reads the Secrets of kube-system.',
  fix: 'List the intended namespaces in targetNamespaces, and add them to the input.',
  compare: ({ state: base }, { state: head }) => {
    const before = new Map(base.cluster.operatorGroups.map((group) => [namespacedName(group), group]));
    const declared = new Set(head.cluster.namespaces.map(({ name }) => name));
    const resolved = new Map(head.resolution.groups.map((one) => [namespacedName(one.group), one]));
    return head.cluster.operatorGroups.flatMap((group) => {
      const key = namespacedName(group);
      const old = before.get(key);
      const isBlocked = resolved.get(key)?.blocked === 'ServiceAccountNotFound';
      return [
        ...bySelector(group, old, declared),
        ...byName(group, old, declared),
        ...(isBlocked ? notSynced(group, old, base, head) : []),
      ];
    });
  },
});

/** The selector that applies: a list takes precedence, and another rule reports an empty selector, which means all namespaces. */
function selectorOf(group: OperatorGroup | undefined): LabelSelector | undefined {
  const { selector, targetNamespaces = [] } = group ?? {};
  return selector && targetNamespaces.length === 0 && !isEmptySelector(selector) ? selector : undefined;
}

function bySelector(group: OperatorGroup, old: OperatorGroup | undefined, declared: ReadonlySet<string>): Discovery[] {
  const [was, is] = [selectorOf(old), selectorOf(group)];
  if (!is || (was && meaningOf(was) === meaningOf(is))) return [];
  const system = systemNamespaceIn(is, declared);
  // The selector of a new group is reported as a note.
  if (system === undefined && !was) return [];
  const instead = was ? ` instead of ${selectorText(was)}` : '';
  const text = `now targets namespaces by ${selectorText(is)}${instead}: ${system ?? 'namespaces'}, which the input does not declare, can be among them`;
  return [discovery(group, text, system !== undefined, [meaningOf(is)])];
}

/** The meaning of a selector, in any order of its fields. */
function meaningOf({ matchLabels, matchExpressions }: LabelSelector): string {
  const expressions = (matchExpressions ?? []).map(({ key, operator, values }) => sortedText([key, operator, (values ?? []).toSorted()]));
  return sortedText([matchLabels ?? {}, expressions.sort()]);
}

/** A namespace that leads to the whole cluster and has only the name label. */
function systemNamespaceIn(selector: LabelSelector, declared: ReadonlySet<string>): string | undefined {
  const named = (selector.matchExpressions ?? []).flatMap(({ values }) => values ?? []);
  return ['kube-system', ...named, ...Object.values(selector.matchLabels ?? {})].find(
    (name) => !declared.has(name) && systemNamespaceOf([name]) !== undefined && matchesSelector(selector, namespace(name).labels),
  );
}

function byName(group: OperatorGroup, old: OperatorGroup | undefined, declared: ReadonlySet<string>): Discovery[] {
  const known = new Set(old?.targetNamespaces);
  const operator = { kind: 'ServiceAccount', namespace: group.namespace, name: '' } as const;
  const reached = group.targetNamespaces.filter(
    (name) => !declared.has(name) && !known.has(name) && systemNamespaceOf([name], operator) !== undefined,
  );
  if (reached.length === 0) return [];
  const text = `now targets ${listed(reached, 'namespaces')}, which the input does not declare: what its operators can do there is not known`;
  return [discovery(group, text, true, reached)];
}

/** An OperatorGroup that OLM would not sync with this input has no targets here; if its account comes from elsewhere, it has. */
function notSynced(group: OperatorGroup, old: OperatorGroup | undefined, base: State, head: State): Discovery[] {
  const account = group.serviceAccountName;
  if (!old || account === undefined) return [];
  const [was, is] = [targetNamespaces(old, base.cluster.namespaces) ?? [], targetNamespaces(group, head.cluster.namespaces) ?? []];
  if (sortedText(was) === sortedText(is)) return [];
  const text = `now targets ${targetsText(is)} instead of ${targetsText(was)}: its ServiceAccount ${account} is not in the input, so what its operators can do there is not known`;
  return [discovery(group, text, isAllNamespaces(is), is)];
}

function discovery(group: OperatorGroup, says: string, isError: boolean, identity: readonly string[]): Discovery {
  return {
    severity: isError ? 'error' : 'warning',
    subject: groupReference(group),
    says,
    fix: 'list the intended namespaces in spec.targetNamespaces, and add the Namespaces to the input',
    at: ['spec'],
    identity,
  };
}

// New members of an OpenShift Group get the permissions that the group is bound to.

export const groupMember = riskRule('group-member', 'error', 'A group has more members', {
  effect: 'more',
  references: ['CIS Kubernetes 5.1.1'],
  meaning:
    'The change adds users to an OpenShift Group (`user.openshift.io`). They get all permissions of the group. It is an error if cluster-admin is one step from these, and otherwise a warning, because bindings outside of the input can name the group.',
  attack: "A user is added to the administrators' group.",
  fix: "Ask the group's owners, and accept the members in the baseline.",
  looksAt: ({ apiVersion, kind }) => kind === 'Group' && typeof apiVersion === 'string' && groupOf(apiVersion) === 'user.openshift.io',
  pair: ({ before, after: group }, head) => {
    const known = new Set(before && membersOf(before));
    const brought = membersOf(group).filter((user) => !known.has(user));
    if (brought.length === 0) return [];
    const power = powerOf(head, { kind: 'Group', name: group.metadata.name });
    return [
      {
        severity: power === undefined ? 'warning' : 'error',
        message: `${formatReference(referenceTo(group))}${power === undefined ? '' : `, which can ${power},`} has ${counted(brought.length, 'new member')}: ${listed(brought)}`,
        fix: 'ask those who own the group, or accept the members in the baseline',
        at: ['users'],
        identity: brought,
        claims: [['users']],
      },
    ];
  },
});

function membersOf({ users }: KubernetesObject): string[] {
  return Array.isArray(users) ? users.filter((user) => typeof user === 'string') : [];
}
