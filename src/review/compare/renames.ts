/**
 * Finds operator accounts that an upgrade renames or moves to another namespace. A pair only links the names: a permission that the old
 * account did not have in the same scope is still a gain.
 */

import { compareText, formatReference, type ObjectReference } from '../../base/kubernetes/object.js';
import type { Rbac, SubjectRoles } from '../../base/rbac/bound.js';
import type { GrantSubject } from '../../base/rbac/grant.js';
import { grantsOf } from '../../base/rbac/grants.js';
import { subjectKey } from '../../base/rbac/subject.js';
import type { Finding } from '../../olm/model/finding.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import { accountsOf } from '../rules/access/access.js';
import { permissionsOf } from '../rules/access/permission.js';
import { isPresence } from '../rules/changed/documents/not-reviewed.js';
import { ACCOUNT_CHANGED } from '../rules/changed/pods/workloads.js';
import { accountUses } from '../state/account-uses.js';
import { type CsvPair, csvPairs, packageOf } from '../state/csv-pairs.js';
import type { State } from '../state/state.js';

/** An account that only BASE has, and the account of HEAD with its permissions. */
export interface Rename {
  readonly from: ObjectReference;
  readonly to: ObjectReference;
  /** The share of common permissions: 1 if nothing else changes. */
  readonly overlap: number;
}

/** The least share at which two accounts count as the same. */
const LEAST_OVERLAP = 0.5;

/** An account of BASE and one of HEAD. */
interface Candidate extends Rename {
  readonly old: SubjectRoles;
  readonly now: SubjectRoles;
}

/** The renamed accounts, each at most once per state; pairs with the most in common come first. */
export function accountRenames(base: State, head: State, before: Rbac, after: Rbac): Rename[] {
  const known = accountsIn(base);
  const kept = accountsIn(head);
  const candidates = operatorPairs(base, head).flatMap(({ before: old, after: csv }) => {
    if (!old || !csv) return [];
    const gone = holdersOf(old, before).filter(
      ({ subject }) => !kept.has(subjectKey(subject)) && !after.bySubject.has(subjectKey(subject)),
    );
    const come = holdersOf(csv, after).filter(({ subject }) => isBrandNew(subject, known, before));
    return gone.flatMap((from) => come.map((to) => candidate(from, to, before, after)));
  });
  const taken = new Set<SubjectRoles>();
  return candidates
    .filter(({ overlap }) => overlap >= LEAST_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap || compareText(formatReference(a.from), formatReference(b.from)))
    .flatMap(({ old, now, ...rename }) => {
      if (taken.has(old) || taken.has(now)) return [];
      taken.add(old).add(now);
      return [rename];
    })
    .sort((a, b) => compareText(formatReference(a.from), formatReference(b.from)));
}

/** The permissions of BASE, with those of old accounts under the new names. */
export function withRenames(before: Rbac, renames: readonly Rename[]): Rbac {
  if (renames.length === 0) return before;
  const renamed = renamer(renames);
  const bySubject = [...before.bySubject.values()].map((holder): [string, SubjectRoles] => {
    const subject = renamed(holder.subject);
    return [subjectKey(subject), { ...holder, subject }];
  });
  return { ...before, bySubject: new Map(bySubject) };
}

/** Maps an object of BASE to its name in HEAD. */
export function renamer(renames: readonly Rename[]): <Named extends ObjectReference>(object: Named) => Named {
  const names = new Map(renames.map(({ from, to }) => [formatReference(from), to]));
  return (object) => {
    const to = names.get(formatReference(object));
    return to ? { ...object, ...to } : object;
  };
}

/** The operators of both states. An operator that moved to another namespace is paired if only one candidate fits. */
function operatorPairs(base: State, head: State): CsvPair[] {
  const pairs = csvPairs(base, head);
  const [gone, come] = [pairs.filter(({ after }) => !after), pairs.filter(({ before }) => !before)];
  const moved = gone.flatMap(({ before }) => {
    const [others, same] = [gone, come].map((list) =>
      list.filter(
        ({ before: old, after }) => (old ?? after) && packageOf((old ?? after) as ResolvedCsv) === packageOf(before as ResolvedCsv),
      ),
    );
    const [only] = same ?? [];
    return others?.length === 1 && same?.length === 1 && only?.after && before ? [{ before, after: only.after }] : [];
  });
  return [...pairs, ...moved];
}

/** Whether an account is new: `default` also runs other Pods, and an account that existed before could be used by others. */
function isBrandNew(subject: GrantSubject, known: ReadonlySet<string>, before: Rbac): boolean {
  return subject.name !== 'default' && !known.has(subjectKey(subject)) && !before.bySubject.has(subjectKey(subject));
}

/** The accounts that are in the input, that a CSV names, or that anything runs as. */
function accountsIn(state: State): Set<string> {
  const { objects, resolution } = state;
  const given = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata: { namespace, name } }) => ({ namespace, name }));
  return new Set([
    ...given.map(({ namespace, name }) => subjectKey({ kind: 'ServiceAccount', namespace: namespace ?? '', name })),
    ...resolution.csvs.flatMap((resolved) => accountsOf(resolved)),
    ...accountUses(state).map(({ namespace, account }) => subjectKey({ kind: 'ServiceAccount', namespace, name: account })),
  ]);
}

function holdersOf(csv: ResolvedCsv, { bySubject }: Rbac): SubjectRoles[] {
  return accountsOf(csv).flatMap((account) => bySubject.get(account) ?? []);
}

function candidate(old: SubjectRoles, now: SubjectRoles, before: Rbac, after: Rbac): Candidate {
  const [was, is] = [permissionSet(old, before), permissionSet(now, after)];
  const common = [...was].filter((permission) => is.has(permission)).length;
  const overlap = common / (was.size + is.size - common);
  return { from: reference(old), to: reference(now), overlap: Math.floor(overlap * 100) / 100, old, now };
}

function reference({ subject: { kind, namespace, name } }: SubjectRoles): ObjectReference {
  return { kind, ...(namespace === undefined ? {} : { namespace }), name };
}

/** Each permission with its scope. */
function permissionSet(holder: SubjectRoles, rbac: Rbac): Set<string> {
  const grants = grantsOf([holder], rbac, () => ({ roles: [], rule: 0 }));
  return new Set(
    grants.flatMap(({ scope, right: { verbs, apiGroup, resource, resourceNames, nonResourceURL } }) => {
      const rule =
        nonResourceURL === undefined
          ? { verbs, apiGroups: [apiGroup ?? ''], resources: [resource ?? ''], ...(resourceNames ? { resourceNames } : {}) }
          : { verbs, nonResourceURLs: [nonResourceURL] };
      const places = typeof scope === 'string' ? [scope] : scope;
      return permissionsOf([rule]).flatMap((permission) => places.map((place) => `${place} ${permission}`));
    }),
  );
}

/** Whether a finding reports only that an operator runs as its renamed account, or that the bundle no longer has the old one. */
export function isRename(finding: Finding, renames: readonly Rename[]): boolean {
  const { id, severity, subject, before, after, presence } = finding;
  // Other differences of the new account, such as an annotation of a cloud provider, are reported.
  if (isPresence(finding) && subject.kind === 'ServiceAccount' && presence === 'removed')
    return renames.some(({ from }) => from.name === subject.name && [undefined, from.namespace].includes(subject.namespace));
  if (id !== ACCOUNT_CHANGED.id || severity === 'error') return false;
  return renames.some(({ from, to }) => from.name === before && to.name === after && to.namespace === subject.namespace);
}
