/**
 * A review as plain data: the change of meaning between two states of a cluster. Reports only print it; reports, baselines and exit codes
 * read one list.
 */

import type { ObjectReference } from '../../base/kubernetes/object.js';
import type { Grant } from '../../base/rbac/grant.js';
import type { Presence } from '../../olm/model/claim.js';
import type { Finding } from '../../olm/model/finding.js';
import type { UnreadFile } from '../../olm/model/unread-file.js';
import type { Acceptance } from '../rules/baseline/apply.js';
import type { Rename } from './renames.js';

/**
 * The state of a finding compared to BASE: `grown` gained permissions and perhaps lost some; `smaller` lost permissions or namespaces and
 * gained none. `fixed` is only in BASE; the baseline accepts `accepted` findings.
 */
export const FINDING_STATES = ['new', 'grown', 'unchanged', 'smaller', 'fixed', 'accepted'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** The kind of a finding: a risk, a finding of `check`, a change of targets, operators or verdicts, or another change. */
export const FINDING_KINDS = ['risk', 'check', 'reach', 'change'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** One entry of a review. */
export interface ReportedFinding {
  readonly finding: Finding;
  readonly kind: FindingKind;
  readonly state: FindingState;
  /** Only for an accepted finding: the reason, and the expiry date. */
  readonly acceptance?: Acceptance;
  /** Whether the change brings it, and the entry that accepts it does so whatever it says. */
  readonly isOpen?: true;
}

/** The risks of a new operator. */
export interface OperatorProfile {
  readonly operator: ObjectReference;
  /** Its risks, which are also among the new ones; worst first. */
  readonly risks: readonly Finding[];
}

/** An operator that a change affects. */
export interface OperatorChange {
  /** Its ClusterServiceVersion after the change, or before it if it is removed; the Subscription if its bundle is not known. */
  readonly operator: ObjectReference;
  /** Its package. */
  readonly name: string;
  /** The version, or for an unknown operator the request of its Subscription; absent if it is new. */
  readonly before?: string;
  /** Absent if it is removed. */
  readonly after?: string;
  /** The namespaces that it watches after the change, `['']` for all; absent if they are not known. */
  readonly targets?: readonly string[];
  /** How OLM upgrades it: `Automatic` or `Manual`; absent without a Subscription. */
  readonly approval?: string;
  /** Whether its permissions are not known. */
  readonly isUnknown?: true;
  /** The objects that belong to it in either state: its accounts, its CRDs, the objects of its bundle. */
  readonly objects: readonly ObjectReference[];
  /** The units that contain it, in a review of several units. */
  readonly units?: string;
}

/** A field of an object, or a part of a file, that differs. Without both values, the field itself says what differs. */
export interface ChangedField {
  /** The path for people, such as `spec.template.spec.containers[manager].image`. */
  readonly field: string;
  /** The values as text, cut to the parts that differ; absent where a side has none, or if it is a secret. */
  readonly before?: string;
  readonly after?: string;
}

/** An object that differs in meaning, or a file that differs and holds no object that was read. */
export interface Changed {
  /** For a file: the kind `File`, and its path as the name. */
  readonly object: ObjectReference;
  /** Set for an object that only one revision has. */
  readonly presence?: Presence;
  readonly fields: readonly ChangedField[];
  /** The package of the operator whose bundle contains the object. */
  readonly operator?: string;
  /** The units that contain it, in a review of several units. */
  readonly units?: string;
}

/** The result of a review. */
export interface Review {
  readonly base: string;
  readonly head: string;
  /** All findings, by state and then by kind. */
  readonly findings: readonly ReportedFinding[];
  /** Permissions of HEAD that BASE does not cover, and the reverse; compared by meaning. */
  readonly gained: readonly Grant[];
  readonly lost: readonly Grant[];
  /** Renamed accounts of operators; gained, lost and risks compare each account with its old name. */
  readonly renames: readonly Rename[];
  /** Operators that only HEAD has; their risks are among the new ones. */
  readonly profiles: readonly OperatorProfile[];
  /** Operators that are added, removed or changed, and those that a finding is about. */
  readonly operators: readonly OperatorChange[];
  /** Everything that differs: objects, then files. */
  readonly changes: readonly Changed[];
  /** Counts of objects that are added, removed or changed in any way. */
  readonly objects: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Files of HEAD that were not read and did not change; new or changed ones are risks. */
  readonly unread: readonly UnreadFile[];
}

/** Findings of one kind by their states. */
export type ByState = Readonly<Partial<Record<FindingState, readonly Finding[]>>>;

/** The list of these findings, by state and then by kind. */
export function toldList(found: Readonly<Partial<Record<FindingKind, ByState>>>): ReportedFinding[] {
  return sortedFindings(
    FINDING_KINDS.flatMap((kind) =>
      FINDING_STATES.flatMap((state) => (found[kind]?.[state] ?? []).map((finding) => ({ finding, kind, state }))),
    ),
  );
}

/** Sorts by state and then by kind; otherwise keeps the order. */
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

/** The findings that need a decision: new and grown ones. */
export function toDecide(review: Pick<Review, 'findings'>): Finding[] {
  return [...reported(review, 'new'), ...reported(review, 'grown')];
}
