/** Wildcards for the resources of Kubernetes, except rules that allow everything. */
import { knownKinds } from '../../kubernetes/kinds.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { isRoleForPeople } from '../../rbac/default-policy.js';
import { bySubject, isEverything, type Match } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

export const wildcardRights: RiskRule = {
  id: 'wildcard-rights',
  severity: 'warning',
  title: 'Has permissions by wildcard',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  documentation: {
    meaning:
      'A rule contains `*` for the resources of an API group of Kubernetes or OLM, or of all groups. It also covers kinds and subresources that do not exist yet. What this allows on Secrets, Pods and the like is reported as well.',
    attack: 'A new version of Kubernetes adds a subresource that allows more, and the subject already has permission for it.',
    fix: 'Name the API groups and resources.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ rule, subject, roles }) => {
      if (subject.kind === 'RoleHolder' || roles.some(isRoleForPeople) || isEverything(rule) || !isWild(rule)) return [];
      return wildMatches(rule);
    }).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' })),
};

/** A group that is not Kubernetes' own is most likely the operator's, and wildcards in it are expected. */
function isWild({ apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): boolean {
  return resourceNames.length === 0 && resources.includes('*') && apiGroups.some(isTelling);
}

function isTelling(group: string): boolean {
  return group === '*' || knownKinds(group) !== undefined;
}

function wildMatches({ verbs = [], apiGroups = [] }: PolicyRule): Match[] {
  const groups = apiGroups.includes('*') ? ['*'] : apiGroups.filter(isTelling);
  return groups.map((apiGroup) => ({ apiGroup, resource: '*', verbs }));
}
