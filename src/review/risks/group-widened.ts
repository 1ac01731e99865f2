/** An OperatorGroup that targeted some namespaces and now targets all. */
import { formatReference, namespacedName } from '../../model/kubernetes-object.js';
import { joined } from '../../model/name-lists.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import { groupReference } from '../../rules/references.js';
import { NSA_NAMESPACES, NSA_RBAC, type RiskRule } from './rule.js';
import { shortList } from './wording.js';

export const groupWidened: RiskRule = {
  id: 'group-widened',
  severity: 'error',
  title: 'An OperatorGroup widens to all namespaces',
  references: [NSA_RBAC, NSA_NAMESPACES],
  documentation: {
    meaning:
      'In BASE an OperatorGroup targets some namespaces, in HEAD all of them. Every Role of its operators becomes a ClusterRole that is bound in the whole cluster. An empty list of targets, and a selector that was taken out, mean all namespaces.',
    attack:
      'A line goes missing in a file, and an operator of one tenant reads the Secrets of all. Narrowing the group again does not take the rights back: OLM leaves the ClusterRoles until the CSV is deleted.',
    fix: 'List the targets, or review the ClusterRoles as if the operators were new.',
  },
  compare: (base, head) => {
    const before = new Map(base.side.resolution.groups.map((resolved) => [namespacedName(resolved.group), resolved.namespaces]));
    return head.side.resolution.groups.flatMap(({ group, namespaces }) => {
      const old = before.get(namespacedName(group));
      if (!old || !namespaces || isAllNamespaces(old) || !isAllNamespaces(namespaces)) return [];
      const subject = groupReference(group);
      const members = head.side.resolution.csvs.flatMap(({ csv: { namespace, name, permissions } }) =>
        namespace === group.namespace && permissions.length > 0 ? [name] : [],
      );
      const operators =
        members.length === 0 ? 'its future operators get' : `${shortList(members, 'operators')} ${members.length === 1 ? 'gets' : 'get'}`;
      return [
        {
          severity: 'error' as const,
          subject,
          message: `${formatReference(subject)} targeted ${shortList(old, 'namespaces')} and now targets all namespaces, so ${operators} the rights of each Role in the whole cluster`,
          path: `${formatReference(subject)} targets all namespaces → every Role of ${members.length === 0 ? 'its operators' : joined(members)} becomes a ClusterRole → bound in the whole cluster`,
          fix: `set spec.targetNamespaces to ${shortList(old, 'namespaces')}`,
          place: head.side.placeOf(subject, ['spec']) ?? head.side.placeOf(subject),
          identity: [],
        },
      ];
    });
  },
};
