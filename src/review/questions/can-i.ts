/** Answers whether one account, user or group can do something, including by its groups. */
import { referenceTo } from '../../base/kubernetes/object.js';
import type { AccessRequest } from '../../base/rbac/authorizer.js';
import type { SubjectRoles } from '../../base/rbac/bound.js';
import { uncoveredGrants } from '../../base/rbac/compare-grants.js';
import { defaultsOf, withoutDefaults } from '../../base/rbac/default-holdings.js';
import { effectiveGrants } from '../../base/rbac/effective-grants.js';
import type { Grant, GrantScope, Right } from '../../base/rbac/grant.js';
import { grantsOf } from '../../base/rbac/grants.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { subjectKey } from '../../base/rbac/subject.js';
import { unknownRoles } from '../../base/rbac/unknown-roles.js';
import { pathTeller } from '../state/grant-path.js';
import { furthestState } from '../state/perhaps.js';
import type { State } from '../state/state.js';
import { type AskedIdentity, identityKeys } from './asked-identity.js';
import { perhapsAccountOf, type UnknownAccounts } from './unknown-accounts.js';
import { type AllowedVerbs, whoCanVerbs } from './verb-groups.js';
import { type AskedWhere, dependenceOf, openBindings, type Perhaps } from './who-can.js';

/** The answer, with its paths. */
export interface CanI {
  readonly answer: 'yes' | 'perhaps' | 'no';
  readonly allowed: readonly AllowedVerbs[];
  readonly perhaps: readonly Perhaps[];
  /** Unknown operators that may own the account. */
  readonly unknownOperators: readonly UnknownAccounts[];
}

/**
 * Whether a subject can do something. For `read` and `write`, one of the verbs is enough.
 *
 * @param where a namespace, or all namespaces at once (default: anywhere)
 *
 * @example
 * canI(state, { subject: { kind: 'User', name: 'alice' }, groups: ['devs'] }, { verb: 'get', apiGroup: '', resource: 'secrets' }).answer
 */
export function canI(state: State, identity: AskedIdentity, request: AccessRequest, where: AskedWhere = {}): CanI {
  const keys = identityKeys(identity);
  const counts = ({ subject, scope }: Pick<Grant, 'subject' | 'scope'>): boolean =>
    keys.has(subjectKey(subject)) && scopeIn(scope, where) !== undefined;
  const found = whoCanVerbs(state, request, where);
  const allowed = found.allowed.filter(counts);
  const perhaps = found.perhaps.filter(counts);
  const unknownOperators = perhapsAccountOf(identity.subject, state);
  const answer = allowed.length > 0 ? 'yes' : perhaps.length + unknownOperators.length > 0 ? 'perhaps' : 'no';
  return { answer, allowed, perhaps, unknownOperators };
}

/** A permission that a subject may have. */
export interface PerhapsRight extends Perhaps {
  /** Absent for all permissions of the role. */
  readonly right?: Right;
}

/** All permissions of a subject. */
export interface Rights {
  readonly grants: readonly Grant[];
  /** Permissions by Kubernetes' own bindings of the subject's groups, such as asking for one's own identity. */
  readonly everyone: readonly Grant[];
  readonly perhaps: readonly PerhapsRight[];
  /** Unknown operators that may own the account. */
  readonly unknownOperators: readonly UnknownAccounts[];
}

/**
 * All permissions of a subject.
 *
 * @param where a namespace, or all namespaces at once (default: anywhere)
 * @example
 * const asked = askedIdentity('team-a/etcd', [], state);
 * if (!('unknown' in asked)) rightsOf(state, asked).grants.map(({ right, scope }) => [right, scope]);
 */
export function rightsOf(state: State, identity: AskedIdentity, where: AskedWhere = {}): Rights {
  const rbac = rbacOf(state);
  const keys = identityKeys(identity);
  const held = [...keys].flatMap((key) => rbac.bySubject.get(key) ?? []);
  const isAsked = ({ subject }: SubjectRoles): boolean => subjectKey(subject) === subjectKey(identity.subject);
  const teller = pathTeller(state);
  const grants = (holders: readonly SubjectRoles[]): Grant[] =>
    teller.place(within(effectiveGrants(grantsOf(holders, rbac, teller.tell), state.objects), where));
  const open = where.namespace === undefined ? [] : openBindings(state, where.namespace).flatMap(({ perhaps }) => perhaps);
  return {
    grants: grants(held.flatMap((holder) => (isAsked(holder) ? holder : withoutDefaults(holder)) ?? [])),
    everyone: grants(held.flatMap((holder) => (isAsked(holder) ? undefined : defaultsOf(holder)) ?? [])),
    perhaps: within([...ofUnknownRoles(state), ...inOtherOrders(state), ...open], where).filter(({ subject }) =>
      keys.has(subjectKey(subject)),
    ),
    unknownOperators: perhapsAccountOf(identity.subject, state),
  };
}

function ofUnknownRoles(state: State): PerhapsRight[] {
  return unknownRoles(rbacOf(state)).flatMap(({ binding, subjects, scope }) => {
    const { kind, name } = binding.roleRef;
    return subjects.map((subject) => ({ subject, scope, binding: referenceTo(binding), role: { kind, name } }));
  });
}

function inOtherOrders(state: State): PerhapsRight[] {
  const furthest = furthestState(state);
  if (!furthest) return [];
  const { tell } = pathTeller(furthest.state);
  const open = effectiveGrants(uncoveredGrants(rbacOf(furthest.state), rbacOf(state), tell), furthest.state.objects);
  return open.flatMap(({ subject, scope, right, paths }) => {
    const [path] = paths.filter((some) => furthest.causeOf(some));
    const csv = path && furthest.causeOf(path);
    const [role] = path?.roles ?? [];
    if (!csv || !path?.binding || !role || scope === 'where-bound') return [];
    const dependsOn = dependenceOf(csv);
    return [{ subject, scope, right, binding: path.binding, role, dependsOn }];
  });
}

/** The entries that apply to the requested namespaces, narrowed to these. */
function within<T extends { readonly scope: GrantScope }>(some: readonly T[], where: AskedWhere): T[] {
  return some.flatMap((one) => {
    const scope = scopeIn(one.scope, where);
    return scope === undefined ? [] : [{ ...one, scope }];
  });
}

function scopeIn(scope: GrantScope, { namespace, allNamespaces }: AskedWhere): GrantScope | undefined {
  if (scope === 'cluster' || (namespace === undefined && !allNamespaces)) return scope;
  return namespace !== undefined && typeof scope !== 'string' && scope.includes(namespace) ? [namespace] : undefined;
}
