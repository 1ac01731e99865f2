/** Classifies findings by their rules: the list of the report, whether the finding means new permissions, and short words for a cell. */

import { formatReference } from '../../base/kubernetes/object.js';
import type { Finding } from '../../olm/model/finding.js';
import type { FindingClass } from '../../olm/model/rule-facts.js';
import {
  COMMAND_CHANGED,
  type FindingKind,
  type FindingState,
  OF_OLM,
  type ReportedFinding,
  type Review,
  ruleOf,
} from '../../review/index.js';

/** The titles of the lists in a report. */
export const CLASSES: Readonly<Record<FindingClass, string>> = {
  permissions: 'Permissions',
  cluster: 'Cluster-wide changes',
  code: 'Run code',
  breaks: 'Break',
  unread: 'Not reviewed',
  other: 'Other changes',
};

/** The class of a rule that names none, and of a user's rule. */
const CLASS_OF_KIND: Readonly<Record<FindingKind, FindingClass>> = {
  risk: 'permissions',
  check: 'breaks',
  reach: 'other',
  change: 'other',
};

/** The list of the report that a finding belongs to. */
export function classOf({ id }: Pick<Finding, 'id'>, kind: FindingKind): FindingClass {
  return ruleOf(id)?.class ?? CLASS_OF_KIND[kind];
}

/** Whether a report only counts a finding. */
export function isRoutine({ id, severity }: Pick<Finding, 'id' | 'severity'>): boolean {
  return severity === 'info' && ruleOf(id)?.isRoutine === true;
}

/** The kinds of subjects that permissions are granted to; a ClusterRole means anyone bound to it. */
const ROLES: ReadonlySet<string> = new Set(['Role', 'ClusterRole']);
const GRANTEES: ReadonlySet<string> = new Set(['User', 'Group', 'ServiceAccount', 'ClusterRole']);

/** The effect of a new finding on permissions: somebody can do more, perhaps can, or nobody can. */
export type Effect = 'more' | 'perhaps' | 'none';

/** The subjects that gain permissions, and those that lose some. */
export interface Holders {
  readonly gained: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
}

/** The subjects of the permissions that a review lists. */
export function holdersOf({ gained, lost }: Pick<Review, 'gained' | 'lost'>): Holders {
  const [more, less] = [gained, lost].map((grants) => new Set(grants.map(({ subject }) => formatReference(subject))));
  return { gained: more ?? new Set(), lost: less ?? new Set() };
}

/**
 * The effect of a finding about permissions, according to the lists of gained and lost permissions. A finding can be new without a gain:
 * a wider one was fixed, or the subject has the permissions in other namespaces.
 *
 * @returns undefined if the lists say nothing about its subject
 */
export function effectByHolders({ subject }: Pick<Finding, 'subject'>, { gained, lost }: Holders): 'more' | 'none' | undefined {
  const name = formatReference(subject);
  return gained.has(name) ? 'more' : lost.has(name) ? 'none' : undefined;
}

/**
 * The effect of a new finding: gained permissions decide, then the rule. If the rule has no effect, an error counts as a possible gain; a
 * warning does not, because the change was read.
 */
export function effectOf(finding: Finding, kind: FindingKind, holders: Holders): Effect {
  const { id, severity, subject, presence, permissions, before = '', after = '' } = finding;
  const rule = ruleOf(id);
  const effect = finding.effect ?? rule?.effect;
  if (effect === 'none' || effect === 'breaks') return 'none';
  const isNote = severity === 'info';
  // A note is about something known, unless it says otherwise, or all findings of its rule are notes.
  if (effect === 'unknown')
    return presence === 'removed' || (isNote && finding.effect === undefined && rule?.severity !== 'info') ? 'none' : 'perhaps';
  const name = classOf(finding, kind);
  if (kind === 'check' || name === 'breaks') return 'none';
  const said = permissions === undefined ? undefined : effectByHolders(finding, holders);
  if (said !== undefined && name === 'permissions') return said;
  const isMore = holders.gained.size > 0;
  // A role that nobody is bound to grants nothing, whatever somebody else gains.
  const isOfSomebody = permissions === undefined ? GRANTEES.has(subject.kind) : !ROLES.has(subject.kind);
  if (isMore && name === 'permissions' && isOfSomebody) return 'more';
  if (effect === 'more' && (!isNote || kind === 'reach')) return 'more';
  if (isNote) return 'none';
  // A script applies objects that are not part of the input.
  if (id === COMMAND_CHANGED.id && OF_OLM.test(`${before} ${after}`)) return 'perhaps';
  return severity === 'error' && (kind === 'risk' || name !== 'code') ? 'perhaps' : 'none';
}

/** The subject of a rule in a few words for a cell: `Can read Secrets` becomes `read Secrets`. For a rule of the user: its id. */
export function wordsOf(id: string): string {
  const { short, title = id } = ruleOf(id) ?? {};
  return short ?? title.replace(/^Can /, '').replace(/^[A-Z](?=[a-z]*(?: |$))/, (letter) => letter.toLowerCase());
}

/** One part of a report. */
export interface Part {
  readonly state: FindingState;
  /** @default all */
  readonly kind?: FindingKind;
  readonly title: string;
  /** The noun for one finding in the summary, and the plural if adding an `s` does not make it. */
  readonly noun: string;
  readonly plural?: string;
}

export const PARTS = {
  verdicts: { kind: 'check', state: 'new', title: 'Verdicts', noun: 'new finding' },
  reach: { kind: 'reach', state: 'new', title: 'Reach', noun: 'change of reach', plural: 'changes of reach' },
  risks: { kind: 'risk', state: 'new', title: 'New risks', noun: 'new risk' },
  'grown-risks': { kind: 'risk', state: 'grown', title: 'Risks that grew', noun: 'risk that grew', plural: 'risks that grew' },
  changes: { kind: 'change', state: 'new', title: 'Other changes', noun: 'other change' },
  'smaller-risks': { kind: 'risk', state: 'smaller', title: 'Smaller risks', noun: 'smaller risk' },
  'fixed-risks': { kind: 'risk', state: 'fixed', title: 'Fixed risks', noun: 'fixed risk' },
  'fixed-verdicts': { kind: 'check', state: 'fixed', title: 'Fixed verdicts', noun: 'fixed finding' },
  accepted: { state: 'accepted', title: 'Accepted risks', noun: 'accepted risk' },
  unchanged: { kind: 'risk', state: 'unchanged', title: 'Risks that existed before', noun: 'unchanged risk' },
} as const satisfies Readonly<Record<string, Part>>;

/** The name of a part, which is also the id of its section of the page. */
export type PartName = keyof typeof PARTS;

/** The findings of a part. */
export function partOf({ findings }: Pick<Review, 'findings'>, name: PartName): ReportedFinding[] {
  const { kind, state }: Part = PARTS[name];
  return findings.filter((one) => one.state === state && (kind === undefined || one.kind === kind));
}
