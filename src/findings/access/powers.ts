/**
 * Subjects as good as cluster-admin: whoever can act as one of them – by a token, by impersonation, in a Pod or as a member of
 * a group – has the whole cluster.
 */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { defaultsFor } from '../../rbac/default-policy.js';
import type { Policy } from '../../rbac/defaults/parse-policy.js';
import type { GrantSubject } from '../../rbac/grant.js';
import { subjectKey, subjectsOf } from '../../rbac/subject.js';
import { permissionText } from '../../wording/phrases.js';
import type { Access, Holding } from './access.js';
import { isEverything, matches } from './held.js';
import { isSystemAccount, systemNamespaceOf } from './system-namespaces.js';

const RBAC = 'rbac.authorization.k8s.io';

/**
 * From these, in all namespaces or in kube-system and the like, cluster-admin is one step away. Rules about these permissions say how; they are
 * listed here, as those rules ask who is powerful.
 */
const POWERS: readonly PolicyRule[] = [
  { apiGroups: [RBAC], resources: ['clusterroles'], verbs: ['bind', 'escalate'] },
  { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
  { apiGroups: ['authentication.k8s.io'], resources: ['users', 'groups'], verbs: ['impersonate:user-info'] },
  { apiGroups: ['authentication.k8s.io'], resources: ['serviceaccounts'], verbs: ['impersonate:serviceaccount'] },
  { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: [''], resources: ['pods/attach', 'pods/exec'], verbs: ['create', 'get'] },
  { apiGroups: [''], resources: ['pods/ephemeralcontainers', 'replicationcontrollers'], verbs: ['update', 'patch'] },
  { apiGroups: ['apps'], resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: [''], resources: ['nodes/proxy'], verbs: ['get', 'create'] },
  {
    apiGroups: ['admissionregistration.k8s.io'],
    resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    verbs: ['create', 'update', 'patch'],
  },
  { apiGroups: ['machineconfiguration.openshift.io'], resources: ['machineconfigs'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: ['argoproj.io'], resources: ['applications', 'applicationsets', 'appprojects'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: ['kustomize.toolkit.fluxcd.io'], resources: ['kustomizations'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: ['helm.toolkit.fluxcd.io'], resources: ['helmreleases'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: ['operators.coreos.com'], resources: ['clusterserviceversions', 'subscriptions'], verbs: ['create', 'update', 'patch'] },
];

/** Of the API server itself, of OpenShift and of kubeadm: no binding of the input is needed for them. */
const BY_NAME: Readonly<Record<string, string>> = {
  'Group system:masters': 'do everything in all namespaces',
  'Group system:cluster-admins': 'do everything in all namespaces',
  'Group kubeadm:cluster-admins': 'do everything in all namespaces',
  'User system:admin': 'do everything in all namespaces',
  'User kube:admin': 'do everything in all namespaces',
  'User kubernetes-admin': 'do everything in all namespaces',
};

/** By `subjectKey`: what a powerful subject can do, such as `do everything in all namespaces`. */
export type Powers = ReadonlyMap<string, string>;

const known = new WeakMap<Access, Powers>();

/** The powerful subjects of a state, those of its cluster's own among them. */
function powersOf(access: Access): Powers {
  const powers = known.get(access) ?? findPowers(access);
  known.set(access, powers);
  return powers;
}

/** What somebody who acts as this subject can do; nothing if that is not the whole cluster. */
export function powerOf(access: Access, subject: GrantSubject): string | undefined {
  const powers = powersOf(access);
  const power =
    BY_NAME[`${subject.kind} ${subject.name}`] ?? [subject, ...groupsOf(subject)].map((each) => powers.get(subjectKey(each))).find(Boolean);
  return power ?? (isSystemAccount(subject) ? 'get to everything as it is installed by default' : undefined);
}

/** The groups that an account is in by what it is. */
function groupsOf({ kind, namespace = '' }: GrantSubject): GrantSubject[] {
  if (kind !== 'ServiceAccount') return [];
  return [`system:serviceaccounts:${namespace}`, 'system:serviceaccounts'].map((name) => ({ kind: 'Group', name }));
}

/** Whether a ServiceAccount of this name, where a permission on it applies, is powerful. What an account can do with itself is nothing new. */
export function isPowerfulAccount(access: Access, name: string, { subject, scope }: Pick<Holding, 'subject' | 'scope'>): boolean {
  const isOwn = (namespace: string): boolean =>
    subject.kind === 'ServiceAccount' && subject.name === name && subject.namespace === namespace;
  const isPowerfulIn = (namespace: string): boolean =>
    !isOwn(namespace) && powerOf(access, { kind: 'ServiceAccount', namespace, name }) !== undefined;
  if (typeof scope !== 'string') return scope.some(isPowerfulIn);
  return [...powersOf(access).keys()].some((key) => {
    const [kind, namespace, account] = JSON.parse(key) as [string, string | null, string];
    return kind === 'ServiceAccount' && account === name && isPowerfulIn(namespace ?? '');
  });
}

function findPowers(access: Access): Powers {
  const powers = new Map<string, string>();
  const add = (subject: GrantSubject, rule: PolicyRule, where: string): void => {
    const key = subjectKey(subject);
    if (powers.has(key) && !isEverything(rule)) return;
    const power = powerOfRule(rule);
    if (power !== undefined) powers.set(key, `${power} ${where}`);
  };
  for (const [subject, rule] of defaultHoldings(defaultsFor(access.state))) add(subject, rule, 'in all namespaces');
  for (const { subject, scope, rule } of access.holdings) {
    if (subject.kind === 'RoleHolder' || scope === 'where-bound') continue;
    const system = scope === 'cluster' ? undefined : systemNamespaceOf(scope, subject);
    if (scope === 'cluster') add(subject, rule, 'in all namespaces');
    else if (system !== undefined) add(subject, rule, `in ${system}`);
  }
  return powers;
}

/** Whether a rule makes whoever holds it powerful, and by what. */
function powerOfRule(rule: PolicyRule): string | undefined {
  if ((rule.resourceNames ?? []).length > 0) return undefined;
  if (isEverything(rule)) return 'do everything';
  const [first] = matches(rule, POWERS);
  return first && permissionText({ ...first, verbs: first.verbs });
}

/** Whether a role with these rules makes whoever is bound to it powerful. */
export function isPowerful(rules: readonly PolicyRule[]): boolean {
  return powerOfRules(rules) !== undefined;
}

/** What it is that does; to do everything before anything else. */
export function powerOfRules(rules: readonly PolicyRule[]): string | undefined {
  return powerOfRule(rules.find(isEverything) ?? {}) ?? rules.map(powerOfRule).find((power) => power !== undefined);
}

function* defaultHoldings({ roles, bindings }: Policy): Generator<[GrantSubject, PolicyRule]> {
  const byName = new Map(roles.filter(({ kind }) => kind === 'ClusterRole').map((role) => [role.metadata.name, role]));
  for (const binding of bindings) {
    if (binding.kind !== 'ClusterRoleBinding') continue;
    for (const rule of byName.get(binding.roleRef.name)?.rules ?? [])
      for (const subject of subjectsOf(binding, undefined)) yield [subject, rule];
  }
}
