/** Finds ClusterRoles that aggregate into roles of people, and reports those that widen Kubernetes' own. */

import { OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import { compareText, formatReference, groupBy, referenceTo } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import type { Role } from '../../../base/kubernetes/rbac.js';
import { isDefaultRole } from '../../../base/rbac/default-policy.js';
import { permissionsStep, type Step } from '../../../base/rbac/step.js';
import { knownKinds } from '../../../base/tools/kinds.js';
import { boundTo, permissionTexts } from '../../../base/wording/permissions.js';
import { joined, listed } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import type { Access, HeldRule, Holding } from '../access/access.js';
import { type Match, matches, merged } from '../access/held.js';
import { placeOf } from '../access/held-risk.js';
import { aggregationSteps, originStep } from '../access/paths.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';
import { ROLE_ESCALATION } from './grants.js';
import { READ_SECRETS } from './secrets.js';

/** A ClusterRole that aggregates into roles of people. */
interface AggregatedRights {
  readonly source: Role;
  /** Names of the roles that aggregate it, sorted. */
  readonly into: readonly string[];
  /** One for each of its rules, by the first of those roles. */
  readonly holdings: readonly Holding[];
  /** The roles whose labels cause the aggregation: the ClusterRole itself, or one that it aggregates into. */
  readonly labelled: readonly Role[];
}

/** The added ClusterRoles, by name. Roles of people are Kubernetes' own and those of OperatorGroups. */
export function aggregatedRights({ holdings }: Access): AggregatedRights[] {
  const added = holdings.filter(({ scope, roles: [bound, ...via] }) => {
    if (scope !== 'where-bound' || via.length === 0 || via.slice(-1).some(isDefaultRole)) return false;
    return isDefaultRole(bound) || bound.metadata.labels?.['olm.owner.kind'] === 'OperatorGroup';
  });
  return [...groupBy(added, ({ roles }) => roles.at(-1) as Role)]
    .map(([source, list]) => {
      const into = [...new Set(list.map(({ roles: [bound] }) => bound.metadata.name))].sort(compareText);
      const labelled = [...new Set(list.flatMap((holding) => addedBy(holding).slice(0, 1)))];
      return { source, into, holdings: list.filter(({ roles: [bound] }) => bound.metadata.name === into[0]), labelled };
    })
    .sort((a, b) => compareText(a.source.metadata.name, b.source.metadata.name));
}

/** The path of a permission into the roles of people, from the first role that is not Kubernetes' own. */
export function aggregationPath({ into }: AggregatedRights, holding: HeldRule, action: string): Step[] {
  return [{ kind: 'holders', roles: into }, ...aggregationSteps(addedBy(holding)), originStep(holding.origin), permissionsStep(action)];
}

/** The names of the labelled roles. */
export function labelledText({ labelled }: AggregatedRights): string {
  return joined(labelled.map((role) => formatReference(referenceTo(role))));
}

function addedBy({ roles: [, ...via] }: HeldRule): readonly Role[] {
  return via.slice(via.findIndex((role) => !isDefaultRole(role)));
}

// The rule about labels that add more to admin, edit or view than permissions on the APIs of an operator.

/** Permissions that nobody expects in a role for reading or editing. */
const ALARMING: readonly PolicyRule[] = [
  ...READ_SECRETS,
  { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
  ...ROLE_ESCALATION,
  { apiGroups: [''], resources: ['pods', 'pods/exec', 'serviceaccounts/token'], verbs: ['create'] },
];

export const foreignAggregation = riskRule('foreign-aggregation', 'error', 'Widens admin, edit or view', {
  effect: 'unknown',
  column: 'RBAC',
  references: [NSA_RBAC],
  meaning:
    "A ClusterRole has a label `rbac.authorization.k8s.io/aggregate-to-…`, or a label by which an OperatorGroup's roles aggregate, and rules for Kubernetes' own kinds or wildcards. Anyone bound to the aggregating role gets these permissions at once. It is an error if they lead to Secrets, Pods, tokens or other identities, and otherwise a warning.",
  attack: "A bundle's role lets every reader of a namespace read its Secrets, and no binding changes.",
  fix: 'Remove the label and bind the role to those who need it.',
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

/** Whether a rule covers kinds of Kubernetes or all kinds; another rule reports OLM's kinds. */
function isForeign({ rule: { apiGroups = [], resources = [], resourceNames = [] } }: HeldRule): boolean {
  // OLM's own roles let people read the CRD of an API.
  if (resourceNames.length > 0 && resources.every((resource) => resource === 'customresourcedefinitions')) return false;
  return apiGroups.some(isForeignGroup);
}

function isForeignGroup(group: string): boolean {
  return group === '*' || (group !== OLM_GROUP && knownKinds(group) !== undefined);
}

function foreignMatches({ rule: { verbs = [], apiGroups = [], resources = [] } }: HeldRule): Match[] {
  return apiGroups.filter(isForeignGroup).flatMap((apiGroup) => resources.map((resource) => ({ apiGroup, resource, verbs })));
}
