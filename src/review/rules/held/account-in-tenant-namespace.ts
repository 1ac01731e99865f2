/**
 * Reports powerful accounts in namespaces of tenants: anyone who can start Pods next to an operator, or a powerful account, can run as it.
 */

import { OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import { compareText, groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import type { GrantSubject } from '../../../base/rbac/grant.js';
import { effect, permissionsStep } from '../../../base/rbac/step.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { subjectText, whereText } from '../../../base/wording/permissions.js';
import { listed } from '../../../base/wording/phrases.js';
import type { State } from '../../state/state.js';
import { workloadsOf } from '../../state/workloads.js';
import { type Access, type GrantedRule, type HeldRule, ownRule } from '../access/access.js';
import { matches } from '../access/held.js';
import { placeOf } from '../access/held-risk.js';
import { asBound, pathTo, subjectReference } from '../access/paths.js';
import { isPowerful, ownPowerOf, powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_NAMESPACES, NSA_TOKENS } from '../rule.js';
import { ROLE_ESCALATION, TOKEN_CREATE } from './grants.js';
import { READ_SECRETS } from './secrets.js';
import { MAKE_PODS } from './written-kinds.js';

/** Permissions that lead to an account of the same namespace. */
const TAKE_OVER: readonly PolicyRule[] = [
  ...MAKE_PODS,
  ...TOKEN_CREATE,
  { apiGroups: [''], resources: ['pods/exec', 'pods/attach'], verbs: ['create', 'get'] },
  { apiGroups: [''], resources: ['pods/ephemeralcontainers'], verbs: ['update', 'patch'] },
  { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] },
  ...ROLE_ESCALATION,
];

/**
 * Also leads there together with reading Secrets: Kubernetes fills a new Secret of the type kubernetes.io/service-account-token with a
 * token of the account.
 */
const WRITE_SECRETS: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['secrets'], verbs: ['create'] }];

/** Kinds where writing one named object leads to the account that it runs as. */
const RUNNING: readonly PolicyRule[] = [
  { apiGroups: ['apps'], resources: ['daemonsets', 'deployments', 'statefulsets'], verbs: ['update', 'patch'] },
  { apiGroups: ['batch'], resources: ['cronjobs'], verbs: ['update', 'patch'] },
  { apiGroups: [OLM_GROUP], resources: ['clusterserviceversions'], verbs: ['update', 'patch'] },
];

function takesOver(rule: PolicyRule): boolean {
  return matches(rule, TAKE_OVER).length > 0 || [WRITE_SECRETS, READ_SECRETS].every((wants) => matches(rule, wants).length > 0);
}

export const accountInTenantNamespace = riskRule(
  'account-in-tenant-namespace',
  'error',
  'An account with permissions elsewhere is in a namespace of tenants',
  {
    effect: 'more',
    references: ['CIS Kubernetes 5.1.4', NSA_NAMESPACES, NSA_TOKENS],
    meaning:
      "An operator's account has permissions outside its namespace, or another account is one step from cluster-admin. In its namespace, the input binds somebody else to a role, such as admin or edit, that can create Pods, run commands in them, create tokens, grant itself such permissions, or change a named workload that runs as the account.",
    attack: "A tenant starts a Pod with the operator's account, or takes a token from its Pod, and has its permissions elsewhere.",
    fix: "Give the operator or account its own namespace. An OperatorGroup there can target the tenants' namespaces.",
    powers: [{ wants: TAKE_OVER, leads: true }],
    find: (access) => {
      const tenants = tenantsByNamespace(access, tokensOf(access), runningIn(access.state));
      return [...reachOfAccounts(access)]
        .sort(([a], [b]) => compareText(a, b))
        .flatMap(([, holding]) => accountRisk(access, holding, tenants));
    },
  },
);

/**
 * The permissions outside their namespace of operators' accounts and powerful accounts, one for each account; all namespaces first. For
 * accounts without an operator, only powerful permissions count.
 */
function reachOfAccounts(access: Access): Map<string, GrantedRule> {
  const { holdings, operators } = access;
  const reach = new Map<string, GrantedRule>();
  const isPower = oncePerRule((rule) => isPowerful(access, [rule]));
  // All rules of a binding share its subjects.
  const accountsOf = oncePerObject((subjects: readonly GrantSubject[]) => accountsIn(subjects, operators));
  for (const holding of holdings) {
    const { subjects, scope, rule } = holding;
    if (isReview(holding) || !rule.resources?.length) continue;
    const counts = scope === 'cluster' && isPower(rule);
    if (!counts && operators.size === 0) continue;
    const { all, ofOperators } = accountsOf(subjects);
    for (const { subject, key, home } of counts ? all : ofOperators) {
      const known = reach.get(key);
      if (known?.scope === 'cluster') continue;
      if (scope === 'cluster' || (!known && typeof scope !== 'string' && scope.some((namespace) => namespace !== home))) {
        reach.set(key, { ...ownRule(holding), subject });
      }
    }
  }
  return reach;
}

/** The subjects that others can act as in a namespace. */
function accountsIn(subjects: readonly GrantSubject[], operators: Access['operators']) {
  const all = subjects.flatMap((subject) => {
    const home = homeOf(subject);
    return home === undefined ? [] : [{ subject, key: subjectKey(subject), home }];
  });
  return { all, ofOperators: all.filter(({ key }) => operators.has(key)) };
}

/** Asks each rule once: a role can have thousands of subjects. */
function oncePerRule(ask: (rule: PolicyRule) => boolean): (rule: PolicyRule) => boolean {
  const known = new Map<PolicyRule, boolean>();
  return (rule) => {
    const answer = known.get(rule) ?? ask(rule);
    known.set(rule, answer);
    return answer;
  };
}

const ALL_OF_NAMESPACE = 'system:serviceaccounts:';

/** The namespace where others can act as the subject: of an account, or of the group of all accounts there. */
function homeOf({ kind, namespace, name }: GrantSubject): string | undefined {
  if (kind === 'ServiceAccount') return namespace ?? '';
  return kind === 'Group' && name.startsWith(ALL_OF_NAMESPACE) ? name.slice(ALL_OF_NAMESPACE.length) : undefined;
}

/** Asking the API server for identities or permissions is harmless. */
function isReview({ rule: { apiGroups = [] } }: HeldRule): boolean {
  return apiGroups.every((group) => group === 'authentication.k8s.io' || group === 'authorization.k8s.io');
}

/** The Secrets with a token of a powerful account, by namespace: reading one means acting as the account. */
function tokensOf(access: Access): ReadonlyMap<string, readonly string[]> {
  const tokens = access.state.objects.flatMap(({ kind, type, metadata: { namespace = 'default', name, annotations } }) => {
    const account = annotations?.['kubernetes.io/service-account.name'];
    if (kind !== 'Secret' || type !== 'kubernetes.io/service-account-token' || typeof account !== 'string') return [];
    return powerOf(access, { kind: 'ServiceAccount', namespace, name: account }) === undefined ? [] : [{ namespace, name }];
  });
  return new Map([...groupBy(tokens, ({ namespace }) => namespace)].map(([namespace, all]) => [namespace, all.map(({ name }) => name)]));
}

/** A workload and its account. */
interface Running {
  readonly account: string;
  /** The resources and names through which it can be edited: the workload itself, and the CSV that contains it. */
  readonly objects: readonly (readonly [resource: string, name: string])[];
}

function runningIn(state: State): ReadonlyMap<string, readonly Running[]> {
  const all = workloadsOf(state).map(({ reference, source, account }) => ({
    namespace: reference.namespace || 'default',
    account,
    objects: [reference, source].map(({ kind, name }) => [`${kind.toLowerCase()}s`, name] as const),
  }));
  return groupBy(all, ({ namespace }) => namespace);
}

/** The accounts of workloads that a rule can edit by name. */
function accountsByName(rule: PolicyRule, running: readonly Running[] = []): string[] {
  const changeable = new Set(matches(rule, RUNNING).map(({ resource }) => resource));
  if (changeable.size === 0) return [];
  return running.flatMap(({ account, objects }) =>
    objects.some(([resource, name]) => changeable.has(resource) && rule.resourceNames?.includes(name)) ? account : [],
  );
}

/**
 * The subjects that can use all accounts of a namespace, by namespace, or a single account, by `namespace/account`; operators are left out.
 */
function tenantsByNamespace(
  { holdings, operators }: Access,
  tokens: ReadonlyMap<string, readonly string[]>,
  running: ReadonlyMap<string, readonly Running[]>,
): Map<string, Map<string, GrantedRule>> {
  const readsToken = (rule: PolicyRule, namespace: string): boolean =>
    tokens.has(namespace) &&
    matches(rule, READ_SECRETS).length > 0 &&
    (!rule.resourceNames?.length || (tokens.get(namespace) ?? []).some((name) => rule.resourceNames?.includes(name)));
  const tenants = new Map<string, Map<string, GrantedRule>>();
  const takes = oncePerRule(takesOver);
  for (const holding of holdings) {
    const { scope, rule } = holding;
    if (typeof scope === 'string') continue;
    const subjects = holding.subjects.filter((subject) => !operators.has(subjectKey(subject)));
    const isTaking = !rule.resourceNames?.length && takes(rule);
    for (const namespace of scope) {
      const named = rule.resourceNames?.length ? accountsByName(rule, running.get(namespace)) : [];
      const places = isTaking || readsToken(rule, namespace) ? [namespace] : named.map((account) => `${namespace}/${account}`);
      for (const place of places) {
        const known = tenants.get(place) ?? new Map<string, GrantedRule>();
        for (const subject of subjects) {
          const name = subjectText(subject);
          if (!known.has(name)) known.set(name, { ...ownRule(holding), subject });
        }
        if (known.size > 0) tenants.set(place, known);
      }
    }
  }
  return tenants;
}

function accountRisk(access: Access, reach: GrantedRule, tenants: ReadonlyMap<string, ReadonlyMap<string, GrantedRule>>): Discovery[] {
  const { subject, scope } = reach;
  const home = homeOf(subject) ?? '';
  const isOperator = access.operators.has(subjectKey(subject));
  // A tenant that is already powerful gains nothing.
  const gains = ({ subject: tenant }: GrantedRule): boolean => isOperator || ownPowerOf(access, tenant) === undefined;
  const all = new Map([...(tenants.get(`${home}/${subject.name}`) ?? []), ...(tenants.get(home) ?? [])]);
  const here = [...all].filter(([, tenant]) => gains(tenant)).sort(([a], [b]) => compareText(a, b));
  const [first] = here;
  if (!first) return [];
  const names = here.map(([name]) => name);
  const beyond = typeof scope === 'string' ? scope : scope.filter((namespace) => namespace !== home);
  const account = subjectText(subject);
  return [
    {
      subject: subjectReference(subject),
      message: `${listed(names, 'subjects')} can run Pods or commands in ${home} as ${account}, which has permissions ${whereText(beyond)}`,
      path: pathTo(
        first[1].subject,
        asBound(first[1]),
        effect(`a Pod or token of ${account}`),
        permissionsStep(`permissions ${whereText(beyond)}`),
      ),
      fix: `move ${isOperator ? 'the operator' : account} from ${home} to a namespace where only cluster administrators can create Pods`,
      place: placeOf(access, isOperator ? reach : first[1]),
      identity: names,
    },
  ];
}
