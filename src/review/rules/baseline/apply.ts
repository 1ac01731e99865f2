/** Applies baselines: risks and findings that somebody has accepted, each with a reason and perhaps an expiry date. */
import picomatch from 'picomatch/posix.js';
import { formatReference } from '../../../base/kubernetes/object.js';
import { type Finding, type FindingRule, rule, toFinding } from '../../../olm/model/finding.js';
import type { BaselineEntry } from './entries.js';

const EXPIRED = rule('baseline-expired', 'warning', 'An entry of the baseline has expired', {
  meaning: 'A baseline entry has expired, and the finding that it accepted still exists.',
  fix: 'Fix the finding, or extend `expires` and give a reason.',
});

const UNUSED = rule('baseline-unused', 'warning', 'An entry of the baseline matches nothing', {
  meaning: 'An entry of the baseline matches no risk or finding.',
  fix: 'Remove the entry, or correct its subject.',
});

export const BASELINE_CHANGED = rule('baseline-changed', 'error', 'The baseline changes', {
  class: 'cluster',
  order: -2,
  effect: 'unknown',
  meaning:
    'The change adds or removes baseline entries, or changes rules, severities or options. They have an effect after the merge, not in this review. It is an error if an entry accepts an error for all subjects, or if a severity below error replaces error. No entry can accept this finding.',
  attack: 'A pull request adds an entry that accepts every error of a rule. The next one contains the error.',
  fix: 'Check which findings the new entries accept after the merge.',
});

/** Findings about a baseline itself; no baseline accepts them. */
export const BASELINE_RULES = [EXPIRED, UNUSED, BASELINE_CHANGED] as const;

/** The reason for an acceptance, and its expiry date. */
export interface Acceptance {
  readonly reason: string;
  readonly expires?: string;
  /** The person who accepted it for this review only. */
  readonly by?: string;
}

/** One finding that an entry accepts. */
export interface Accepted extends Acceptance {
  readonly finding: Finding;
}

/** The remaining and the accepted findings. */
export interface AppliedBaseline {
  readonly remaining: readonly Finding[];
  readonly accepted: readonly Accepted[];
  /** Findings about entries that are expired or match nothing. */
  readonly findings: readonly Finding[];
}

/**
 * Separates the findings that the entries accept. The first matching entry counts; an expired entry accepts nothing. An entry accepts a
 * risk if it lists all of the risk's permissions. An entry without a list accepts the risk with its permissions in BASE, but not with added
 * ones.
 *
 * @param today the date, such as `2027-01-31`; an entry is still valid on the day it expires
 * @param grown the findings with permissions that BASE does not have
 * @example
 * applyBaseline(riskFinders().risksOf(state), entries, '2027-01-31').remaining
 */
export function applyBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  today: string,
  grown: ReadonlySet<Finding> = new Set(),
): AppliedBaseline {
  const matchers = entries.map((entry) => ({
    entry,
    isAbout: isAbout(entry),
    lists: lists(entry),
    isExpired: entry.expires !== undefined && entry.expires < today,
  }));
  const used = new Set<BaselineEntry>();
  const remaining: Finding[] = [];
  const accepted: Accepted[] = [];
  for (const finding of findings) {
    const fitting = matchers.filter((matcher) => matcher.isAbout(finding));
    for (const { entry } of fitting) used.add(entry);
    const valid = fitting.find(({ lists, isExpired }) => !isExpired && lists(finding, grown.has(finding)));
    if (valid) accepted.push({ finding, ...acceptanceOf(valid.entry) });
    else remaining.push(finding);
  }
  const aboutEntries = matchers.flatMap(({ entry, isExpired }) => {
    if (!used.has(entry)) return [unused(entry)];
    return isExpired ? [expired(entry)] : [];
  });
  return { remaining, accepted, findings: aboutEntries };
}

/** Reading the file refuses patterns that take too long to match; extended globs could contain such patterns in another form. */
const GLOB_OPTIONS = { dot: true, noextglob: true, nonegate: true } as const;

function isAbout({ id, subject, fingerprint }: BaselineEntry): (finding: Finding) => boolean {
  const isMeant = (finding: Finding): boolean => finding.id === id && (fingerprint ?? finding.fingerprint) === finding.fingerprint;
  if (subject === undefined) return isMeant;
  const matches = picomatch(subject, GLOB_OPTIONS);
  return (finding) => isMeant(finding) && matches(formatReference(finding.subject));
}

/** Whether an entry lists all permissions of a risk. */
function lists({ permissions, by }: BaselineEntry): (finding: Finding, hasGrown: boolean) => boolean {
  // An acceptance for one review covers the risk as shown.
  if (by !== undefined) return () => true;
  if (permissions === undefined) return (_, hasGrown) => !hasGrown;
  const matches = picomatch([...permissions], GLOB_OPTIONS);
  return ({ permissions: held = [] }) => held.length > 0 && held.every((permission) => matches(permission));
}

function acceptanceOf({ reason, expires, by }: BaselineEntry): Acceptance {
  return { reason, ...(expires === undefined ? {} : { expires }), ...(by === undefined ? {} : { by }) };
}

function expired(entry: BaselineEntry): Finding {
  return aboutEntry(
    EXPIRED,
    entry,
    `${entryText(entry)} was accepted until ${entry.expires} and still exists`,
    'fix it, or extend expires and give a reason, in a change of its own',
  );
}

function unused(entry: BaselineEntry): Finding {
  return aboutEntry(
    UNUSED,
    entry,
    `${entryText(entry)} is accepted, but there is no such risk or finding`,
    entry.by === undefined
      ? 'remove the entry, or correct its subject, in a change of its own'
      : 'leave out the acceptance, or correct its id',
  );
}

function entryText({ id, subject }: BaselineEntry): string {
  return subject === undefined ? id : `${id} of ${subject}`;
}

function aboutEntry(rule: FindingRule, { file, place }: BaselineEntry, message: string, fix: string): Finding {
  return toFinding(rule, { subject: { kind: 'Baseline', name: file }, message, fix, place });
}
