/** A review as plain data: how the meaning changes between two states of a cluster. Reports only print it; they, baselines and exit codes ask its one list. */

import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { Grant } from '../../base/rbac/grant.js';
import type { Finding } from '../../olm/model/finding.js';
import type { UnreadFile } from '../../olm/model/unread-file.js';
import type { Acceptance } from '../rules/baseline/apply.js';
import type { Rename } from './renames.js';

/**
 * How a finding of HEAD stands to BASE: `grown` where permissions came and perhaps some went, `smaller` where permissions or
 * namespaces went and none came. `fixed` is one that only BASE has, `accepted` one that the baseline accepts.
 */
export const FINDING_STATES = ['new', 'grown', 'unchanged', 'smaller', 'fixed', 'accepted'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** What a finding is about: a risk, a finding of `check`, a change of targets, operators or verdicts, or another change. */
export const FINDING_KINDS = ['risk', 'check', 'reach', 'change'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** One thing that a review tells. */
export interface ReportedFinding {
  readonly finding: Finding;
  readonly kind: FindingKind;
  readonly state: FindingState;
  /** Of an accepted one: why, and until when. */
  readonly acceptance?: Acceptance;
}

/** What a new operator holds. */
export interface OperatorProfile {
  readonly operator: ObjectReference;
  /** Its risks, as they are among the new ones; worst first. */
  readonly risks: readonly Finding[];
}

/** An operator that a change is about. */
export interface OperatorChange {
  /** Its ClusterServiceVersion after the change, or before it if it is removed; the Subscription of one that is not known. */
  readonly operator: ObjectReference;
  /** Its package. */
  readonly name: string;
  /** The version, or of one that is not known what its Subscription says; absent: it was not there. */
  readonly before?: string;
  /** Absent: it is removed. */
  readonly after?: string;
  /** The namespaces that it watches after the change, `['']` for all; absent where that is not known. */
  readonly targets?: readonly string[];
  /** How OLM upgrades it: `Automatic` or `Manual`; absent where no Subscription says so. */
  readonly approval?: string;
  /** Whether its permissions are not known. */
  readonly isUnknown?: true;
  /** What belongs to it, on both sides: its accounts, its CRDs, what its bundle brings. */
  readonly objects: readonly ObjectReference[];
  /** Of a review of several units, which of them it is in. */
  readonly units?: string;
}

/** What a pull request grants. */
export interface Review {
  readonly base: string;
  readonly head: string;
  /** Everything that it tells, by state and then by kind. */
  readonly findings: readonly ReportedFinding[];
  /** Permissions of HEAD that BASE does not cover, and the reverse; compared by meaning. */
  readonly gained: readonly Grant[];
  readonly lost: readonly Grant[];
  /** Accounts of operators that are called otherwise; gained, lost and risks compare each with what it was. */
  readonly renames: readonly Rename[];
  /** Operators that only HEAD has; their risks are among the new ones. */
  readonly profiles: readonly OperatorProfile[];
  /** Operators that are added, removed or changed, and those that a finding is about. */
  readonly operators: readonly OperatorChange[];
  /** Objects that are added, removed or changed in any way. */
  readonly objects: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Files of HEAD that are not read, and are as they were in BASE; those that are new or changed are risks. */
  readonly unread: readonly UnreadFile[];
}

/** Findings of one kind by their states. */
export type ByState = Readonly<Partial<Record<FindingState, readonly Finding[]>>>;

/** The list of these, by state and then by kind. */
export function toldList(found: Readonly<Partial<Record<FindingKind, ByState>>>): ReportedFinding[] {
  return sortedFindings(
    FINDING_KINDS.flatMap((kind) =>
      FINDING_STATES.flatMap((state) => (found[kind]?.[state] ?? []).map((finding) => ({ finding, kind, state }))),
    ),
  );
}

/** By state and then by kind; what has both in common stays in its order. */
export function sortedFindings(list: readonly ReportedFinding[]): ReportedFinding[] {
  const rankOf = ({ kind, state }: ReportedFinding): number =>
    FINDING_STATES.indexOf(state) * FINDING_KINDS.length + FINDING_KINDS.indexOf(kind);
  return list.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/**
 * The findings in one state, of one kind or of all.
 *
 * @example
 * reported(review(base, head), 'new', 'risk')
 */
export function reported({ findings }: Pick<Review, 'findings'>, state: FindingState, kind?: FindingKind): Finding[] {
  return findings.filter((one) => one.state === state && (kind === undefined || one.kind === kind)).map(({ finding }) => finding);
}

/** What somebody has to decide about: what is new, and what grew. */
export function toDecide(review: Pick<Review, 'findings'>): Finding[] {
  return [...reported(review, 'new'), ...reported(review, 'grown')];
}
