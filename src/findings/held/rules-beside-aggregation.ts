/** Rules in a ClusterRole that aggregates others: they hold until Kubernetes replaces them, and after every apply again. */

import { referenceTo } from '../../kubernetes/object.js';
import { roleOf } from '../../kubernetes/rbac.js';
import { rbacOf } from '../../rbac/rbac.js';
import { listed } from '../../wording/phrases.js';
import { permissionsOf, uncovered } from '../access/permission.js';
import { powerOfRules } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

export const rulesBesideAggregation = riskRule({
  id: 'rules-beside-aggregation',
  severity: 'error',
  title: 'Rules beside an aggregationRule',
  references: ['CWE-367: Time-of-check Time-of-use Race Condition', NSA_RBAC],
  documentation: {
    meaning:
      'A ClusterRole with an `aggregationRule` has rules that no aggregated ClusterRole has. Kubernetes replaces them after the apply; until then anyone bound to it has them, and every sync can bring them back. They are not among the permissions gained and lost. Error if cluster-admin is one step away from them, else warning.',
    attack: 'The ClusterRole allows everything for a second, which is enough to bind cluster-admin.',
    fix: 'Leave `rules: []`, and put rules into ClusterRoles with its labels.',
  },
  find: (access) => {
    const { state } = access;
    const isWritten = state.objects.some((object) => (roleOf(object)?.rules.length ?? 0) > 0 && object.aggregationRule);
    if (!isWritten) return [];
    const { clusterRoles, rulesOf } = rbacOf(state);
    return [...clusterRoles.values()].flatMap((role) => {
      if (!role.aggregationRule || role.rules.length === 0) return [];
      const aggregated = permissionsOf(rulesOf(role).rules.map(({ rule }) => rule));
      const permissions = uncovered(permissionsOf(role.rules), aggregated);
      if (permissions.length === 0) return [];
      const power = powerOfRules(access, role.rules);
      const subject = referenceTo(role);
      return [
        {
          severity: power === undefined ? ('warning' as const) : ('error' as const),
          subject,
          says: `has rules beside its aggregationRule, and lets whoever is bound to it ${power ?? listed(permissions, 'permissions')} until Kubernetes replaces them`,
          fix: 'leave `rules: []` in it, and put rules into ClusterRoles with the labels that it selects',
          at: ['rules'],
          permissions,
          identity: [],
        },
      ];
    });
  },
});
