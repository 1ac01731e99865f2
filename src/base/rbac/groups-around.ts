/** The groups of a subject. */
import { compareText } from '../kubernetes/object.js';
import type { GrantSubject } from './grant.js';
import { ALL_ACCOUNTS, AUTHENTICATED, serviceAccount } from './subject.js';

/** Compares by kind, namespace and name. */
export function compareSubjects(a: GrantSubject, b: GrantSubject): number {
  return compareText(a.kind, b.kind) || compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name);
}

const SUBJECTS: ReadonlySet<string> = new Set(['ServiceAccount', 'User', 'Group']);
const NEVER_LOGGED_IN: ReadonlySet<string> = new Set(['system:anonymous', 'system:unauthenticated', AUTHENTICATED]);

/** The groups of Kubernetes that always include this subject: the permissions of such a group are the subject's, too. */
export function groupsAround({
  kind,
  namespace = '',
  name,
}: Pick<GrantSubject, 'namespace' | 'name'> & { readonly kind: string }): GrantSubject[] {
  if (!SUBJECTS.has(kind) || NEVER_LOGGED_IN.has(name)) return [];
  const groups = kind === 'ServiceAccount' ? serviceAccount({ namespace, name }).groups : [AUTHENTICATED];
  const ofAccounts = kind === 'Group' && name.startsWith(`${ALL_ACCOUNTS}:`) ? [ALL_ACCOUNTS] : [];
  return [...ofAccounts, ...groups].map((group) => ({ kind: 'Group', name: group }));
}
