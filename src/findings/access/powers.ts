/**
 * Subjects as good as cluster-admin: whoever can act as one of them – by a token, by impersonation, in a Pod or as a member of
 * a group – has the whole cluster. No list says who they are: the rules about held permissions do.
 */
import { compareText } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Role } from '../../kubernetes/rbac.js';
import { defaultsFor } from '../../rbac/default-policy.js';
import type { Policy } from '../../rbac/defaults/parse-policy.js';
import type { GrantSubject } from '../../rbac/grant.js';
import { subjectKey, subjectsOf } from '../../rbac/subject.js';
import type { State } from '../../state/state.js';
import type { Discovery } from '../rule.js';
import type { Access, AccessFacts, Holding, Power, Powers } from './access.js';
import { isSystemAccount, isSystemWorkload } from './system-namespaces.js';

/** Of the API server itself, of OpenShift and of kubeadm: no binding of the input is needed for them. */
const BY_NAME: Readonly<Record<string, string>> = {
  'Group system:masters': 'do everything in all namespaces',
  'Group system:cluster-admins': 'do everything in all namespaces',
  'Group kubeadm:cluster-admins': 'do everything in all namespaces',
  'User system:admin': 'do everything in all namespaces',
  'User kube:admin': 'do everything in all namespaces',
  'User kubernetes-admin': 'do everything in all namespaces',
};

/** What rules find about one subject, and what those permissions make of whoever holds them. */
export interface FoundPower {
  readonly discovery: Discovery;
  /** Whether whoever holds them can act as the ServiceAccounts of the same namespaces. */
  readonly actsAsAccounts: boolean;
}

/** Runs the rules about held permissions. */
export type FindPowers = (access: Access) => readonly FoundPower[];

/**
 * Who is powerful: whoever holds what a rule about permissions calls an error, and whoever can act, in any number of steps, as one
 * of these. Rules that ask who is powerful get those that are known so far, until no more are found.
 *
 * @param find the rules; the only definition of what is powerful
 */
export function derivedPowers(facts: AccessFacts, find: FindPowers): Powers {
  let found: ReadonlyMap<string, Power> | undefined;
  const ofRoles = new Map<string, string | undefined>();
  const powers: Powers = {
    bySubject: () => {
      if (found) return found;
      found = new Map();
      const holdings = [...defaultHoldings(defaultsFor(facts.state)), ...facts.holdings];
      const access = { ...facts, ...ALONE, holdings, powers };
      for (let before = -1; before < found.size; ) {
        before = found.size;
        found = withMore(found, find(access));
      }
      return found;
    },
    ofRules: (rules) => {
      const key = JSON.stringify(rules);
      if (ofRoles.has(key)) return ofRoles.get(key);
      // A role by which one gets the same role leads no further.
      ofRoles.set(key, undefined);
      const holdings = rules.map((rule, index) => holdingOf(NOBODY, rule, index, ANY_ROLE));
      const of = withMore(new Map(), find({ ...facts, ...ALONE, state: withoutObjects(facts.state), holdings, powers }));
      ofRoles.set(key, of.get(subjectKey(NOBODY))?.can);
      return ofRoles.get(key);
    },
  };
  return powers;
}

const NOBODY: GrantSubject = { kind: 'User', name: '' };
const ANY_ROLE: Role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: '' }, rules: [] };

/** Permissions count by themselves here, whoever has them and through whichever role. */
const ALONE: Pick<Access, 'bindings' | 'unknownRoles' | 'countsRolesForPeople'> = {
  bindings: [],
  unknownRoles: [],
  countsRolesForPeople: true,
};

function withoutObjects(state: State): State {
  return { ...state, given: [], documents: [], objects: [], copied: [], resolution: { ...state.resolution, csvs: [], groups: [] } };
}

function withMore(known: ReadonlyMap<string, Power>, found: readonly FoundPower[]): Map<string, Power> {
  const powers = new Map(known);
  for (const { discovery, actsAsAccounts } of found) {
    const { severity, subject, power, scope } = discovery;
    // Permissions are held by subjects, which a report names as objects.
    const key = subjectKey(subject as GrantSubject);
    if (power === undefined || powers.has(key)) continue;
    if (severity === 'error') powers.set(key, { can: power });
    else if (actsAsAccounts && Array.isArray(scope)) {
      const via = accountThere(known, scope, key);
      if (via !== undefined) powers.set(key, { can: `${power}, and so act as ServiceAccount ${via}`, via });
    }
  }
  return powers;
}

/** A powerful account of some namespaces, other than the one that asks. */
function accountThere(powers: ReadonlyMap<string, Power>, namespaces: readonly string[], asks: string): string | undefined {
  return [...powers.keys()]
    .filter((key) => key !== asks)
    .map((key) => JSON.parse(key) as [string, string | null, string])
    .filter(([kind, namespace]) => kind === 'ServiceAccount' && namespaces.includes(namespace ?? ''))
    .map(([, namespace, name]) => `${namespace}/${name}`)
    .sort(compareText)[0];
}

/** What somebody who acts as this subject can do; nothing if that is not the whole cluster. */
export function powerOf(access: Pick<Access, 'powers'>, subject: GrantSubject): string | undefined {
  return findPower(access, subject)?.can;
}

/** Whether a subject is powerful by what it holds, and not because it can act as an account of a namespace. */
export function isPowerfulByItself(access: Pick<Access, 'powers'>, subject: GrantSubject): boolean {
  const power = findPower(access, subject);
  return power !== undefined && power.via === undefined;
}

function findPower({ powers }: Pick<Access, 'powers'>, subject: GrantSubject): Power | undefined {
  const known = powers.bySubject();
  const can = BY_NAME[`${subject.kind} ${subject.name}`];
  const power = can === undefined ? [subject, ...groupsOf(subject)].map((each) => known.get(subjectKey(each))).find(Boolean) : { can };
  return power ?? (isSystemAccount(subject) ? { can: 'get to everything as it is installed by default' } : undefined);
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
  return [...access.powers.bySubject().keys()].some((key) => {
    const [kind, namespace, account] = JSON.parse(key) as [string, string | null, string];
    return kind === 'ServiceAccount' && account === name && isPowerfulIn(namespace ?? '');
  });
}

/** Whether a workload of this name runs as a powerful account, and not as the one that asks. */
export function isPowerfulWorkload(access: Access, name: string, { subject }: Pick<Holding, 'subject'>): boolean {
  const isOther = (account: GrantSubject): boolean => subjectKey(account) !== subjectKey(subject) && powerOf(access, account) !== undefined;
  return isSystemWorkload(name) || access.accountsOfWorkloads(name).some(isOther);
}

/** What rules make of whoever has them in all namespaces. */
export function powerOfRules({ powers }: Pick<Access, 'powers'>, rules: readonly PolicyRule[]): string | undefined {
  return rules.length === 0 ? undefined : powers.ofRules(rules);
}

/** Whether a role with these rules makes whoever is bound to it powerful. */
export function isPowerful(access: Pick<Access, 'powers'>, rules: readonly PolicyRule[]): boolean {
  return powerOfRules(access, rules) !== undefined;
}

function* defaultHoldings({ roles, bindings }: Policy): Generator<Holding> {
  const byName = new Map(roles.filter(({ kind }) => kind === 'ClusterRole').map((role) => [role.metadata.name, role]));
  for (const binding of bindings) {
    if (binding.kind !== 'ClusterRoleBinding') continue;
    const role = byName.get(binding.roleRef.name);
    for (const [index, rule] of (role?.rules ?? []).entries())
      for (const subject of subjectsOf(binding, undefined)) yield holdingOf(subject, rule, index, role as Role);
  }
}

function holdingOf(subject: GrantSubject, rule: PolicyRule, index: number, role: Role): Holding {
  const origin = { object: { kind: role.kind, name: role.metadata.name }, field: ['rules', index] };
  return { subject, scope: 'cluster', rule, index, roles: [role], origin };
}
