/** Members of OpenShift's groups: whoever joins a group gets what it is bound to. */
import { groupOf } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import type { State } from '../../state/state.js';
import { counted, listed } from '../../wording/phrases.js';
import { powerOf } from '../access/powers.js';
import type { RiskRule } from '../rule.js';

export const groupMember: RiskRule = {
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
  compare: ({ state: base }, head) => {
    const before = new Map(groupsOf(base).map((group) => [group.metadata.name, membersOf(group)]));
    return groupsOf(head.state).flatMap((group) => {
      const { name } = group.metadata;
      const brought = membersOf(group).filter((user) => !before.get(name)?.includes(user));
      if (brought.length === 0) return [];
      const power = powerOf(head, { kind: 'Group', name });
      const subject = referenceTo(group);
      return [
        {
          severity: power === undefined ? ('warning' as const) : ('error' as const),
          subject,
          message: `${formatReference(subject)}${power === undefined ? '' : `, which can ${power},`} has ${counted(brought.length, 'new member')}: ${listed(brought)}`,
          path: [],
          fix: 'ask those who own the group, or accept the members in the baseline',
          place: head.state.placeOf(subject, ['users']) ?? head.state.placeOf(subject),
          identity: brought,
          covers: [['users']],
        },
      ];
    });
  },
};

function groupsOf({ given }: State): KubernetesObject[] {
  return given.filter(
    ({ apiVersion, kind }) => kind === 'Group' && typeof apiVersion === 'string' && groupOf(apiVersion) === 'user.openshift.io',
  );
}

function membersOf({ users }: KubernetesObject): string[] {
  return Array.isArray(users) ? users.filter((user) => typeof user === 'string') : [];
}
