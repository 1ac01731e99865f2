/**
 * Finds powerful subjects: a rule reports their permissions as an error, or their permissions lead in any number of steps to such a
 * subject. Anyone who can act as a powerful subject, by a token, by impersonation, in a Pod or as a group member, has its permissions.
 */
import { groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { defaultsFor } from '../../../base/rbac/default-policy.js';
import type { Policy } from '../../../base/rbac/defaults/parse-policy.js';
import type { GrantSubject } from '../../../base/rbac/grant.js';
import { subjectKey, subjectsOf } from '../../../base/rbac/subject.js';
import { permissionText, whereText } from '../../../base/wording/permissions.js';
import type { Access, GrantedRule, Holding, Power } from './access.js';
import { effective, isEverything, type Match, matches, matchesOnce, mayMatch, withoutOwnApis } from './held.js';
import { isSystemAccount, systemNamespaceOf } from './system-namespaces.js';

/** Names that the API server, OpenShift and kubeadm give power, without a binding in the input. */
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

/** The reason why a subject is powerful. */
interface FoundPower {
  /** Its permissions, such as `do everything in all namespaces`. */
  readonly text: string;
  /** Whether it has all permissions in all namespaces. */
  readonly isAll?: boolean;
  /** Set if it only leads to another powerful subject: the permissions of that one. */
  readonly end?: string;
}

/** By `subjectKey`. */
type Powers = Map<string, FoundPower>;

const known = new WeakMap<Access, Powers>();

/** The powerful subjects of a state, including default ones of the cluster. */
function powersOf(access: Access): Powers {
  return known.get(access) ?? findPowers(access);
}

function foundPower(access: Access, subject: GrantSubject): FoundPower | undefined {
  const powers = powersOf(access);
  return [subject, ...groupsOf(subject)].map((each) => powers.get(subjectKey(each))).find((power) => power !== undefined);
}

/** The power of a subject in words; undefined if no rule reports it as an error and it leads to no powerful subject. */
export function powerOf(access: Access, subject: GrantSubject): string | undefined {
  const power = BY_NAME.get(`${subject.kind} ${subject.name}`) ?? foundPower(access, subject)?.text;
  return power ?? (isSystemAccount(subject) ? 'get to everything as it is installed by default' : undefined);
}

/** The power of a subject without acting as another one. */
export function ownPowerOf(access: Access, subject: GrantSubject): string | undefined {
  return foundPower(access, subject)?.end === undefined ? powerOf(access, subject) : undefined;
}

/** Whether a subject can do everything in all namespaces. */
export function hasEverything(access: Access, subject: GrantSubject): boolean {
  return BY_NAME.has(`${subject.kind} ${subject.name}`) || foundPower(access, subject)?.isAll === true;
}

/** The groups that every account is in. */
export function groupsOf({ kind, namespace = '' }: GrantSubject): GrantSubject[] {
  if (kind !== 'ServiceAccount') return [];
  return [`system:serviceaccounts:${namespace}`, 'system:serviceaccounts'].map((name) => ({ kind: 'Group', name }));
}

/** Whether a ServiceAccount of this name is powerful in the scope of a permission on it. An account's permission on itself adds nothing. */
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

/** A held rule, and the parts of it that a rule reports as an error. */
interface Candidate extends Held {
  readonly key: string;
  readonly matched: readonly Matched[];
}

interface Matched {
  readonly power: Power;
  readonly match: Match;
}

/** Repeats until no subject is added: access to a powerful account is power, and so is access to that access. */
function findPowers(access: Access): Powers {
  const powers: Powers = new Map();
  // Set early: rules about object names ask for powerful subjects during the search.
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
  const held = access.holdings.filter(({ scope }) => scope !== 'where-bound');
  return [...defaultCandidates(access), ...candidatesIn(held, access)];
}

/** Cached: every state of a platform has the same ones. */
const DEFAULT_CANDIDATES = new WeakMap<readonly Power[], WeakMap<Policy, readonly Candidate[]>>();

function defaultCandidates(access: Access): readonly Candidate[] {
  const known = DEFAULT_CANDIDATES.get(access.powers) ?? new WeakMap<Policy, readonly Candidate[]>();
  DEFAULT_CANDIDATES.set(access.powers, known);
  const policy = defaultsFor(access.state);
  const held = (): HeldByMany[] => [...defaultHoldings(policy)].map(([subjects, rule]) => ({ subjects, rule, scope: 'cluster' }));
  const candidates = known.get(policy) ?? candidatesIn(held(), access);
  known.set(policy, candidates);
  return candidates;
}

type Held = Pick<GrantedRule, 'subject' | 'scope' | 'rule'>;

type HeldByMany = Pick<Holding, 'subjects' | 'scope' | 'rule'>;

function candidatesIn(held: readonly HeldByMany[], access: Access): Candidate[] {
  return held.flatMap(({ subjects, scope, rule }) => {
    const matched = matchedPowers(access, rule);
    if (matched.length === 0 && !isEverything(rule)) return [];
    return subjects.map((subject) => ({ subject, scope, rule, matched, key: subjectKey(subject) }));
  });
}

/** What the powers want, in one list. */
const WANTED = new WeakMap<readonly Power[], readonly PolicyRule[]>();
const NOT_MATCHED: readonly Matched[] = [];

/** Cached: every state has Kubernetes' default rules, and each is compared with the powers only once. */
const MATCHED = new WeakMap<readonly Power[], WeakMap<PolicyRule, readonly Matched[]>>();

function matchedPowers({ powers }: Access, rule: PolicyRule): readonly Matched[] {
  const wanted = WANTED.get(powers) ?? powers.flatMap(({ wants, and = [] }) => [...wants, ...and]);
  WANTED.set(powers, wanted);
  if (!mayMatch(rule, wanted)) return NOT_MATCHED;
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

/**
 * The power that a rule reports as an error.
 * @param all the candidates of the subject
 */
function directPower(access: Access, { subject, scope, rule, matched }: Candidate, all: readonly Candidate[]): FoundPower | undefined {
  const system = typeof scope === 'string' ? undefined : systemNamespaceOf(scope, subject);
  const where = scope === 'cluster' ? 'in all namespaces' : system === undefined ? undefined : `in ${system}`;
  const { resourceNames = [] } = rule;
  if (where !== undefined && isEverything(rule)) return { text: `do everything ${where}`, isAll: scope === 'cluster' };
  for (const { power, match } of withoutLeads(matched)) {
    if (effective(access, { scope }, [match]).length === 0) continue;
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

/** Whether the additional permissions of a power are held. */
function isHeld({ and = [], countsName }: Power, { subject, scope, rule }: Candidate, access: Access): boolean {
  const { resourceNames = [] } = rule;
  if (matchesOnce(rule, and).length === 0) return false;
  return resourceNames.length === 0 || resourceNames.some((name) => countsName?.(name, { subject, scope, rule }, access));
}

/** The power of an account in the same namespace that the subject can act as. */
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

/** Whether a role with these rules makes its holders powerful. */
export function isPowerful(access: Pick<Access, 'powers'>, rules: readonly PolicyRule[]): boolean {
  return powerOfRules(access, rules) !== undefined;
}

/** The power of these rules in words; `do everything` takes precedence. */
export function powerOfRules({ powers }: Pick<Access, 'powers'>, rules: readonly PolicyRule[]): string | undefined {
  if (rules.some(isEverything)) return 'do everything';
  const unnamed = rules.filter(({ resourceNames = [] }) => resourceNames.length === 0);
  const isWhole = ({ and, leads }: Power): boolean => !leads && (!and || unnamed.some((rule) => matchesOnce(rule, and).length > 0));
  const whole = powers.filter(isWhole);
  for (const rule of unnamed)
    for (const { wants } of whole) {
      const [first] = matchesOnce(rule, wants);
      if (first) return permissionText(first);
    }
  return undefined;
}

function* defaultHoldings({ roles, bindings }: Policy): Generator<[readonly GrantSubject[], PolicyRule]> {
  const byName = new Map(roles.filter(({ kind }) => kind === 'ClusterRole').map((role) => [role.metadata.name, role]));
  for (const binding of bindings) {
    if (binding.kind !== 'ClusterRoleBinding') continue;
    for (const rule of byName.get(binding.roleRef.name)?.rules ?? []) yield [subjectsOf(binding, undefined), rule];
  }
}
