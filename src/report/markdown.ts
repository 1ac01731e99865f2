/** A review as Markdown, for a comment on a pull request. */

import type { Accepted } from '../findings/baseline/apply.js';
import { formatReference } from '../kubernetes/object.js';
import { printableLines } from '../manifest/printable.js';
import type { SourcePlace } from '../manifest/source-place.js';
import type { Finding } from '../model/finding.js';
import type { Grant } from '../rbac/grant.js';
import type { Review } from '../review/review.js';
import { counted, placeText, placeTexts, subjectText } from '../wording/phrases.js';
import { grantRows } from './grant-rows.js';
import { acceptingEntries, changeText } from './grown.js';
import { code, plainText, tableHead, tableRow } from './markdown-text.js';
import { mermaid } from './mermaid.js';
import { pathGraph } from './path-graph.js';
import { profileLines, profileTitle } from './profiles.js';
import { renameTexts } from './renames.js';
import { fitSections, type Section } from './sections.js';
import { stepsText } from './steps.js';
import { SEVERITY_SIGN, summarise, TONE_SIGN } from './summary.js';
import { unreadText } from './unread.js';

/** The first line, by which a bot finds the comment to replace. */
export const MARKDOWN_MARKER = '<!-- cdk8s-olm review -->';

/** GitHub refuses comments above 65,536 characters. */
export const MAX_MARKDOWN_LENGTH = 60_000;

/** Tables longer than this are folded. */
const OPEN_ROWS = 10;
const SHOWN_LINES = 8;

/** How much is shown. */
export interface MarkdownOptions {
  /** Nothing is left out; the report can be too long for a comment. @default false */
  readonly all?: boolean;
}

/**
 * The report: the verdict first, then changes of reach, new risks, grants, and the rest folded.
 *
 * @returns at most MAX_MARKDOWN_LENGTH characters, unless all is wanted
 * @example
 * writeFileSync('review.md', markdownReport(review(base, head)));
 */
export function markdownReport(review: Review, { all = false }: MarkdownOptions = {}): string {
  const shown = all ? Number.POSITIVE_INFINITY : SHOWN_LINES;
  const { scopeChanges, risks, findings, gained, lost, changes } = review;
  const sections = [
    head(review),
    list(
      'Renamed',
      renameTexts(review).map((text) => `- ${plainText(text)}\n`),
    ),
    list('Verdicts', findings.new.map(findingItem)),
    changeTable('Reach', scopeChanges),
    ...review.profiles.map((profile) =>
      list(
        plainText(profileTitle(profile)),
        profileLines(profile).map(({ severity, text }) => `- ${SEVERITY_SIGN[severity]} ${plainText(text)}\n`),
      ),
    ),
    list(
      'New risks',
      risks.new.map((risk) => riskItem(risk)),
    ),
    list(
      'Grown risks',
      risks.grown.map((risk) => riskItem(risk, changeText(risk))),
    ),
    changeTable('Other changes', changes),
    grantTable('Gained', gained, shown),
    grantTable('Lost', lost, shown),
    graph(review),
    folded(
      'Fixed risks',
      risks.fixed.map((risk) => riskItem(risk)),
    ),
    folded(
      'Smaller risks',
      risks.smaller.map((risk) => riskItem(risk, changeText(risk))),
    ),
    folded('Fixed verdicts', findings.fixed.map(findingItem)),
    acceptance(review),
    folded('Accepted risks', risks.accepted.map(acceptedItem)),
    folded(
      'Risks that were there before',
      risks.unchanged.map((risk) => riskItem(risk)),
    ),
    folded(
      'Files that were not read, and did not change',
      review.unread.map((file) => `- ${plainText(unreadText(file))}\n`),
    ),
  ].filter((section) => section !== undefined);
  return fitSections(sections, all ? Number.POSITIVE_INFINITY : MAX_MARKDOWN_LENGTH);
}

function head(review: Review): Section {
  const { tone, headline, advice, points, counts } = summarise(review);
  const compared = `${code(review.base)} → ${code(review.head)}`;
  return {
    opening: `${MARKDOWN_MARKER}\n### ${TONE_SIGN[tone]} ${plainText(headline)}\n\n${plainText(advice)}\n\n`,
    rows: points.map(({ severity, text }) => `- ${SEVERITY_SIGN[severity]} ${plainText(text)}\n`),
    closing: `${points.length > 0 ? '\n' : ''}${compared}${counts.length > 0 ? `: ${counts.map(({ text }) => text).join(' · ')}` : ''}\n`,
  };
}

function changeTable(title: string, changes: readonly Finding[]): Section | undefined {
  const rows = changes.map(({ id, severity, subject, message, before = '', after = '', fix, place }) =>
    tableRow([
      SEVERITY_SIGN[severity],
      plainText(formatReference(subject)),
      [plainText(message), ...(severity === 'error' ? [`fix: ${plainText(fix)}`] : [])].join('<br>'),
      plainText(before),
      plainText(after),
      placeCell(place),
      code(id),
    ]),
  );
  return table(title, ['', 'What', 'How it changes', 'Before', 'After', 'Source', 'Rule'], rows);
}

function grantTable(title: string, grants: readonly Grant[], shown: number): Section | undefined {
  const rows = grantRows(grants).map(({ subject, where, permissions, through, places }) =>
    tableRow([
      plainText(subjectText(subject)),
      plainText(where),
      cellLines(permissions, code, shown),
      cellLines(through, plainText, shown),
      cellLines(placeTexts(places), code, shown),
    ]),
  );
  return table(title, ['Who', 'Where', 'Can', 'Path', 'Source'], rows);
}

/** The lines of a cell; a cell of many lines only counts those beyond the first. */
function cellLines<T>(values: readonly T[], format: (value: T) => string, shown: number): string {
  const more = values.length - shown;
  return [...values.slice(0, shown).map(format), ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
}

function table(title: string, header: readonly string[], rows: readonly string[]): Section | undefined {
  if (rows.length === 0) return undefined;
  const content = `\n${tableHead(header)}`;
  if (rows.length <= OPEN_ROWS) return { opening: `\n#### ${title}\n${content}`, rows, closing: '' };
  return {
    opening: `\n<details><summary><b>${title}</b>: ${counted(rows.length, 'row')}</summary>\n${content}`,
    rows,
    closing: '\n</details>\n',
  };
}

function list(title: string, rows: readonly string[]): Section | undefined {
  return rows.length === 0 ? undefined : { opening: `\n#### ${title}\n\n`, rows, closing: '' };
}

function folded(title: string, rows: readonly string[]): Section | undefined {
  if (rows.length === 0) return undefined;
  return { opening: `\n<details><summary>${title}: ${rows.length}</summary>\n\n`, rows, closing: '\n</details>\n' };
}

function graph(review: Review): Section | undefined {
  const chart = mermaid(pathGraph(review));
  if (chart === undefined) return undefined;
  const opening = '\n<details><summary>The changed paths as a graph</summary>\n';
  return { opening, rows: [`\n\`\`\`mermaid\n${chart}\`\`\`\n`], closing: '\n</details>\n' };
}

function riskItem({ severity, id, message, path = [], fix, place }: Finding, change = ''): string {
  return item(`${SEVERITY_SIGN[severity]} ${plainText(message)}`, [
    plainText(change),
    path.length === 0 ? '' : `path: ${plainText(stepsText(path))}`,
    `fix: ${plainText(fix)}`,
    [placeCell(place), code(id)].filter((part) => part !== '').join(' · '),
  ]);
}

/** A fence longer than any in the text, so that nothing of the input ends it. */
function acceptance(review: Review): Section | undefined {
  const entries = acceptingEntries(review);
  if (entries === '') return undefined;
  const fence = '`'.repeat(Math.max(3, ...[...entries.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const opening = '\n<details><summary>Entries for the baseline that accept what is new</summary>\n';
  return { opening, rows: [`\n${fence}yaml\n${printableLines(entries)}${fence}\n`], closing: '\n</details>\n' };
}

function acceptedItem({ finding, reason, expires }: Accepted): string {
  const until = expires === undefined ? '' : ` (until ${plainText(expires)})`;
  return item(plainText(finding.message), [`accepted${until}: ${plainText(reason)}`]);
}

function findingItem({ severity, id, subject, message, fix }: Finding): string {
  return item(`${SEVERITY_SIGN[severity]} <b>${plainText(formatReference(subject))}</b>: ${plainText(message)}`, [
    `fix: ${plainText(fix)}`,
    code(id),
  ]);
}

function item(text: string, details: readonly string[]): string {
  return `- ${text}\n${details
    .filter((detail) => detail !== '')
    .map((detail) => `  - ${detail}\n`)
    .join('')}`;
}

function placeCell(place: SourcePlace | undefined): string {
  return place ? code(placeText(place)) : '';
}
