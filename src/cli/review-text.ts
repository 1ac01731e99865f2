/** A review as a short text for a terminal. */
import type { Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import type { Severity } from '../model/finding.js';
import { bySubjectAndScope } from '../review/report/grant-rows.js';
import { summarise, type Tone } from '../review/report/summary.js';
import { placeText, rightTexts, scopeChangeText, subjectText, whereText } from '../review/report/wording.js';
import type { Grant, Review, Risk, ScopeChange } from '../review/review.js';
import { formatFinding } from './format-finding.js';

/** How much a list shows; the other formats have all. */
const SHOWN_HOLDERS = 20;
const SHOWN_RIGHTS = 5;
const SHOWN_RESOURCES = 8;

/** The verdict, then what is behind it. */
export function reviewText(review: Review, paint: Paint): string {
  const { scopeChanges, risks, findings, gained, lost } = review;
  const { tone, headline, advice, counts } = summarise(review);
  const colours: Record<Tone, (text: string) => string> = { same: paint.cyan, less: paint.cyan, look: paint.yellow, stop: paint.red };
  const blocks = [
    `${paint.bold(colours[tone](printable(headline)))}\n${printable(advice)}\n`,
    `${printable(`${review.base} → ${review.head}`)}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}\n`,
    findings.new.map(({ place, ...finding }) => `${formatFinding({ ...finding, ...place }, paint)}\n`).join(''),
    scopeChanges.map((change) => scopeLine(change, paint)).join(''),
    risks.new.map((risk) => riskLines(risk, paint)).join(''),
    grantList('Gained', 'may', gained, paint),
    grantList('Lost', 'may no longer', lost, paint),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function scopeLine(change: ScopeChange, paint: Paint): string {
  const { severity, place } = change;
  return `${severityText(severity, severity, paint)}${place ? ` (${printable(placeText(place))})` : ''}: ${printable(scopeChangeText(change))}\n`;
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

function grantList(title: string, may: string, grants: readonly Grant[], paint: Paint): string {
  const holders = bySubjectAndScope(grants);
  if (holders.length === 0) return '';
  const shown = holders.slice(0, SHOWN_HOLDERS).flatMap((own) => {
    const [{ subject, scope }] = own;
    const rights = rightTexts(
      own.map(({ right }) => right),
      SHOWN_RESOURCES,
    );
    const more = rights.length - SHOWN_RIGHTS;
    const who = `  ${subjectText(subject)}, ${whereText(scope)}, ${may}`;
    return [who, ...rights.slice(0, SHOWN_RIGHTS).map((right) => `    ${right}`), ...(more > 0 ? [`    and ${more} more`] : [])];
  });
  const left = holders.length - SHOWN_HOLDERS;
  return `${paint.bold(title)}\n${shown.map((line) => `${printable(line)}\n`).join('')}${left > 0 ? `  and ${left} more\n` : ''}`;
}
