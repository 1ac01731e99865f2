/**
 * Powerful subjects: what one holds is an error by any rule, or leads in any number of steps to one of whom that is true. Whoever
 * can act as such a subject – by a token, by impersonation, in a Pod or as a member of a group – can do what it can.
 */
import { groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { defaultsFor } from '../../../base/rbac/default-policy.js';
import type { Policy } from '../../../base/rbac/defaults/parse-policy.js';
import type { GrantSubject } from '../../../base/rbac/grant.js';
import { subjectKey, subjectsOf } from '../../../base/rbac/subject.js';
import { permissionText, whereText } from '../../../base/wording/phrases.js';
import type { Access, GrantedRule, Power } from './access.js';
import { isEverything, type Match, matches, matchesOnce, withoutOwnApis } from './held.js';
import { isSystemAccount, systemNamespaceOf } from './system-namespaces.js';

/** Of the API server itself, of OpenShift and of kubeadm: no binding of the input is needed for them. */
const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    'Group system:masters': 'do everything in all namespaces',
    'Group system:cluster-admins': 'do everything in all namespaces',
    'Group kubeadm:cluster-admins': 'do everything in all namespaces',
    'User system:admin': 'do everything in all namespaces',
    'User kube:admin': 'do everything in all namespaces',
    'User kubernetes-admin': 'do everything in all namespaces',
  }),
);

/** What makes a subject powerful. */
interface FoundPower {
  /** What it can do, such as `do everything in all namespaces`. */
  readonly text: string;
  /** Whether that is everything, in all namespaces. */
  readonly isAll?: boolean;
  /** Whether it only leads to somebody who is powerful, and what that one can do. */
  readonly end?: string;
}

/** By `subjectKey`. */
type Powers = Map<string, FoundPower>;

const known = new WeakMap<Access, Powers>();

/** The powerful subjects of a state, those of its cluster's own among them. */
function powersOf(access: Access): Powers {
  return known.get(access) ?? findPowers(access);
}

function foundPower(access: Access, subject: GrantSubject): FoundPower | undefined {
  const powers = powersOf(access);
  return [subject, ...groupsOf(subject)].map((each) => powers.get(subjectKey(each))).find((power) => power !== undefined);
}

/** What somebody who acts as this subject can do; nothing if that is no error by any rule and leads to none. */
export function powerOf(access: Access, subject: GrantSubject): string | undefined {
  const power = BY_NAME.get(`${subject.kind} ${subject.name}`) ?? foundPower(access, subject)?.text;
  return power ?? (isSystemAccount(subject) ? 'get to everything as it is installed by default' : undefined);
}

/** The same, as far as the subject needs to become nobody else for it. */
export function ownPowerOf(access: Access, subject: GrantSubject): string | undefined {
  return foundPower(access, subject)?.end === undefined ? powerOf(access, subject) : undefined;
}

/** Whether a subject can do everything in all namespaces. */
export function hasEverything(access: Access, subject: GrantSubject): boolean {
  return BY_NAME.has(`${subject.kind} ${subject.name}`) || foundPower(access, subject)?.isAll === true;
}

/** The groups that an account is in by what it is. */
function groupsOf({ kind, namespace = '' }: GrantSubject): GrantSubject[] {
  if (kind !== 'ServiceAccount') return [];
  return [`system:serviceaccounts:${namespace}`, 'system:serviceaccounts'].map((name) => ({ kind: 'Group', name }));
}

/** Whether a ServiceAccount of this name, where a permission on it applies, is powerful. What an account can do with itself is nothing new. */
export function isPowerfulAccount(access: Access, name: string, { subject, scope }: Pick<GrantedRule, 'subject' | 'scope'>): boolean {
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

/** A rule that somebody holds, and what of it some rule calls an error. */
interface Candidate extends Held {
  readonly key: string;
  readonly matched: readonly Matched[];
}

interface Matched {
  readonly power: Power;
  readonly match: Match;
}

/** Until nobody is added: what leads to a powerful account makes powerful, and so does what leads to that. */
function findPowers(access: Access): Powers {
  const powers: Powers = new Map();
  // Rules about objects by name ask who is powerful while that is being found.
  known.set(access, powers);
  const candidates = candidatesOf(access);
  const rules = groupBy(candidates, ({ key }) => key);
  for (let size = -1; powers.size > size; ) {
    size = powers.size;
    for (const candidate of candidates) {
      const before = powers.get(candidate.key);
      if (before?.isAll || (before && !isEverything(candidate.rule))) continue;
      const power = directPower(access, candidate, rules.get(candidate.key) ?? []);
      if (power) powers.set(candidate.key, power);
    }
    for (const candidate of candidates) {
      const power = powers.has(candidate.key) ? undefined : powerThroughAccount(candidate, powers);
      if (power) powers.set(candidate.key, power);
    }
  }
  return powers;
}

function candidatesOf(access: Access): Candidate[] {
  const held = access.holdings.filter(({ subject, scope }) => subject.kind !== 'RoleHolder' && scope !== 'where-bound');
  return [...defaultCandidates(access), ...candidatesIn(held, access)];
}

/** Every state of a platform has them. */
const DEFAULT_CANDIDATES = new WeakMap<readonly Power[], WeakMap<Policy, readonly Candidate[]>>();

function defaultCandidates(access: Access): readonly Candidate[] {
  const known = DEFAULT_CANDIDATES.get(access.powers) ?? new WeakMap<Policy, readonly Candidate[]>();
  DEFAULT_CANDIDATES.set(access.powers, known);
  const policy = defaultsFor(access.state);
  const held = (): Held[] => [...defaultHoldings(policy)].map(([subject, rule]) => ({ subject, rule, scope: 'cluster' }));
  const candidates = known.get(policy) ?? candidatesIn(held(), access);
  known.set(policy, candidates);
  return candidates;
}

type Held = Pick<GrantedRule, 'subject' | 'scope' | 'rule'>;

function candidatesIn(held: readonly Held[], access: Access): Candidate[] {
  return held.flatMap(({ subject, scope, rule }) => {
    const matched = matchedPowers(access, rule);
    return matched.length === 0 && !isEverything(rule) ? [] : [{ subject, scope, rule, matched, key: subjectKey(subject) }];
  });
}

/** Every state has Kubernetes' default rules: each is compared with what makes powerful once. */
const MATCHED = new WeakMap<readonly Power[], WeakMap<PolicyRule, readonly Matched[]>>();

function matchedPowers({ powers }: Access, rule: PolicyRule): readonly Matched[] {
  const known = MATCHED.get(powers) ?? new WeakMap<PolicyRule, readonly Matched[]>();
  MATCHED.set(powers, known);
  const matched =
    known.get(rule) ??
    powers.flatMap((power) =>
      [...power.wants, ...(power.and ?? [])].flatMap((want) => matches(rule, [want]).map((match) => ({ power, match }))),
    );
  known.set(rule, matched);
  return matched;
}

/** What is an error by a rule. @param all what else the subject holds */
function directPower(access: Access, { subject, scope, rule, matched }: Candidate, all: readonly Candidate[]): FoundPower | undefined {
  const system = typeof scope === 'string' ? undefined : systemNamespaceOf(scope, subject);
  const where = scope === 'cluster' ? 'in all namespaces' : system === undefined ? undefined : `in ${system}`;
  const { resourceNames = [] } = rule;
  if (where !== undefined && isEverything(rule)) return { text: `do everything ${where}`, isAll: scope === 'cluster' };
  for (const { power, match } of withoutLeads(matched)) {
    if (where === undefined && power.anywhere !== 'all' && !(power.anywhere === 'named' && resourceNames.length > 0)) continue;
    if (power.onlyNamed && resourceNames.length === 0) continue;
    const names = resourceNames.filter((name) => power.countsName?.(name, { subject, scope, rule }, access));
    if (resourceNames.length > 0 && names.length === 0) continue;
    if (power.ownApis === false && withoutOwnApis(access, subject, [match]).length === 0) continue;
    if (power.and && !all.some((other) => other.scope === scope && isHeld(power, other, access))) continue;
    if (matchesOnce(rule, power.wants).length === 0) continue;
    const first = { ...match, ...(names.length > 0 ? { resourceNames: names } : {}) };
    return { text: `${permissionText(first)} ${where ?? whereText(scope)}` };
  }
  return undefined;
}

/** Whether what has to be held, too, is. */
function isHeld({ and = [], countsName }: Power, { subject, scope, rule }: Candidate, access: Access): boolean {
  const { resourceNames = [] } = rule;
  if (matchesOnce(rule, and).length === 0) return false;
  return resourceNames.length === 0 || resourceNames.some((name) => countsName?.(name, { subject, scope, rule }, access));
}

/** What leads to an account of the same namespace. */
function powerThroughAccount({ subject, scope, rule, matched }: Candidate, powers: Powers): FoundPower | undefined {
  const leads = typeof scope !== 'string' && !rule.resourceNames?.length && matched.some(({ power }) => power.leads);
  if (!leads) return undefined;
  const namespaces = new Set(scope);
  for (const [key, { text, end = text }] of powers) {
    const [kind, namespace, name] = JSON.parse(key) as [string, string | null, string];
    if (kind !== 'ServiceAccount' || namespace === null || !namespaces.has(namespace)) continue;
    if (subject.kind === kind && subject.name === name && subject.namespace === namespace) continue;
    return { text: `act as ServiceAccount ${namespace}/${name}, which leads to ${end}`, end };
  }
  return undefined;
}

function withoutLeads(matched: readonly Matched[]): readonly Matched[] {
  return matched.filter(({ power }) => !power.leads);
}

/** Whether a role with these rules makes whoever is bound to it powerful. */
export function isPowerful(access: Pick<Access, 'powers'>, rules: readonly PolicyRule[]): boolean {
  return powerOfRules(access, rules) !== undefined;
}

/** What it is that does; to do everything before anything else. */
export function powerOfRules({ powers }: Pick<Access, 'powers'>, rules: readonly PolicyRule[]): string | undefined {
  if (rules.some(isEverything)) return 'do everything';
  const unnamed = rules.filter(({ resourceNames = [] }) => resourceNames.length === 0);
  const isWhole = ({ and, leads }: Power): boolean => !leads && (!and || unnamed.some((rule) => matchesOnce(rule, and).length > 0));
  const whole = powers.filter(isWhole);
  const [first] = unnamed.flatMap((rule) => whole.flatMap(({ wants }) => matchesOnce(rule, wants)));
  return first && permissionText(first);
}

function* defaultHoldings({ roles, bindings }: Policy): Generator<[GrantSubject, PolicyRule]> {
  const byName = new Map(roles.filter(({ kind }) => kind === 'ClusterRole').map((role) => [role.metadata.name, role]));
  for (const binding of bindings) {
    if (binding.kind !== 'ClusterRoleBinding') continue;
    for (const rule of byName.get(binding.roleRef.name)?.rules ?? [])
      for (const subject of subjectsOf(binding, undefined)) yield [subject, rule];
  }
}
