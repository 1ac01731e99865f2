/** A review as a short text for a terminal. */
import type { Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import type { Severity } from '../model/finding.js';
import { grantRows } from '../review/report/grant-rows.js';
import { summarise, type Tone } from '../review/report/summary.js';
import { counted, placeText, scopeText, shortList, subjectText } from '../review/report/wording.js';
import type { Grant, Review, Risk, ScopeChange } from '../review/review.js';
import { columns } from './columns.js';
import { formatFinding } from './format-finding.js';

/** How many rows a table shows; the other formats have all. */
const SHOWN_ROWS = 20;

/** The verdict, then what is behind it. */
export function reviewText(review: Review, paint: Paint): string {
  const { scopeChanges, risks, findings, gained, lost } = review;
  const { tone, headline, advice, counts } = summarise(review);
  const colours: Record<Tone, (text: string) => string> = { same: paint.cyan, less: paint.cyan, look: paint.yellow, stop: paint.red };
  const blocks = [
    `${paint.bold(colours[tone](printable(headline)))}\n${printable(advice)}\n`,
    `${printable(`${review.base} → ${review.head}`)}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}\n`,
    findings.new.map((finding) => `${formatFinding(finding, paint)}\n`).join(''),
    scopeChanges.map((change) => scopeLine(change, paint)).join(''),
    risks.new.map((risk) => riskLines(risk, paint)).join(''),
    grantTable('GAINED', gained),
    grantTable('LOST', lost),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function scopeLine({ severity, message, place }: ScopeChange, paint: Paint): string {
  return `${severityText(severity, severity, paint)}${place ? ` (${printable(placeText(place))})` : ''}: ${printable(message)}\n`;
}

function riskLines({ id, severity, message, path, fix, place }: Risk, paint: Paint): string {
  const title = severityText(severity, `${severity}[${id}]`, paint);
  const lines = [
    `${title}${place ? ` (${printable(placeText(place))})` : ''}: ${printable(message)}`,
    ...(path === '' ? [] : [`  ${paint.dim('path')}  ${printable(path)}`]),
    `  ${paint.dim('fix')}   ${printable(fix)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function severityText(severity: Severity, text: string, paint: Paint): string {
  const colours: Record<Severity, (text: string) => string> = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  return paint.bold(colours[severity](text));
}

function grantTable(title: string, grants: readonly Grant[]): string {
  const rows = grantRows(grants);
  if (rows.length === 0) return '';
  const shown = rows
    .slice(0, SHOWN_ROWS)
    .map(({ subject, scope, rights, through }) => [subjectText(subject), scopeText(scope), shortList(rights), shortList(through, 1)]);
  const more = rows.length - shown.length;
  return `${columns([title, 'WHERE', 'MAY', 'THROUGH'], shown).join('\n')}\n${more > 0 ? `and ${counted(more, 'row')} more\n` : ''}`;
}
