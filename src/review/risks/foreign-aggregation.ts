/** ClusterRoles whose labels add rights to admin, edit or view that are about more than an operator's own APIs. */
import type { Severity } from '../../model/finding.js';
import { knownKinds } from '../../model/kinds.js';
import { formatReference, referenceTo } from '../../model/kubernetes-object.js';
import { joined } from '../../model/name-lists.js';
import type { Access, Holding } from './access.js';
import { type AggregatedRights, aggregatedRights } from './aggregated-rights.js';
import { formatRights, matches, type Want } from './held.js';
import { placeOf } from './held-risk.js';
import { OLM_GROUP } from './olm-write.js';
import { formatOrigin } from './origins.js';
import { type Discovery, NSA_RBAC, type RiskRule } from './rule.js';
import { shortList } from './wording.js';

/** What nobody expects in a role for reading or for editing. */
const ALARMING: readonly Want[] = [
  { apiGroup: '', resources: ['secrets'], verbs: ['get', 'list', 'watch'] },
  { apiGroup: '', resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
  { apiGroup: 'rbac.authorization.k8s.io', resources: ['clusterroles', 'roles'], verbs: ['bind', 'escalate'] },
  { apiGroup: '', resources: ['pods', 'pods/exec', 'serviceaccounts/token'], verbs: ['create'] },
];

export const foreignAggregation: RiskRule = {
  id: 'foreign-aggregation',
  severity: 'error',
  title: 'Widens admin, edit or view',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      "A ClusterRole carries a label `rbac.authorization.k8s.io/aggregate-to-…`, or the one by which an OperatorGroup's roles collect theirs, and has rules about Kubernetes' own kinds or by wildcard. Everyone who holds the collecting role anywhere holds these rights there, at once. An error where the rights lead to Secrets, Pods, tokens or other identities; a warning otherwise.",
    attack: 'A bundle that brings such a role makes every reader of a namespace a reader of its Secrets, and no binding changes.',
    fix: 'Take the label off and bind the role to those who need it.',
  },
  find: (access) => aggregatedRights(access).flatMap((added) => widening(access, added)),
};

function widening(access: Access, { source, into, holdings }: AggregatedRights): Discovery[] {
  const foreign = holdings.filter(isForeign);
  const [first] = foreign;
  if (!first) return [];
  // In admin and edit, these rights are there already.
  const alarming = foreign.some(
    ({ rule }) => into.some((role) => role !== 'admin' && role !== 'edit') && matches(rule, ALARMING).length > 0,
  );
  const escalating = foreign.some(({ rule }) => matches(rule, ALARMING.slice(1, 3)).some(({ resource }) => resource !== 'serviceaccounts'));
  const severity: Severity = alarming || escalating ? 'error' : 'warning';
  const rights = shortList([...new Set(foreign.map(rightsText))], 'rights');
  const subject = referenceTo(source);
  return [
    {
      severity,
      subject,
      message: `${formatReference(subject)} lets everyone who holds ${joined(into, 'or')} ${rights}, wherever they hold it`,
      path: `whoever holds ${joined(into, 'or')} → aggregates ${formatReference(subject)} → ${formatOrigin(first.origin)} → ${rights}`,
      fix: `take the aggregation labels off ${formatReference(subject)}, and bind it to those who need it`,
      place: placeOf(access, first),
      identity: [...into],
    },
  ];
}

/** About kinds of Kubernetes, or anything at all; OLM's kinds have a rule of their own. */
function isForeign({ rule: { apiGroups = [], resources = [], resourceNames = [] } }: Holding): boolean {
  // The roles that OLM makes let people see the CRD of an API.
  if (resourceNames.length > 0 && resources.every((resource) => resource === 'customresourcedefinitions')) return false;
  return apiGroups.some((group) => group === '*' || (group !== OLM_GROUP && knownKinds(group) !== undefined));
}

function rightsText({ rule: { verbs = [], resources = [] } }: Holding): string {
  return formatRights(
    resources.map((resource) => ({
      resource: resource === '*' ? 'everything' : resource,
      verbs: verbs.includes('*') ? ['do anything with'] : verbs,
    })),
  );
}
