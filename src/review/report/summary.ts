/** What a review comes to in one line, for a reader who reads no further. */
import { SEVERITIES, type Severity } from '../../model/finding.js';
import { formatReference } from '../../model/kubernetes-object.js';
import type { Grant, Review, ScopeChange } from '../review.js';
import { grantRows } from './grant-rows.js';
import { counted, subjectText, whereText } from './wording.js';

/** What the reader is to do: nothing, check what goes, weigh it, or stop. */
export type Tone = 'same' | 'less' | 'look' | 'stop';

/** How a tone and a severity look where there is no colour. */
export const TONE_SIGN: Readonly<Record<Tone, string>> = { same: '✅', less: 'ℹ️', look: '⚠️', stop: '⛔' };
export const SEVERITY_SIGN: Readonly<Record<Severity, string>> = { error: '⛔', warning: '⚠️', info: 'ℹ️' };

/** The first screen of every report. */
export interface Summary {
  readonly tone: Tone;
  /** The verdict, such as `Grants more: …`. */
  readonly headline: string;
  /** One sentence: what to do. */
  readonly advice: string;
  /** What comes next in weight, worst first. */
  readonly points: readonly Point[];
  /** `1 change of reach`, `2 new risks` …: what there is, without what there is not. */
  readonly counts: readonly string[];
}

/** One statement of the first screen. */
export interface Point {
  readonly severity: Severity;
  readonly text: string;
}

const SHOWN_POINTS = 4;

const ADVICE: Readonly<Record<Tone, string>> = {
  same: 'Every right, reach and verdict is what it was.',
  less: 'Nothing is granted that was not granted before. Check that nobody needs what is taken away.',
  look: 'Approve it if this is what it is meant to do.',
  stop: 'Do not approve it before the errors are settled or accepted.',
};

/** Changes by which something goes, and nothing comes. */
const LESSENING: ReadonlySet<ScopeChange['kind']> = new Set(['group-removed', 'targets-narrowed', 'member-removed']);

/**
 * The summary of a review.
 *
 * @example
 * summarise(review).headline // 'No change in meaning'
 */
export function summarise(review: Review): Summary {
  const tone = toneOf(review);
  const points = [...statements(review)].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const [first, ...others] = points;
  return {
    tone,
    headline: first?.text ?? 'No change in meaning',
    advice: tone === 'same' ? `${ADVICE.same}${rewritten(review)}` : ADVICE[tone],
    points: others.slice(0, SHOWN_POINTS),
    counts: counts(review),
  };
}

function toneOf({ scopeChanges, gained, lost, risks, findings }: Review): Tone {
  const comes = [...scopeChanges, ...risks.new, ...findings.new];
  if (comes.some(({ severity }) => severity === 'error')) return 'stop';
  const grows = scopeChanges.some(({ kind }) => !LESSENING.has(kind));
  if (grows || gained.length + risks.new.length + findings.new.length > 0) return 'look';
  return scopeChanges.length + lost.length + risks.fixed.length + findings.fixed.length > 0 ? 'less' : 'same';
}

/** Everything that could be said first; of equal severity, what comes earlier here weighs more. */
function* statements({ scopeChanges, gained, lost, risks, findings }: Review): Generator<Point> {
  for (const { severity, subject, message } of findings.new) yield { severity, text: `Breaks ${formatReference(subject)}: ${message}` };
  for (const { severity, message } of scopeChanges) yield { severity, text: capitalised(message) };
  for (const { severity, message } of risks.new) yield { severity, text: `Grants more: ${message}` };
  if (gained.length > 0) yield { severity: 'info', text: `Grants more: ${firstOf(gained, 'may')}` };
  if (lost.length > 0) yield { severity: 'info', text: `Grants less: ${firstOf(lost, 'may no longer')}` };
  for (const { message } of risks.fixed) yield { severity: 'info', text: `Removes a risk: ${message}` };
  for (const { subject, message } of findings.fixed) yield { severity: 'info', text: `Mends ${formatReference(subject)}: ${message}` };
}

/** The first row of grants in words, and how many others there are. */
function firstOf(grants: readonly Grant[], may: string): string {
  const [row, ...others] = grantRows(grants);
  if (!row) return '';
  const more = others.length > 0 ? `; ${others.length} more of the kind` : '';
  return `${subjectText(row.subject)} ${may} ${row.rights[0]}${row.rights.length > 1 ? ' …' : ''} ${whereText(row.scope)}${more}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function rewritten({ objects: { added, removed, changed } }: Review): string {
  const parts = [
    ...(added > 0 ? [`${counted(added, 'object')} added`] : []),
    ...(removed > 0 ? [`${counted(removed, 'object')} removed`] : []),
    ...(changed > 0 ? [`${counted(changed, 'object')} written differently`] : []),
  ];
  return parts.length > 0 ? ` (${parts.join(', ')}, to the same effect.)` : '';
}

function counts({ scopeChanges, gained, lost, risks, findings }: Review): string[] {
  const all: [number, string][] = [
    [scopeChanges.length, 'change of reach'],
    [risks.new.length, 'new risk'],
    [gained.length, 'gained grant'],
    [lost.length, 'lost grant'],
    [findings.new.length, 'new finding'],
    [risks.fixed.length, 'fixed risk'],
    [findings.fixed.length, 'fixed finding'],
    [risks.unchanged.length, 'unchanged risk'],
    [risks.accepted.length, 'accepted risk'],
  ];
  return all
    .filter(([number]) => number > 0)
    .map(([number, noun]) => (noun === 'change of reach' && number > 1 ? `${number} changes of reach` : counted(number, noun)));
}
