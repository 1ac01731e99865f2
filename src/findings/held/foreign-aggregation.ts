/** ClusterRoles whose labels add more to admin, edit or view than permissions on an operator's own APIs. */

import { knownKinds, OLM_GROUP } from '../../kubernetes/kinds.js';
import { referenceTo } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Severity } from '../../model/finding.js';
import { boundTo, listed, permissionTexts } from '../../wording/phrases.js';
import type { Access, GrantedRule } from '../access/access.js';
import { type Match, matches, merged } from '../access/held.js';
import { placeOf } from '../access/held-risk.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';
import { type AggregatedRights, aggregatedRights, aggregationPath, labelledText } from './aggregated-rights.js';
import { ROLE_ESCALATION } from './grants.js';
import { READ_SECRETS } from './secrets.js';

/** What nobody expects in a role for reading or for editing. */
const ALARMING: readonly PolicyRule[] = [
  ...READ_SECRETS,
  { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
  ...ROLE_ESCALATION,
  { apiGroups: [''], resources: ['pods', 'pods/exec', 'serviceaccounts/token'], verbs: ['create'] },
];

export const foreignAggregation = riskRule({
  id: 'foreign-aggregation',
  severity: 'error',
  title: 'Widens admin, edit or view',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      "A ClusterRole has a label `rbac.authorization.k8s.io/aggregate-to-…`, or one that an OperatorGroup's roles aggregate by, and rules for Kubernetes' own kinds or wildcards. Anyone bound to the aggregating role gets them at once. Error if they lead to Secrets, Pods, tokens or other identities, else warning.",
    attack: "A bundle's role lets every reader of a namespace read its Secrets, and no binding changes.",
    fix: 'Remove the label and bind the role to those who need it.',
  },
  find: (access) => aggregatedRights(access).flatMap((added) => widening(access, added)),
});

function widening(access: Access, added: AggregatedRights): Discovery[] {
  const { source, into, holdings, labelled } = added;
  const foreign = holdings.filter(isForeign);
  const [first] = foreign;
  if (!first) return [];
  // Admin and edit already have these permissions.
  const alarming = foreign.some(
    ({ rule }) => into.some((role) => role !== 'admin' && role !== 'edit') && matches(rule, ALARMING).length > 0,
  );
  const escalating = foreign.some(({ rule }) => matches(rule, ALARMING.slice(1, 3)).some(({ resource }) => resource !== 'serviceaccounts'));
  const severity: Severity = alarming || escalating ? 'error' : 'warning';
  const action = listed(permissionTexts(merged(foreign.flatMap(foreignMatches))), 'permissions');
  const subject = referenceTo(source);
  return [
    {
      severity,
      subject,
      says: `lets ${boundTo(into)} ${action}, wherever it is bound`,
      path: aggregationPath(added, first, action),
      fix: `remove the aggregation labels from ${labelledText(added)}, and bind ${labelled.length > 1 ? 'them' : 'it'} to those who need it`,
      place: placeOf(access, first),
      identity: [...into],
    },
  ];
}

/** About kinds of Kubernetes, or about all kinds; OLM's kinds have a rule of their own. */
function isForeign({ rule: { apiGroups = [], resources = [], resourceNames = [] } }: GrantedRule): boolean {
  // The roles that OLM creates let people see the CRD of an API.
  if (resourceNames.length > 0 && resources.every((resource) => resource === 'customresourcedefinitions')) return false;
  return apiGroups.some(isForeignGroup);
}

function isForeignGroup(group: string): boolean {
  return group === '*' || (group !== OLM_GROUP && knownKinds(group) !== undefined);
}

function foreignMatches({ rule: { verbs = [], apiGroups = [], resources = [] } }: GrantedRule): Match[] {
  return apiGroups.filter(isForeignGroup).flatMap((apiGroup) => resources.map((resource) => ({ apiGroup, resource, verbs })));
}
