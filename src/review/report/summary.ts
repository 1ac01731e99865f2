/** What a review comes to in one line, for a reader who reads no further. */
import { SEVERITIES, type Severity } from '../../model/finding.js';
import { formatReference } from '../../model/kubernetes-object.js';
import type { Grant, GrantPath, Review, ScopeChange } from '../review.js';
import { bySubjectAndScope } from './grant-rows.js';
import { counted, rightTexts, scopeChangeText, subjectText, whereText } from './wording.js';

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

/** Of rights that take more characters than this in words, only the number is said. */
const LONGEST_RIGHT = 160;

const ADVICE: Readonly<Record<Tone, string>> = {
  same: 'Every right, reach and verdict is what it was.',
  less: 'Nothing is granted that was not granted before.',
  look: 'Approve it if this is what it is meant to do.',
  stop: 'Do not approve it before the errors are settled or accepted.',
};

const CHECK_LOST = ' Check that nobody needs what is taken away.';

/** Changes by which something comes. */
const GROWING: ReadonlySet<ScopeChange['kind']> = new Set([
  'group-added',
  'targets-widened',
  'targets-moved',
  'member-added',
  'verdict-changed',
]);

/** Who can be granted something; of a ClusterRole, whoever is bound to it. */
const GRANTEES: ReadonlySet<string> = new Set(['User', 'Group', 'ServiceAccount', 'ClusterRole']);

/** Findings that follow from others; what they follow from is said first. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['ambiguous-outcome', 'unstable-outcome']);

/**
 * The summary of a review.
 *
 * @example
 * summarise(review).headline // 'No change in meaning'
 */
export function summarise(review: Review): Summary {
  const tone = toneOf(review);
  // What breaks comes first; a group that reaches further is the cause of what comes behind it, however bad that is.
  const causes = review.scopeChanges.filter(({ kind }) => kind === 'targets-widened').map(widening);
  const [first, ...others] = [...breaking(review), ...causes, ...bySeverity([...statements(review)])];
  return {
    tone,
    headline: first?.text ?? 'No change in meaning',
    advice: `${ADVICE[tone]}${tone === 'same' ? rewritten(review) : tone === 'less' && review.lost.length > 0 ? CHECK_LOST : ''}`,
    points: others.slice(0, SHOWN_POINTS),
    counts: counts(review),
  };
}

function toneOf({ scopeChanges, gained, lost, risks, findings }: Review): Tone {
  const comes = [...scopeChanges, ...risks.new, ...findings.new];
  if (comes.some(({ severity }) => severity === 'error')) return 'stop';
  const grows = scopeChanges.some(({ kind }) => GROWING.has(kind));
  if (grows || gained.length + risks.new.length + findings.new.length > 0) return 'look';
  return scopeChanges.length + lost.length + risks.fixed.length + findings.fixed.length > 0 ? 'less' : 'same';
}

function bySeverity(points: readonly Point[]): Point[] {
  return points.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function breaking({ findings }: Review): Point[] {
  return findings.new
    .filter(({ severity }) => severity === 'error')
    .toSorted((a, b) => Number(CONSEQUENCES.has(a.id)) - Number(CONSEQUENCES.has(b.id)))
    .map(({ severity, subject, message }) => ({ severity, text: `Breaks ${formatReference(subject)}: ${message}` }));
}

/** Everything else that could be said first; of equal severity, what comes earlier here weighs more. */
function* statements({ scopeChanges, gained, lost, risks, findings }: Review): Generator<Point> {
  for (const { severity, subject, message } of findings.new)
    if (severity !== 'error') yield { severity, text: `${formatReference(subject)}: ${message}` };
  for (const { severity, subject, message } of risks.new) {
    const grants = gained.length > 0 && GRANTEES.has(subject.kind);
    yield { severity, text: `${grants ? 'Grants more' : 'New risk'}: ${message}` };
  }
  if (gained.length > 0) yield { severity: 'info', text: `Grants more: ${firstOf(gained, 'may', 'gains')}` };
  if (lost.length > 0) yield { severity: 'info', text: `Grants less: ${firstOf(lost, 'may no longer', 'loses')}` };
  for (const change of scopeChanges)
    if (change.kind !== 'targets-widened') yield { severity: change.severity, text: scopeChangeText(change) };
  for (const { message } of risks.fixed) yield { severity: 'info', text: `Removes a risk: ${message}` };
  for (const { subject, message } of findings.fixed) yield { severity: 'info', text: `Mends ${formatReference(subject)}: ${message}` };
}

function widening(change: ScopeChange): Point {
  const { severity, subject, before, after } = change;
  if (before === undefined || after === undefined) return { severity, text: scopeChangeText(change) };
  return { severity, text: `Widens ${formatReference(subject)} from ${before} to ${after}` };
}

/** What the first subject gets or loses, and how many others there are. */
function firstOf(grants: readonly Grant[], may: string, comes: string): string {
  const [own, ...others] = bySubjectAndScope(grants);
  if (!own) return '';
  const [{ subject, scope }] = own;
  const rights = rightTexts(own.map(({ right }) => right));
  const [right = ''] = rights;
  const more = others.length > 0 ? `; ${others.length} more of the kind` : '';
  const rest = rights.length > 1 ? ' …' : '';
  if (right.length <= LONGEST_RIGHT) return `${subjectText(subject)} ${may} ${right}${rest} ${whereText(scope)}${more}`;
  const through = [...new Set(own.flatMap(({ paths }) => paths.map(meansText)))];
  const means = subject.kind === 'RoleHolder' || through.length > 1 ? '' : ` through ${through[0]}`;
  const [sample = ''] = rightTexts([own[0].right]);
  return `${subjectText(subject)} ${comes} ${own.length} rights ${whereText(scope)}${means}, such as to ${sample}${more}`;
}

/** What brought a right: the role that people are bound to, or what a role was made for. */
function meansText({ roles, owner }: GrantPath): string {
  const [bound] = roles;
  return owner && roles.length === 1 ? formatReference(owner) : bound ? formatReference(bound) : '';
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
