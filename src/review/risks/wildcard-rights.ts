/** Wildcards for the resources of Kubernetes that stop short of everything. */
import { knownKinds } from '../../model/kinds.js';
import { compareText } from '../../model/kubernetes-object.js';
import { joined } from '../../model/name-lists.js';
import type { PolicyRule } from '../../model/policy-rule.js';
import { isDefaultRole } from './access.js';
import { bySubject, isEverything } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';
import { shortList } from './wording.js';

export const wildcardRights: RiskRule = {
  id: 'wildcard-rights',
  severity: 'warning',
  title: 'Holds rights by wildcard',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  documentation: {
    meaning:
      'A rule says `*` for the resources of an API group of Kubernetes or OLM, or of all groups. It also covers kinds and subresources that do not exist yet. What follows from it for Secrets, Pods and the like is reported as well.',
    attack: 'A new version of Kubernetes brings a subresource that leads to more, and the holder has it already.',
    fix: 'Name the API groups and resources.',
  },
  find: (access) =>
    bySubject(access.holdings, ({ rule, subject, roles }) => {
      if (subject.kind === 'RoleHolder' || roles.some(isDefaultRole) || isEverything(rule) || !isWild(rule)) return [];
      return [{ resource: wildText(rule), verbs: [verbText(rule)] }];
    }).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' })),
};

/** Within an API group that is not Kubernetes' own, and so most likely the operator's, it may well do everything. */
function isWild({ apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): boolean {
  return resourceNames.length === 0 && resources.includes('*') && apiGroups.some(isTelling);
}

function isTelling(group: string): boolean {
  return group === '*' || knownKinds(group) !== undefined;
}

function wildText({ apiGroups = [] }: PolicyRule): string {
  if (apiGroups.includes('*')) return 'everything of any API group';
  const groups = apiGroups.filter(isTelling).sort(compareText);
  return `everything of ${shortList(
    groups.map((group) => (group === '' ? 'the core API group' : group)),
    'API groups',
  )}`;
}

function verbText({ verbs = [] }: PolicyRule): string {
  return verbs.includes('*') ? 'do anything with' : joined(verbs);
}
