/** Members of OpenShift's groups: whoever joins a group gets what it is bound to. */

import { groupOf } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { counted, listed } from '../../wording/phrases.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';

export const groupMember = riskRule({
  id: 'group-member',
  severity: 'error',
  title: 'A group has more members',
  references: ['CIS Kubernetes 5.1.1'],
  documentation: {
    meaning:
      'The change adds users to an OpenShift Group (`user.openshift.io`), and they get all that the group is bound to. Error if cluster-admin is one step from that, else warning, because bindings outside of the input can name the group.',
    attack: "A user is added to the administrators' group.",
    fix: "Ask the group's owners, and accept the members in the baseline.",
  },
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
        covers: [['users']],
      },
    ];
  },
});

function membersOf({ users }: KubernetesObject): string[] {
  return Array.isArray(users) ? users.filter((user) => typeof user === 'string') : [];
}
