/** A review as a short text for a terminal. */

import { groupBy } from '../kubernetes/group-by.js';
import { formatReference } from '../kubernetes/object.js';
import type { Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import type { Finding, Severity } from '../model/finding.js';
import type { UnreadFile } from '../model/unread-file.js';
import type { Grant } from '../rbac/grant.js';
import type { Step } from '../rbac/step.js';
import { type AlikeCrds, crdsAlike, crdText } from '../report/crds.js';
import { byDanger } from '../report/danger.js';
import { fromTo } from '../report/from-to.js';
import { acceptingEntries, changeText } from '../report/grown.js';
import { PARTS, type PartName, partOf } from '../report/parts.js';
import { profiledRisks, profileLines, profileTitle } from '../report/profiles.js';
import { renameTexts } from '../report/renames.js';
import { stepsText, stepTexts } from '../report/steps.js';
import { summarise, type Tone } from '../report/summary.js';
import { unreadText } from '../report/unread.js';
import type { OperatorProfile, Review, Told } from '../review/review.js';
import { aboutText, permissionTexts, placeText, subjectText, whereText } from '../wording/phrases.js';
import { formatFinding } from './format-finding.js';
import { wrapped } from './wrap.js';

/** How much lists show. */
interface Limits {
  readonly holders: number;
  readonly permissions: number;
  readonly resources: number;
  readonly crds: number;
}

const SOME: Limits = { holders: 20, permissions: 5, resources: 8, crds: 3 };
const EVERYTHING: Limits = {
  holders: Number.POSITIVE_INFINITY,
  permissions: Number.POSITIVE_INFINITY,
  resources: Number.POSITIVE_INFINITY,
  crds: Number.POSITIVE_INFINITY,
};

/** Longer paths have a line for each step. */
const STEPS_IN_A_LINE = 2;

const LONGEST_LINE = 100;

/** How the text is printed. */
export interface TextOptions {
  /** Nothing is left out. @default false */
  readonly all?: boolean;
  /** Lines are broken at this width. @default they are not */
  readonly width?: number | undefined;
}

/** The verdict, then what is behind it. Errors, warnings and risks are never left out; long lists of grants and what more there is to say of notes are, unless `all`. */
export function reviewText(review: Review, paint: Paint, { all = false, width }: TextOptions = {}): string {
  const limits = all ? EVERYTHING : SOME;
  // A note needs no second line, and no more than its sentence.
  const profiled = new Set(review.profiles.flatMap(profiledRisks).filter(isNote));
  const { gained, lost } = review;
  const { tone, headline, advice, ...summary } = summarise(review);
  // What is as it was is not what a reader came for.
  const counts = all ? summary.counts : summary.counts.filter(({ section }) => section !== 'unchanged');
  const colours: Record<Tone, (text: string) => string> = { same: paint.cyan, less: paint.cyan, look: paint.yellow, stop: paint.red };
  const listed = (name: PartName): string => {
    const found = partOf(review, name).filter(({ finding }) => all || !profiled.has(finding));
    const { shown, more } = name === 'changes' ? fewCrds(found, limits) : { shown: found, more: [] };
    const ordered = name === 'risks' || name === 'grown-risks' ? bySubject(shown) : shown;
    return [...ordered.map((one) => findingLines(one, paint)), ...more.map((alike) => crdLine(alike, paint))].join('');
  };
  const titled = (name: PartName): string => {
    const text = listed(name);
    return text === '' ? '' : `${paint.bold(PARTS[name].title)}\n${text}`;
  };
  const blocks = [
    `${paint.bold(colours[tone](printable(headline)))}\n${printable(advice)}\n`,
    `${printable(`${review.base} → ${review.head}`)}${counts.length > 0 ? `: ${counts.map(({ text }) => text).join(', ')}` : ''}\n`,
    acceptedLines(review, paint),
    renameTexts(review)
      .map((text) => `${printable(text)}\n`)
      .join(''),
    listed('verdicts'),
    listed('reach'),
    review.profiles.map((profile) => profileText(profile, paint)).join('\n'),
    listed('risks'),
    listed('grown-risks'),
    listed('changes'),
    grantList('Gained', 'can', gained, paint, limits),
    grantList('Lost', 'can no longer', lost, paint, limits),
    unreadList(review.unread, paint, limits),
    ...(all ? (['smaller-risks', 'fixed-risks', 'unchanged'] as const).map(titled) : []),
  ];
  // What is to be pasted keeps its lines.
  return [...blocks.filter((block) => block !== '').map((block) => wrapped(block, width)), acceptance(review, paint, all)]
    .filter((block) => block !== '')
    .join('\n');
}

/** One subject's risks together, in the order in which the first of each comes. */
function bySubject(risks: readonly Told[]): Told[] {
  return [...groupBy(risks, ({ finding }) => formatReference(finding.subject)).values()].flat();
}

/** Of many CRDs that change in the same way, the first few. */
function fewCrds(found: readonly Told[], limits: Limits): { shown: Told[]; more: AlikeCrds[] } {
  const more = crdsAlike(found.map(({ finding }) => finding)).filter((alike) => alike.length > limits.crds + 1);
  const left = new Set(more.flatMap((alike) => alike.slice(limits.crds)));
  return { shown: found.filter(({ finding }) => !left.has(finding)), more };
}

function crdLine(alike: AlikeCrds, paint: Paint): string {
  const [{ id, severity }] = alike;
  return `${severityText(severity, `${severity}[${id}]`, paint)}: ${printable(crdText(alike))}; --all shows what is left out here\n`;
}

/** One finding with what belongs to its kind. */
function findingLines({ finding, kind, state }: Told, paint: Paint): string {
  switch (kind) {
    case 'check':
      return `${formatFinding(finding, paint)}\n`;
    case 'risk':
      return riskLines(finding, paint, state === 'grown' || state === 'smaller' ? changeText(finding) : undefined);
    case 'reach':
      return scopeLine(finding, paint);
    case 'change':
      return `${scopeLine(finding, paint)}${fromToLines(finding)}`;
  }
}

function fromToLines(finding: Finding): string {
  const [before, after] = fromTo(finding) ?? [];
  if (before === undefined || after === undefined) return '';
  const line = `  ${printable(before)} → ${printable(after)}\n`;
  return line.length <= LONGEST_LINE ? line : `  before  ${printable(before)}\n  after   ${printable(after)}\n`;
}

function scopeLine(change: Finding, paint: Paint): string {
  const { id, severity, fix, place } = change;
  return `${severityText(severity, `${severity}[${id}]`, paint)}${place ? ` (${printable(placeText(place))})` : ''}: ${printable(aboutText(change))}\n${severity === 'error' ? `  ${paint.dim('fix')}   ${printable(fix)}\n` : ''}`;
}

function riskLines({ id, severity, message, path = [], fix, place }: Finding, paint: Paint, change?: string): string {
  const title = severityText(severity, `${severity}[${id}]`, paint);
  const lines = [
    `${title}${place ? ` (${printable(placeText(place))})` : ''}: ${printable(message)}`,
    ...(change === undefined ? [] : [`  ${printable(change)}`]),
    ...pathLines(path, paint),
    `  ${paint.dim('fix')}   ${printable(fix)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function pathLines(path: readonly Step[], paint: Paint): string[] {
  if (path.length === 0) return [];
  const steps = stepTexts(path).map(printable);
  if (steps.length <= STEPS_IN_A_LINE) return [`  ${paint.dim('path')}  ${printable(stepsText(path))}`];
  return steps.map((step, index) => (index === 0 ? `  ${paint.dim('path')}  ${step}` : `        → ${step}`));
}

function profileText(profile: OperatorProfile, paint: Paint): string {
  const lines = profileLines(profile).map(({ severity, text }) => `  ${severityText(severity, severity, paint)} ${printable(text)}\n`);
  return lines.length === 0 ? '' : `${paint.bold(printable(profileTitle(profile)))}\n${lines.join('')}`;
}

/** What a person accepted for this review; what the baseline accepts is no news. */
function acceptedLines({ findings }: Review, paint: Paint): string {
  return findings
    .flatMap(({ finding, acceptance }) =>
      acceptance?.by === undefined
        ? []
        : `${paint.bold(`accepted[${finding.id}]`)}: ${printable(`${aboutText(finding)}; accepted by ${acceptance.by} for this review`)}\n`,
    )
    .join('');
}

/** A note makes nothing fail by default, so its entry is not what a reader looks for. */
function acceptance(review: Review, paint: Paint, all: boolean): string {
  const lines = acceptingEntries(review, (finding) => all || !isNote(finding))
    .split('\n')
    .slice(0, -1);
  const title = paint.bold('Entries for the baseline that accept what is new');
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `${printable(line)}\n`).join('')}`;
}

function isNote({ severity }: Finding): boolean {
  return severity === 'info';
}

function severityText(severity: Severity, text: string, paint: Paint): string {
  const colours: Record<Severity, (text: string) => string> = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  return paint.bold(colours[severity](text));
}

function unreadList(files: readonly UnreadFile[], paint: Paint, { holders }: Limits): string {
  if (files.length === 0) return '';
  const left = files.length - holders;
  const lines = files.slice(0, holders).map((file) => `  ${printable(unreadText(file))}\n`);
  return `${paint.bold('Not read, and not changed')}\n${lines.join('')}${left > 0 ? `  and ${left} more; --all shows them\n` : ''}`;
}

function grantList(title: string, can: string, grants: readonly Grant[], paint: Paint, limits: Limits): string {
  const holders = byDanger(grants);
  if (holders.length === 0) return '';
  const shown = holders.slice(0, limits.holders).flatMap((own) => {
    const [{ subject, scope }] = own;
    const rights = own.map(({ right }) => right);
    const permissions = permissionTexts(rights, limits.resources);
    const more = permissions.length - limits.permissions;
    const who = `  ${subjectText(subject)}, ${whereText(scope, rights)}, ${can}`;
    return [
      who,
      ...permissions.slice(0, limits.permissions).map((permission) => `    ${permission}`),
      ...(more > 0 ? [`    and ${more} more; --all shows them`] : []),
    ];
  });
  const left = holders.length - limits.holders;
  return `${paint.bold(title)}\n${shown.map((line) => `${printable(line)}\n`).join('')}${left > 0 ? `  and ${left} more; --all shows them\n` : ''}`;
}
