/** An OperatorGroup that targeted some namespaces and now targets all. */

import { formatReference, namespacedName } from '../../kubernetes/object.js';
import { groupReference } from '../../model/finding.js';
import { effect } from '../../rbac/step.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import { joined, listed, targetsText } from '../../wording/phrases.js';
import { riskRule } from '../risk-rule.js';
import { NSA_NAMESPACES, NSA_RBAC } from '../rule.js';

export const groupWidened = riskRule({
  id: 'group-widened',
  severity: 'error',
  title: 'An OperatorGroup widens to all namespaces',
  references: [NSA_RBAC, NSA_NAMESPACES],
  documentation: {
    meaning:
      'An OperatorGroup targets some namespaces in BASE and all in HEAD, so every Role of its operators becomes a ClusterRole bound in all namespaces. No targets, or a removed selector, means all.',
    attack:
      "One line is deleted, and a tenant's operator reads everyone's Secrets. Narrowing the group again does not help: OLM keeps the ClusterRoles until the CSV is deleted.",
    fix: 'List the target namespaces, or review the ClusterRoles as if the operators were new.',
  },
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
