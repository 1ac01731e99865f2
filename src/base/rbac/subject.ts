/** Subjects of bindings as the authorizer identifies them: a ServiceAccount has one name, however a binding writes it. */

import type { Binding, Subject } from '../kubernetes/rbac.js';
import { oncePerObject } from '../manifest/once.js';
import type { GrantSubject } from './grant.js';

/** The identity behind a request: a user name and its groups. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
}

export const ALL_ACCOUNTS = 'system:serviceaccounts';
export const AUTHENTICATED = 'system:authenticated';

/** A ServiceAccount as the authorizer identifies it. */
export function serviceAccount({ namespace, name }: { namespace: string; name: string }): Identity {
  return {
    user: `system:serviceaccount:${namespace}:${name}`,
    groups: [ALL_ACCOUNTS, `${ALL_ACCOUNTS}:${namespace}`, AUTHENTICATED],
  };
}

/** The keys of all subjects that include an identity. */
export const subjectKeys = oncePerObject(({ user, groups }: Identity): readonly string[] =>
  [userSubject(user), ...groups.map((name): GrantSubject => ({ kind: 'Group', name }))].map(subjectKey),
);

/** A key for maps. Cached: rules ask for it once for each permission. */
export const subjectKey = oncePerObject(({ kind, namespace, name }: GrantSubject): string =>
  JSON.stringify([kind, namespace ?? null, name]),
);

/**
 * The subjects of a binding, each once; without subjects that the authorizer cannot match.
 *
 * @param namespace replaces the missing namespace of a ServiceAccount; absent for a ClusterRoleBinding
 */
export function subjectsOf({ subjects }: Pick<Binding, 'subjects'>, namespace: string | undefined): GrantSubject[] {
  const found = subjects.flatMap((subject) => grantSubject(subject, namespace) ?? []);
  return [...new Map(found.map((subject) => [subjectKey(subject), subject])).values()];
}

function grantSubject({ kind, name, namespace }: Subject, bindingNamespace: string | undefined): GrantSubject | undefined {
  if (kind === 'Group') return { kind, name };
  if (kind === 'User') return userSubject(name);
  const home = namespace || bindingNamespace;
  return kind === 'ServiceAccount' && home !== undefined ? { kind, name, namespace: home } : undefined;
}

const ACCOUNT_USER = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** The subject of a user name; the user name of a ServiceAccount means the account. */
export function userSubject(name: string): GrantSubject {
  const [, namespace, account] = ACCOUNT_USER.exec(name) ?? [];
  return namespace !== undefined && account !== undefined ? { kind: 'ServiceAccount', name: account, namespace } : { kind: 'User', name };
}
