/** One row for each operator of a review: the new powers of the operator, and its other new findings. */

import { formatReference, groupBy, type ObjectReference } from '../../base/kubernetes/object.js';
import { oncePerKey, oncePerObject } from '../../base/manifest/once.js';
import type { Grant, GrantPath, Right } from '../../base/rbac/grant.js';
import { permissionTexts } from '../../base/wording/permissions.js';
import { counted } from '../../base/wording/phrases.js';
import { SEVERITIES, type Severity } from '../../olm/model/finding.js';
import {
  confusedDeputy,
  type OperatorChange,
  ownersIn,
  permissionsOf,
  type Rename,
  type ReportedFinding,
  type Review,
  uncoveredBy,
} from '../../review/index.js';
import { byDanger } from '../grant-rows.js';
import { classOf, isRoutine, wordsOf } from './classes.js';

/** One row, with its findings and grants. */
export interface OperatorRow {
  readonly operator: OperatorChange;
  /** The worst severity of its new findings; absent if none is worse than a note. */
  readonly worst?: Severity;
  /** The new powers of the operator, each in a few words, the worst first. */
  readonly asks: readonly string[];
  /** Other new findings that are more than notes, each in a few words. */
  readonly besides: readonly string[];
  /** New and grown findings, the worst first; without routine findings, which reports only count. */
  readonly found: readonly ReportedFinding[];
  /** Gained grants that no finding of the row reports, including grants to people on the APIs of the operator. */
  readonly gained: readonly Grant[];
  readonly renames: readonly Rename[];
}

/** The rows of all operators, and the findings and grants that belong to no operator. */
export interface OperatorRows {
  /** The worst first. */
  readonly rows: readonly OperatorRow[];
  readonly found: readonly ReportedFinding[];
  readonly gained: readonly Grant[];
  readonly lost: readonly Grant[];
  /** Gains of people through several of the operators. */
  readonly shared: readonly Grant[];
  readonly renames: readonly Rename[];
}

/** Users and groups are reported by name, whichever operator grants the permission. */
const PEOPLE: ReadonlySet<string> = new Set(['User', 'Group']);

export function operatorRows({ operators, findings, gained, lost, renames }: Review): OperatorRows {
  // If several operators provide an API, the changed one comes first: it is the cause.
  const owners = operators.toSorted((a, b) => Number(isSame(a)) - Number(isSame(b)));
  const ownersOf = ownersIn(operators);
  const firstOf = (...all: readonly ReadonlySet<OperatorChange>[]): OperatorChange | undefined =>
    all.some(({ size }) => size === 0) ? undefined : owners.find((one) => all.every((some) => some.has(one)));
  const news = findings.filter(({ state }) => state === 'new' || state === 'grown').filter(({ finding }) => !isRoutine(finding));
  const told = groupBy(
    news,
    ({ finding: { subject, path = [] } }) =>
      firstOf(ownersOf([subject])) ?? firstOf(ownersOf(path.flatMap((step) => ('object' in step ? step.object : [])))),
  );
  const ownersOfPath = oncePerObject(({ owner, roles, binding }: GrantPath) => ownersOf([owner, binding, ...roles]));
  const pathOwners = ({ paths }: Grant): ReadonlySet<OperatorChange>[] => paths.map(ownersOfPath);
  const holderOf = (grant: Grant): OperatorChange | undefined =>
    (grant.subject.kind === 'ServiceAccount' ? firstOf(ownersOf([grant.subject])) : undefined) ??
    (PEOPLE.has(grant.subject.kind) ? undefined : firstOf(...pathOwners(grant)));
  const granted = groupBy(gained, holderOf);
  const isShared = (grant: Grant): boolean => !PEOPLE.has(grant.subject.kind) && pathOwners(grant).every(({ size }) => size > 0);
  const renamed = groupBy(renames, ({ to }) => firstOf(ownersOf([to])));
  const all = operators.map((operator) =>
    rowOf(operator, told.get(operator) ?? [], granted.get(operator) ?? [], renamed.get(operator) ?? []),
  );
  const rows = all.filter(
    ({ operator, found, gained: own, renames: ownRenames }) => !isSame(operator) || found.length + own.length + ownRenames.length > 0,
  );
  const others = granted.get(undefined) ?? [];
  return {
    rows: rows.toSorted((a, b) => rankOf(a.worst) - rankOf(b.worst) || b.asks.length - a.asks.length),
    found: told.get(undefined) ?? [],
    gained: others.filter((grant) => !isShared(grant)),
    lost: lost.filter((grant) => holderOf(grant) === undefined && !isShared(grant)),
    shared: others.filter(isShared),
    renames: renamed.get(undefined) ?? [],
  };
}

function rowOf(
  operator: OperatorChange,
  told: readonly ReportedFinding[],
  gained: readonly Grant[],
  renames: readonly Rename[],
): OperatorRow {
  const found = told.toSorted((a, b) => rankOf(a.finding.severity) - rankOf(b.finding.severity));
  const [powers, others] = [true, false].map((isPower) => found.filter((one) => isPowerOf(one) === isPower)) as [
    ReportedFinding[],
    ReportedFinding[],
  ];
  const rest = withoutTold(gained, powers);
  const own = rest.filter(({ subject }) => subject.kind === 'ServiceAccount');
  const worst = found[0]?.finding.severity;
  return {
    operator,
    ...(worst === undefined || worst === 'info' ? {} : { worst }),
    asks: [...wordsAbout(powers), ...(own.length > 0 ? [restText(own, powers.length > 0)] : [])],
    besides: [
      ...wordsAbout(others.filter(({ finding }) => finding.severity !== 'info')),
      ...(renames.length > 0 ? [counted(renames.length, 'renamed account')] : []),
      ...(rest.length > own.length ? ['user access to its APIs'] : []),
    ],
    found,
    gained: rest,
    renames,
  };
}

function isSame({ before, after }: OperatorChange): boolean {
  return before === after;
}

function rankOf(severity: Severity | undefined): number {
  return severity === undefined ? SEVERITIES.length : SEVERITIES.indexOf(severity);
}

function isPowerOf({ finding, kind }: ReportedFinding): boolean {
  return kind === 'risk' && classOf(finding, kind) === 'permissions';
}

/** Acting for others only passes on permissions that the operator already has, so this rule comes after them. */
const LAST: string = confusedDeputy.id;

function wordsAbout(told: readonly ReportedFinding[]): string[] {
  const ids = [...new Set(told.map(({ finding: { id } }) => id))];
  return [...ids.filter((id) => id !== LAST), ...ids.filter((id) => id === LAST)].map(wordsOf);
}

function restText(rest: readonly Grant[], isMore: boolean): string {
  const [own] = byDanger(rest);
  const [first = ''] = permissionTexts(
    (own ?? []).map(({ right }) => right),
    2,
  );
  return rest.length === 1 || (own?.length === rest.length && !isMore && first.length <= SHORT)
    ? first
    : `${counted(rest.length, isMore ? 'other permission' : 'permission')}`;
}

/** Longer permissions are counted instead. */
const SHORT = 60;

/** The grants that none of these findings reports. */
function withoutTold(gained: readonly Grant[], told: readonly ReportedFinding[]): Grant[] {
  const placeOf = ({ subject, scope }: { readonly subject: ObjectReference; readonly scope?: unknown }): string =>
    `${formatReference(subject)}\n${JSON.stringify(scope)}`;
  const said = groupBy(told, ({ finding }) => placeOf(finding));
  const among = oncePerKey((place: string) =>
    uncoveredBy((said.get(place) ?? []).flatMap(({ finding, state }) => (state === 'grown' ? finding.added : finding.permissions) ?? [])),
  );
  return gained.filter((grant) => among(placeOf(grant))(atomsOf(grant.right)).length > 0);
}

function atomsOf({ verbs, apiGroup, resource, resourceNames, nonResourceURL }: Right): string[] {
  return permissionsOf([
    nonResourceURL === undefined
      ? { verbs, apiGroups: [apiGroup ?? ''], resources: [resource ?? '*'], ...(resourceNames ? { resourceNames } : {}) }
      : { verbs, nonResourceURLs: [nonResourceURL] },
  ]);
}
