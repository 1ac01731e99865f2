/** Everything on everything: cluster-admin by name, or by a rule of three wildcards. */
import { isDefaultRole } from '../../rbac/default-policy.js';
import type { Holding } from '../access/access.js';
import { omnipotent } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { formatOrigin } from '../access/origins.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

export const allRights: RiskRule = {
  id: 'all-rights',
  severity: 'error',
  title: 'Can do everything',
  references: ['CIS Kubernetes 5.1.1', 'CIS Kubernetes 5.1.3', NSA_RBAC],
  documentation: {
    meaning:
      'A subject is bound to cluster-admin, or to a rule with `*` for verbs, API groups and resources. Its other risks in the same scope are not listed, because they all follow from this one.',
    attack:
      'An attacker who takes over one Pod of the operator, or its image, controls the cluster: reads every Secret, changes every role, and hides the traces.',
    fix: 'List the API groups, resources and verbs that the operator uses; audit logs show them. Until its author does that, run the operator in an OperatorGroup with target namespaces.',
  },
  find: (access) =>
    omnipotent(access).map((held) => {
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
      const [{ origin, roles }] = held.holdings as [Holding];
      const isOwn = roles.some(isDefaultRole);
      return isOwn
        ? risk
        : { ...risk, fix: `list the API groups, resources and verbs that are needed in ${formatOrigin(origin)} instead of the wildcards` };
    }),
};
