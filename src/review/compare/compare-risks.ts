/**
 * Compares the risks of both revisions. A risk about held permissions is the same if rule, subject and scope are the same; gained and lost
 * permissions are listed. Other risks are the same if their fingerprints are.
 */

import { formatReference, groupBy, type ObjectReference } from '../../base/kubernetes/object.js';
import { oncePerObject } from '../../base/manifest/once.js';
import type { GrantScope } from '../../base/rbac/grant.js';
import { groupsAround } from '../../base/rbac/groups-around.js';
import { subjectKey } from '../../base/rbac/subject.js';
import { unknownOperators } from '../../olm/checks/unknown-operators.js';
import { csvReference, type Finding, isAtLeast } from '../../olm/model/finding.js';
import { bySeverity } from '../../olm/model/finding-order.js';
import { base62Sha224 } from '../../olm/render/profile/hash.js';
import { accountsOf } from '../rules/access/access.js';
import { uncovered, uncoveredBy } from '../rules/access/permission.js';
import { type Renamed, SAME } from '../rules/finding-of.js';
import { asInstalled, asNew } from '../rules/index.js';
import { inTier, tiersOf } from '../rules/tiers.js';
import { csvPairs } from '../state/csv-pairs.js';
import type { State } from '../state/state.js';
import type { Rename } from './renames.js';
import type { ByState, OperatorProfile } from './review.js';

/** Risks by their state compared to BASE. */
export type ComparedRisks = Required<Omit<ByState, 'accepted'>>;

/** A risk about held permissions. */
interface AccessFinding extends Finding {
  readonly permissions: string[];
  readonly scope: GrantScope;
}

/**
 * The risks of BASE and HEAD. No risk is accepted yet: a baseline does that. A power is a warning if its subject had one of the same or a
 * higher tier before.
 *
 * @param renamed the name in HEAD of an object of BASE
 */
export function compareRisks(base: readonly Finding[], head: readonly Finding[], renamed: Renamed = SAME): ComparedRisks {
  const tiers = tiersOf(base, ({ subject }) => formatReference(renamed(subject)));
  const tiered = (risk: Finding): Finding => inTier(risk, tiers.get(formatReference(risk.subject)));
  const others = compareFindings(base.filter(isOther), head.filter(isOther));
  const held = compareHeld(base.filter(isHeld), head.filter(isHeld));
  const [brought, unchanged] = [
    [...others.new, ...held.new],
    [...others.unchanged, ...held.unchanged],
  ].map((list) => inOrderOf(head, list));
  const alike = groupBy([...(brought ?? []), ...held.grown], ruleAndSubject);
  // A risk that is now as severe or worse in another scope, such as all namespaces instead of one, is not fixed.
  const isWorse = (risk: Finding): boolean =>
    alike.get(ruleAndSubject(risk))?.some(({ severity }) => isAtLeast(severity, risk.severity)) ?? false;
  const fixed = inOrderOf(base, [...others.fixed, ...held.fixed]).filter((risk) => !isWorse(risk));
  return {
    new: (brought ?? []).map(asNew).map(tiered),
    grown: held.grown.map(tiered),
    unchanged: unchanged ?? [],
    smaller: held.smaller,
    fixed,
  };
}

function compareHeld(base: readonly AccessFinding[], head: readonly AccessFinding[]): ComparedRisks {
  const same = groupBy(base, ({ fingerprint }) => fingerprint);
  const related = groupBy(base, ruleAndSubject);
  const found = { new: [] as Finding[], grown: [] as Finding[], unchanged: [] as Finding[], smaller: [] as Finding[] };
  const kept = new Set<AccessFinding>();
  for (const risk of head) {
    const before = same.get(risk.fingerprint) ?? [];
    const added = before.length > 0 ? comeFrom(risk, before) : [];
    const wider = (): AccessFinding[] =>
      [risk.subject, ...groupsAround(risk.subject)].flatMap((subject) => related.get(ruleAndSubject({ id: risk.id, subject })) ?? []);
    const isNarrower = before.length === 0 && isWithin(risk, wider());
    const removed = lostFrom(risk, before);
    for (const old of before) if (old.fingerprint === risk.fingerprint) kept.add(old);
    if (before.length === 0 && !isNarrower) found.new.push(risk);
    else if (added.length > 0) found.grown.push({ ...risk, added, removed });
    else if (removed.length > 0 || isNarrower) found.smaller.push({ ...risk, added, removed });
    else found.unchanged.push(risk);
  }
  return { ...found, fixed: base.filter((risk) => !kept.has(risk)) };
}

/** The subjects of a role share their lists of permissions: each list is compared with another one once. */
const without = oncePerObject((others: readonly string[]) => oncePerObject(uncoveredBy(others)));

/** The permissions of risks of BASE that a risk does not cover. */
function lostFrom({ permissions }: AccessFinding, before: readonly AccessFinding[]): string[] {
  const [only, ...others] = before;
  if (only && others.length === 0) return [...new Set(without(permissions)(only.permissions))];
  return uncovered([...new Set(before.flatMap((one) => one.permissions))], permissions);
}

/** The permissions that, in at least one namespace, no risk of BASE covers. */
function comeFrom(risk: AccessFinding, before: readonly AccessFinding[]): string[] {
  const [only, ...others] = before;
  if (only && others.length === 0) return placesOf(risk.scope).length === 0 ? [] : [...without(only.permissions)(risk.permissions)];
  const added = placesOf(risk.scope).flatMap((place) => {
    const here = before.filter(({ scope }) => holdsIn(scope, place));
    // Another rule reports that a group targets more namespaces; new namespaces count with the permissions of the old ones.
    return uncovered(
      risk.permissions,
      (here.length > 0 ? here : before).flatMap(({ permissions }) => permissions),
    );
  });
  return risk.permissions.filter((permission) => added.includes(permission));
}

/** Whether risks of BASE, in any scope, cover a risk everywhere. */
function isWithin({ severity, scope, permissions }: AccessFinding, before: readonly AccessFinding[]): boolean {
  return placesOf(scope).every((place) => {
    const here = before.filter((old) => isAtLeast(old.severity, severity) && holdsIn(old.scope, place));
    return (
      here.length > 0 &&
      uncovered(
        permissions,
        here.flatMap((old) => old.permissions),
      ).length === 0
    );
  });
}

function placesOf(scope: GrantScope): readonly string[] {
  return typeof scope === 'string' ? [scope] : scope;
}

function holdsIn(scope: GrantScope, place: string): boolean {
  return scope === 'cluster' || scope === place || (typeof scope !== 'string' && scope.includes(place));
}

function isHeld(risk: Finding): risk is AccessFinding {
  return risk.permissions !== undefined && risk.scope !== undefined;
}

function isOther(risk: Finding): boolean {
  return !isHeld(risk);
}

function inOrderOf(all: readonly Finding[], some: readonly Finding[]): Finding[] {
  const wanted = new Set(some);
  return all.filter((one) => wanted.has(one));
}

/** The rule and its subject. */
function ruleAndSubject({ id, subject }: Pick<Finding, 'id' | 'subject'>): string {
  return `${id} ${formatReference(subject)}`;
}

// Compares findings of both revisions by their fingerprints.

/** Rules about facts that the new Subscription of an unknown operator already shows. */
const TOLD_BY_CHANGES: ReadonlySet<string> = new Set([unknownOperators.id]);

/** Findings that only HEAD has, findings that only BASE had, and findings of both. */
export function compareFindings(
  all: readonly Finding[],
  allAfter: readonly Finding[],
): Required<Pick<ByState, 'new' | 'fixed' | 'unchanged'>> {
  const [base, head] = [notToldByChanges(all), notToldByChanges(allAfter)];
  const brought = missingFrom(base, head);
  const isNew = new Set(brought);
  return { new: brought, fixed: missingFrom(head, base), unchanged: head.filter((finding) => !isNew.has(finding)) };
}

function notToldByChanges(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ id, severity }) => severity !== 'info' || !TOLD_BY_CHANGES.has(id));
}

/** A fingerprint that names hundreds of other objects is compared by its digest. */
const LONG = 1000;
const comparedBy = oncePerObject(({ fingerprint }: Finding) => (fingerprint.length < LONG ? fingerprint : base62Sha224(fingerprint)));

/** The findings of one list that another one does not have; for equal findings, the surplus. */
function missingFrom(known: readonly Finding[], findings: readonly Finding[]): Finding[] {
  const counts = groupBy(known, comparedBy);
  return [...groupBy(findings, comparedBy)].flatMap(([key, alike]) => alike.slice(counts.get(key)?.length ?? 0));
}

// Operators that a change installs for the first time: the permissions of each, the most dangerous first.

/** The new risks, milder for new operators, and the profiles. An account that had any permission in BASE is not new. */
export function profiled(
  risks: ComparedRisks,
  renames: readonly Rename[],
  base: State,
  head: State,
  hadAnything: (account: string) => boolean,
): { risks: ComparedRisks; profiles: OperatorProfile[] } {
  const renamed = new Set(renames.map(({ to }) => accountKey(to)));
  const fresh = csvPairs(base, head).flatMap(({ before, after }) => {
    const accounts = after && !before ? accountsOf(after).filter((account) => !hadAnything(account) && !renamed.has(account)) : [];
    return after && accounts.length > 0 ? [{ csv: after.csv, accounts: new Set(accounts) }] : [];
  });
  const accountsOfFresh = new Set(fresh.flatMap(({ accounts }) => [...accounts]));
  const isFresh = ({ subject }: Finding): boolean => accountsOfFresh.has(accountKey(subject));
  const brought = risks.new.map((risk) => (isFresh(risk) ? asInstalled(risk) : risk));
  // A change can install thousands of operators, each with its risks.
  const byAccount = groupBy(brought.keys(), (index) => accountKey((brought[index] as Finding).subject));
  const bySubject = groupBy(brought.keys(), (index) => formatReference((brought[index] as Finding).subject));
  const profiles = fresh.map(({ csv, accounts }): OperatorProfile => {
    const operator = csvReference(csv);
    const own = new Set([...[...accounts].flatMap((key) => byAccount.get(key) ?? []), ...(bySubject.get(formatReference(operator)) ?? [])]);
    return {
      operator,
      risks: [...own]
        .sort((a, b) => a - b)
        .map((index) => brought[index] as Finding)
        .sort(bySeverity),
    };
  });
  return { risks: { ...risks, new: brought }, profiles };
}

/** The key of an account; empty for other kinds. */
function accountKey({ kind, namespace = '', name }: ObjectReference): string {
  return kind === 'ServiceAccount' ? subjectKey({ kind, namespace, name }) : '';
}
