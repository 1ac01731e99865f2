/** A review as Markdown, for a comment on a pull request. */

import type { Acceptance } from '../findings/baseline/apply.js';
import { formatReference } from '../kubernetes/object.js';
import { printableLines } from '../manifest/printable.js';
import type { Finding } from '../model/finding.js';
import type { Grant } from '../rbac/grant.js';
import type { OperatorProfile, Review, Told } from '../review/review.js';
import { told } from '../review/told.js';
import { aboutText, counted, placeText, placeTexts, subjectText } from '../wording/phrases.js';
import { type ChangeLine, changeLines } from './change-lines.js';
import { fromTo } from './from-to.js';
import { grantRows } from './grant-rows.js';
import { acceptingEntries, changeText } from './grown.js';
import { code, plainText, tableHead, tableRow } from './markdown-text.js';
import { mermaid } from './mermaid.js';
import { PARTS, type PartName, partOf } from './parts.js';
import { pathGraph } from './path-graph.js';
import { profiledRisks, profileTitle } from './profiles.js';
import { renameTexts } from './renames.js';
import { fitSections, type Section } from './sections.js';
import { stepsText } from './steps.js';
import { SEVERITY_SIGN, type Summary, summarise, TONE_SIGN } from './summary.js';
import { unreadText } from './unread.js';

/** The first line, by which a bot finds the comment to replace. */
export const MARKDOWN_MARKER = '<!-- cdk8s-olm review -->';

/** GitHub refuses comments above 65,536 characters. */
export const MAX_MARKDOWN_LENGTH = 60_000;

/** Of fewer rows of permissions, nobody needs a picture. */
const GRAPH_ROWS = 3;
/** Longer lists are folded. */
const OPEN_ROWS = 10;
const SHOWN_LINES = 8;

/** How much is shown. */
export interface MarkdownOptions {
  /** Nothing is left out; the report can be too long for a comment. @default false */
  readonly all?: boolean;
}

/**
 * The report: the verdict, then what is gained, what is lost, and what changes otherwise. What stays as it was is not in it.
 *
 * @returns at most MAX_MARKDOWN_LENGTH characters, unless all is wanted
 * @example
 * writeFileSync('review.md', markdownReport(review(base, head)));
 */
export function markdownReport(review: Review, { all = false }: MarkdownOptions = {}): string {
  const shown = all ? Number.POSITIVE_INFINITY : SHOWN_LINES;
  const summary = summarise(review);
  const { gained, lost } = review;
  const profiled = new Set(review.profiles.flatMap(profiledRisks));
  const isLeft = (finding: Finding): boolean => finding !== summary.told;
  const listed = (name: PartName, isShown: (one: Told) => boolean = () => true): Section | undefined => {
    const { state, title } = PARTS[name];
    const items = partOf(review, name).filter(isShown).map(findingItem);
    return state === 'new' || state === 'grown' ? list(title, items) : folded(title, items);
  };
  const sections = [
    head(review, summary),
    ...review.profiles.map((profile) => profileSection(profile, isLeft)),
    listed('risks', ({ finding }) => isLeft(finding) && !profiled.has(finding)),
    listed('grown-risks'),
    grantTable('Gained', isToldWhole(gained, summary) ? [] : gained, shown),
    grantTable('Lost', lost, shown),
    listed('verdicts', ({ finding }) => isLeft(finding) && isBroken(finding)),
    ...changeSections(review, summary),
    graph(review),
    listed('fixed-risks'),
    listed('smaller-risks'),
    listed('fixed-verdicts', ({ finding }) => all || finding.severity !== 'info'),
    acceptance(review, all),
    listed('accepted'),
    ...(all ? [listed('unchanged'), unread(review)] : []),
  ].filter((section) => section !== undefined);
  return fitSections(sections, all ? Number.POSITIVE_INFINITY : MAX_MARKDOWN_LENGTH);
}

function unread({ unread: files }: Review): Section | undefined {
  return folded(
    'Files that were not read, and did not change',
    files.map((file) => `- ${plainText(unreadText(file))}\n`),
  );
}

function head(review: Review, summary: Summary): Section {
  const { tone, headline, advice, told } = summary;
  const rows = isToldWhole(review.gained, summary) ? grantRows(review.gained) : [];
  const details = told
    ? detailsOf(told)
    : rows.map(({ through, places }) => [...through.map(plainText), ...placeTexts(places).map((place) => code(place))].join(' · '));
  const compared = `${code(review.base)} → ${code(review.head)}`;
  return {
    opening: `${MARKDOWN_MARKER}\n### ${TONE_SIGN[tone]} ${plainText(headline)}\n\n${plainText(advice)}\n\n`,
    rows: details.map((detail) => `- ${detail}\n`),
    closing: `${details.length > 0 ? '\n' : ''}${compared}\n`,
  };
}

/** Whether the verdict is all that a table of these grants could say. */
function isToldWhole(gained: readonly Grant[], { grants }: Summary): boolean {
  const [row, ...others] = grants === undefined ? [] : grantRows(gained);
  return others.length === 0 && row?.permissions.length === 1 && row.permissions[0] === grants;
}

function profileSection(profile: OperatorProfile, isLeft: (finding: Finding) => boolean): Section | undefined {
  const left = profile.risks.length - profiledRisks(profile).length;
  return list(plainText(profileTitle(profile)), [
    ...profiledRisks(profile)
      .filter(isLeft)
      .map((finding) => findingItem({ finding, kind: 'risk', state: 'new' })),
    ...(left > 0 ? [`- ${SEVERITY_SIGN.info} and ${left} more, which are listed below\n`] : []),
  ]);
}

/** What changes otherwise: a line for each fact. Of many, the notes are folded. */
function changeSections(review: Review, { isRename, told: own }: Summary): Section[] {
  const notes = told(review, 'new', 'check').filter((finding) => !isBroken(finding));
  const found = [...told(review, 'new', 'change'), ...notes, ...told(review, 'new', 'reach')];
  const renames = renameTexts(review).slice(isRename ? 1 : 0);
  const lines = [...changeLines(found, own), ...renames.map((text): ChangeLine => ({ severity: 'info', text }))];
  const isFolded = lines.length > OPEN_ROWS;
  const [less, others] = [true, false].map((folds) =>
    lines.filter(({ severity }) => (isFolded && severity === 'info') === folds).map(changeItem),
  ) as [string[], string[]];
  return [list('Other changes', others), folded('Other changes, as notes', less)].filter((section) => section !== undefined);
}

function isBroken({ severity }: Finding): boolean {
  return severity === 'error';
}

function changeItem({ severity, text, of }: ChangeLine): string {
  const sentence = [`${SEVERITY_SIGN[severity]} ${plainText(text)}`, ...(of ? sourceOf(of) : [])].join(' · ');
  return item(sentence, of ? [fromToText(of), ...reasons(of)] : []);
}

function fromToText(finding: Finding): string {
  return (fromTo(finding) ?? []).map(plainText).join(' → ');
}

function grantTable(title: string, grants: readonly Grant[], shown: number): Section | undefined {
  const rows = grantRows(grants).map(({ subject, where, permissions, through, places }) => [
    plainText(subjectText(subject)),
    plainText(where),
    cellLines(permissions, code, shown),
    cellLines(through, plainText, shown),
    cellLines(placeTexts(places), code, shown),
  ]);
  return table(title, ['Who', 'Where', 'Can', 'Path', 'Source'], rows);
}

/** The lines of a cell; a cell of many lines only counts those beyond the first. */
function cellLines<T>(values: readonly T[], format: (value: T) => string, shown: number): string {
  const more = values.length - shown;
  return [...values.slice(0, shown).map(format), ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
}

/** A table without the columns that are empty in every row. */
function table(title: string, header: readonly string[], rows: readonly (readonly string[])[]): Section | undefined {
  if (rows.length === 0) return undefined;
  const isShown = (_: string, index: number): boolean => rows.some((cells) => cells[index] !== '');
  const content = `\n${tableHead(header.filter(isShown))}`;
  const texts = rows.map((cells) => tableRow(cells.filter(isShown)));
  if (rows.length <= OPEN_ROWS) return { opening: `\n#### ${title}\n${content}`, rows: texts, closing: '' };
  return {
    opening: `\n<details><summary><b>${title}</b>: ${counted(rows.length, 'row')}</summary>\n${content}`,
    rows: texts,
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

/** A graph of one or two paths says no more than their rows. */
function graph(review: Review): Section | undefined {
  const chart = grantRows([...review.gained, ...review.lost]).length < GRAPH_ROWS ? undefined : mermaid(pathGraph(review));
  if (chart === undefined) return undefined;
  const opening = '\n<details><summary>The changed paths as a graph</summary>\n';
  return { opening, rows: [`\n\`\`\`mermaid\n${chart}\`\`\`\n`], closing: '\n</details>\n' };
}

/** One finding in a list: why it holds, what to do about it, or why it is accepted. */
function findingItem({ finding, kind, state, acceptance: accepted }: Told): string {
  const { severity, subject, message, fix, id } = finding;
  if (accepted) return item(plainText(message), [acceptedText(accepted)]);
  if (state === 'fixed') return item(plainText(kind === 'risk' ? message : aboutText(finding)), []);
  const sign = SEVERITY_SIGN[severity];
  if (kind === 'check')
    return item(`${sign} <b>${plainText(formatReference(subject))}</b>: ${plainText(message)}`, [`fix: ${plainText(fix)}`, code(id)]);
  const change = state === 'new' || state === 'unchanged' ? '' : plainText(changeText(finding));
  return item([`${sign} ${plainText(message)}`, ...sourceOf(finding)].join(' · '), [change, ...reasons(finding)]);
}

function acceptedText({ reason, expires, by }: Acceptance): string {
  return `accepted${by === undefined ? '' : ` by ${plainText(by)}`}${expires === undefined ? '' : ` (until ${plainText(expires)})`}: ${plainText(reason)}`;
}

/** What there is to say of a finding besides its sentence. */
function detailsOf(finding: Finding): string[] {
  return [fromToText(finding), ...reasons(finding), sourceOf(finding).join(' · ')].filter((detail) => detail !== '');
}

/** Why it holds, and what to do about what keeps the change from being approved. */
function reasons({ severity, path = [], fix }: Finding): string[] {
  return [
    ...(path.length === 0 ? [] : [`path: ${plainText(stepsText(path))}`]),
    ...(severity === 'error' ? [`fix: ${plainText(fix)}`] : []),
  ];
}

/** Its place and its rule. */
function sourceOf({ place, id }: Finding): string[] {
  return [...(place ? [code(placeText(place))] : []), code(id)];
}

/** A fence longer than any in the text, so that nothing of the input ends it. */
function acceptance(review: Review, all: boolean): Section | undefined {
  const entries = all ? acceptingEntries(review) : acceptingEntries(review, isBroken);
  if (entries === '') return undefined;
  const fence = '`'.repeat(Math.max(3, ...[...entries.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const opening = `\n<details><summary>Entries for the baseline that accept ${all ? 'what is new' : 'the errors'}</summary>\n`;
  return { opening, rows: [`\n${fence}yaml\n${printableLines(entries)}${fence}\n`], closing: '\n</details>\n' };
}

function item(text: string, details: readonly string[]): string {
  return `- ${text}\n${details
    .filter((detail) => detail !== '')
    .map((detail) => `  - ${detail}\n`)
    .join('')}`;
}
