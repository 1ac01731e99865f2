/** A review as a short text for a terminal. */
import type { Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import type { Finding, Severity } from '../model/finding.js';
import type { UnreadFile } from '../model/unread-file.js';
import type { Grant } from '../rbac/grant.js';
import { bySubjectAndScope } from '../report/grant-rows.js';
import { acceptingEntries, changeText } from '../report/grown.js';
import { profileLines, profileTitle } from '../report/profiles.js';
import { renameTexts } from '../report/renames.js';
import { stepsText } from '../report/steps.js';
import { summarise, type Tone } from '../report/summary.js';
import { unreadText } from '../report/unread.js';
import type { Change } from '../review/changes/change.js';
import type { OperatorProfile } from '../review/profiles.js';
import type { Review, ScopeChange } from '../review/review.js';
import { aboutText, permissionTexts, placeText, subjectText, whereText } from '../words/phrases.js';
import { formatFinding } from './format-finding.js';

/** How much a list shows; the other formats contain all. */
const SHOWN_HOLDERS = 20;
const SHOWN_PERMISSIONS = 5;
const SHOWN_RESOURCES = 8;

/** The verdict, then what is behind it. */
export function reviewText(review: Review, paint: Paint): string {
  const { scopeChanges, risks, findings, gained, lost, changes } = review;
  const { tone, headline, advice, counts } = summarise(review);
  const colours: Record<Tone, (text: string) => string> = { same: paint.cyan, less: paint.cyan, look: paint.yellow, stop: paint.red };
  const blocks = [
    `${paint.bold(colours[tone](printable(headline)))}\n${printable(advice)}\n`,
    `${printable(`${review.base} → ${review.head}`)}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}\n`,
    renameTexts(review)
      .map((text) => `${printable(text)}\n`)
      .join(''),
    findings.new.map((finding) => `${formatFinding(finding, paint)}\n`).join(''),
    scopeChanges.map((change) => scopeLine(change, paint)).join(''),
    review.profiles.map((profile) => profileText(profile, paint)).join('\n'),
    risks.new.map((risk) => riskLines(risk, paint)).join(''),
    risks.grown.map((risk) => riskLines(risk, paint, changeText(risk))).join(''),
    changes.map((change) => scopeLine(change, paint)).join(''),
    grantList('Gained', 'can', gained, paint),
    grantList('Lost', 'can no longer', lost, paint),
    unreadList(review.unread, paint),
    acceptance(review, paint),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function scopeLine(change: ScopeChange | Change, paint: Paint): string {
  const { severity, place } = change;
  return `${severityText(severity, severity, paint)}${place ? ` (${printable(placeText(place))})` : ''}: ${printable(aboutText(change))}\n`;
}

function riskLines({ id, severity, message, path = [], fix, place }: Finding, paint: Paint, change?: string): string {
  const title = severityText(severity, `${severity}[${id}]`, paint);
  const lines = [
    `${title}${place ? ` (${printable(placeText(place))})` : ''}: ${printable(message)}`,
    ...(change === undefined ? [] : [`  ${printable(change)}`]),
    ...(path.length === 0 ? [] : [`  ${paint.dim('path')}  ${printable(stepsText(path))}`]),
    `  ${paint.dim('fix')}   ${printable(fix)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function profileText(profile: OperatorProfile, paint: Paint): string {
  const lines = profileLines(profile).map(({ severity, text }) => `  ${severityText(severity, severity, paint)} ${printable(text)}\n`);
  return lines.length === 0 ? '' : `${paint.bold(printable(profileTitle(profile)))}\n${lines.join('')}`;
}

function acceptance(review: Review, paint: Paint): string {
  const lines = acceptingEntries(review).split('\n').slice(0, -1);
  const title = paint.bold('Entries for the baseline that accept the new and grown risks');
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `${printable(line)}\n`).join('')}`;
}

function severityText(severity: Severity, text: string, paint: Paint): string {
  const colours: Record<Severity, (text: string) => string> = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  return paint.bold(colours[severity](text));
}

function unreadList(files: readonly UnreadFile[], paint: Paint): string {
  if (files.length === 0) return '';
  const left = files.length - SHOWN_HOLDERS;
  const lines = files.slice(0, SHOWN_HOLDERS).map((file) => `  ${printable(unreadText(file))}\n`);
  return `${paint.bold('Not read, and not changed')}\n${lines.join('')}${left > 0 ? `  and ${left} more\n` : ''}`;
}

function grantList(title: string, can: string, grants: readonly Grant[], paint: Paint): string {
  const holders = bySubjectAndScope(grants);
  if (holders.length === 0) return '';
  const shown = holders.slice(0, SHOWN_HOLDERS).flatMap((own) => {
    const [{ subject, scope }] = own;
    const rights = own.map(({ right }) => right);
    const permissions = permissionTexts(rights, SHOWN_RESOURCES);
    const more = permissions.length - SHOWN_PERMISSIONS;
    const who = `  ${subjectText(subject)}, ${whereText(scope, rights)}, ${can}`;
    return [
      who,
      ...permissions.slice(0, SHOWN_PERMISSIONS).map((permission) => `    ${permission}`),
      ...(more > 0 ? [`    and ${more} more`] : []),
    ];
  });
  const left = holders.length - SHOWN_HOLDERS;
  return `${paint.bold(title)}\n${shown.map((line) => `${printable(line)}\n`).join('')}${left > 0 ? `  and ${left} more\n` : ''}`;
}
