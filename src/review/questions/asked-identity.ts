/** Reads the identity that a question is about, from names in the form of `--as` and `--as-group` of kubectl. */
import { isDnsLabel, isDnsSubdomain } from '../../base/kubernetes/names.js';
import type { GrantSubject } from '../../base/rbac/grant.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import { allObjects } from '../../base/rbac/rbac-objects.js';
import { serviceAccount, subjectKey, userSubject } from '../../base/rbac/subject.js';
import { nearest } from '../../olm/model/nearest.js';
import { furthestState } from '../state/perhaps.js';
import type { State } from '../state/state.js';
import { workloadsOf } from '../state/workloads.js';
import { unknownNamespace } from './asked-access.js';
import { perhapsAccountOf } from './unknown-accounts.js';

/** An account, a user or a group, and the other groups that it is in. */
export interface AskedIdentity {
  readonly subject: GrantSubject;
  readonly groups: readonly string[];
}

/** The identity, or a subject that the input does not have, with the most similar known name. */
export type AskedAs = AskedIdentity | { readonly unknown: GrantSubject; readonly nearest: string | undefined };

const ANONYMOUS = 'system:anonymous';
const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const ALL_ACCOUNTS = 'system:serviceaccounts';

/**
 * Parses an identity for `canI` and `rightsOf`. Adds the groups that the API server adds when it impersonates the subject
 * (apiserver/pkg/endpoints/filters/impersonation.go).
 *
 * @param as `system:serviceaccount:NAMESPACE:NAME`, `NAMESPACE/NAME` of a ServiceAccount, or a user; without it, the first group is the subject
 * @param asGroups additional groups; a user in a group need not be in the input
 * @example
 * askedIdentity('op/etcd', [], state) // { subject: { kind: 'ServiceAccount', … }, groups: ['system:serviceaccounts', …] }
 */
export function askedIdentity(as: string | undefined, asGroups: readonly string[], state: State): AskedAs {
  const known = knownSubjects(state);
  const isKnown = (subject: GrantSubject): boolean =>
    known.has(subjectKey(subject)) || isAlwaysThere(subject, state) || perhapsAccountOf(subject, state).length > 0;
  const groups = asGroups.map((name): GrantSubject => ({ kind: 'Group', name }));
  const unknown = (subject: GrantSubject): AskedAs => ({ unknown: subject, nearest: nearestName(subject, [...known.values()]) });
  const stranger = groups.find((group) => !isKnown(group));
  if (stranger) return unknown(stranger);
  const meant = as === undefined ? groups.slice(0, 1) : possibleSubjects(as);
  const [first] = meant as [GrantSubject];
  const subject = meant.find(isKnown) ?? (groups.length > 0 && first.kind === 'User' ? first : undefined);
  return subject ? { subject, groups: groupsOf(subject, asGroups) } : unknown(first);
}

/** The identity of an account, with the groups that the account is always in. */
export function accountIdentity(subject: GrantSubject): AskedIdentity {
  return { subject, groups: groupsOf(subject, []) };
}

/** The keys of the subjects that an identity matches. */
export function identityKeys({ subject, groups }: AskedIdentity): ReadonlySet<string> {
  return new Set([subject, ...groups.map((name): GrantSubject => ({ kind: 'Group', name }))].map(subjectKey));
}

/** The subjects that a name can mean. The likeliest comes first. */
function possibleSubjects(as: string): GrantSubject[] {
  const [namespace = '', name = '', ...more] = as.split('/');
  const isAccount = more.length === 0 && isDnsLabel(namespace) && isDnsSubdomain(name);
  return [...(isAccount ? [{ kind: 'ServiceAccount', namespace, name } as const] : []), userSubject(as)];
}

function groupsOf({ kind, namespace = '', name }: GrantSubject, asGroups: readonly string[]): string[] {
  const own = kind === 'ServiceAccount' ? serviceAccount({ namespace, name }).groups : [];
  const all = kind === 'Group' ? [name, ...asGroups] : [...own, ...asGroups];
  const login = all.includes(UNAUTHENTICATED) || (kind === 'User' && name === ANONYMOUS) ? UNAUTHENTICATED : AUTHENTICATED;
  return [...new Set([...all, login])].filter((group) => kind !== 'Group' || group !== name);
}

/** The ServiceAccounts of the input, the accounts of its workloads, and the subjects of its bindings, by their keys. */
function knownSubjects(state: State): Map<string, GrantSubject> {
  const whole = furthestState(state)?.state ?? state;
  const account = (namespace: string | undefined, name: string): GrantSubject => ({
    kind: 'ServiceAccount',
    namespace: namespace || 'default',
    name,
  });
  const accounts = [...allObjects(whole)]
    .filter(({ kind }) => kind === 'ServiceAccount')
    .map(({ metadata: { namespace, name } }) => account(namespace, name));
  const running = workloadsOf(state).map(({ reference, account: name }) => account(reference.namespace, name));
  const bound = rbacOf(whole).bindings.flatMap(({ subjects }) => subjects);
  return new Map([...accounts, ...running, ...bound].map((subject) => [subjectKey(subject), subject]));
}

/** Whether a subject exists without an object: the account `default` of a namespace, a built-in group, or the anonymous user. */
function isAlwaysThere({ kind, namespace = '', name }: GrantSubject, state: State): boolean {
  if (kind === 'ServiceAccount') return name === 'default' && !unknownNamespace(namespace, state);
  if (kind === 'User') return name === ANONYMOUS;
  const [, ofNamespace] = name.split(`${ALL_ACCOUNTS}:`);
  if (ofNamespace !== undefined) return !unknownNamespace(ofNamespace, state);
  return [AUTHENTICATED, UNAUTHENTICATED, ALL_ACCOUNTS].includes(name);
}

/** The most similar name of the same kind; without one, for an account or a user, an account with this name in another namespace. */
function nearestName(subject: GrantSubject, known: readonly GrantSubject[]): string | undefined {
  const text = ({ namespace, name }: GrantSubject): string => (namespace === undefined ? name : `${namespace}/${name}`);
  const alike = known.filter(({ kind }) => kind === subject.kind).map(text);
  const elsewhere = known.find(({ kind, name }) => kind === 'ServiceAccount' && subject.kind !== 'Group' && name === subject.name);
  return nearest(text(subject), alike) ?? (elsewhere && text(elsewhere));
}
