/** The parts of the page that list things: reach, risks, verdicts and grants. */

import type { Acceptance } from '../../findings/baseline/apply.js';
import { formatReference } from '../../kubernetes/object.js';
import type { SourcePlace } from '../../manifest/source-place.js';
import { SEVERITIES, type Severity } from '../../model/finding.js';
import type { UnreadFile } from '../../model/unread-file.js';
import type { Grant } from '../../rbac/grant.js';
import type { Step } from '../../rbac/step.js';
import type { OperatorProfile, Review, Told } from '../../review/review.js';
import { counted, placeText, placeTexts, subjectText } from '../../wording/phrases.js';
import { grantRows } from '../grant-rows.js';
import { acceptingEntries, changeText } from '../grown.js';
import { PARTS, type Part, type PartName } from '../parts.js';
import { profileLines, profileTitle } from '../profiles.js';
import { stepTexts } from '../steps.js';
import { unreadText } from '../unread.js';
import { type Content, element, type Html } from './element.js';
import { grantMarks, marksOf, type Rows } from './rows.js';

/** How many rows a part shows; what is beyond is in the JSON report. */
const MAX_ROWS = 1000;
/** With more rows, a part is closed at first: it would push everything else out of sight. */
const MAX_OPEN_ROWS = 150;
/** Cards are taller than rows; the worst come first. */
const SHOWN_CARDS = 50;
/** New and grown risks are never folded away as a whole: the worst of them stay in sight. */
const RISKS: ReadonlySet<string> = new Set(['risks', 'grown-risks', 'verdicts']);

/** A part of the page with its heading; nothing when there is nothing to show. */
export function section(id: string, title: string, count: number, ...content: Content[]): Content {
  if (count === 0) return undefined;
  const shown = count > MAX_ROWS && element('p', { class: 'note' }, `The first ${MAX_ROWS} of ${count}; the JSON report contains all.`);
  const heading = [title, ' ', badge(count)];
  return foldable(id, heading, count <= MAX_OPEN_ROWS || RISKS.has(id), shown, content);
}

/** A part of the page that is open at first. */
export function part(id: string, title: Content, ...content: Content[]): Html {
  return foldable(id, title, true, ...content);
}

function foldable(id: string, title: Content, open: boolean, ...content: Content[]): Html {
  return element('details', { id, class: 'part', open }, element('summary', {}, element('h2', {}, title)), content);
}

/** A part that is closed at first. */
export function foldedSection(id: string, title: string, count: number, ...content: Content[]): Content {
  if (count === 0) return undefined;
  return foldable(id, [title, ' ', badge(count)], false, content);
}

function badge(count: number): Html {
  return element('span', { class: 'count' }, count);
}

/** A part of the page that lists findings; nothing when there are none. */
export function findingSection(name: PartName, found: readonly Told[], rows: Rows): Content {
  const { state, title }: Part = PARTS[name];
  const make = state === 'new' || state === 'grown' ? section : foldedSection;
  return make(name, title, found.length, name === 'reach' || name === 'changes' ? changeTable(found, rows) : findingCards(found, rows));
}

/** What changes in reach, or otherwise. */
function changeTable(changes: readonly Told[], rows: Rows): Content {
  return table(
    ['', 'What', 'How it changes', 'Before', 'After', 'Source', 'Rule'],
    changes.slice(0, MAX_ROWS).map(({ finding: { id, subject, severity, message, before, after, fix, place } }) => ({
      id: rows.add(marksOf(subject, severity)),
      cells: [
        severityMark(severity),
        formatReference(subject),
        severity === 'error' ? lines([message, [element('b', {}, 'Fix: '), fix]]) : message,
        before ?? '',
        after ?? '',
        placeMark(place),
        element('code', {}, id),
      ],
    })),
  );
}

/** Findings, each with its path, and with its fix or why it is accepted. */
function findingCards(found: readonly Told[], rows: Rows): Content {
  return list(
    inOrderOfCards(found)
      .slice(0, MAX_ROWS)
      .map(({ finding, kind, acceptance: accepted }) => {
        const { id, severity, subject, message, path = [], fix, references, place } = finding;
        const about = kind === 'check' && !accepted ? [element('b', {}, formatReference(subject)), ': '] : [];
        return {
          id: rows.add(marksOf(subject, severity)),
          content: [
            element('p', { class: 'statement' }, severityMark(severity), ' ', about, message),
            !accepted && finding.came !== undefined && element('p', {}, changeText(finding)),
            !accepted && path.length > 0 && chain(path),
            element('p', { class: 'fix' }, element('b', {}, accepted ? acceptedText(accepted) : 'Fix: '), accepted?.reason ?? fix),
            element(
              'p',
              { class: 'small' },
              element('code', {}, id),
              !accepted && place && [' · ', placeMark(place)],
              !accepted && kind !== 'check' && references.map((reference) => ` · ${reference}`),
            ),
          ],
        };
      }),
  );
}

function acceptedText({ expires, by }: Acceptance): string {
  return `Accepted${by === undefined ? '' : ` by ${by}`}${expires === undefined ? '' : ` until ${expires}`}: `;
}

/** Of what `check` finds the worst first; risks come in the order of their rules. */
function inOrderOfCards(found: readonly Told[]): Told[] {
  const rankOf = ({ kind, finding: { severity } }: Told): number => (kind === 'check' ? SEVERITIES.indexOf(severity) : 0);
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A new operator in the lines of one screen. @param index makes its id, which no name of the input does */
export function profileSection(profile: OperatorProfile, index: number): Content {
  const lines = profileLines(profile);
  return section(
    `profile-${index}`,
    profileTitle(profile),
    lines.length,
    element('ul', {}, ...lines.map(({ severity, text }) => element('li', {}, severityMark(severity), ' ', text))),
  );
}

/** Text has none that is not escaped. */
const LINE_BREAK: Content = { html: '\n' };

/** Entries to be pasted into a baseline. */
export function acceptance(review: Review): Content {
  const entries = acceptingEntries(review);
  if (entries === '') return undefined;
  const title = 'Entries for the baseline that accept what is new';
  const lines = entries.split('\n').flatMap((line, index): Content[] => (index === 0 ? [line] : [LINE_BREAK, line]));
  return foldable('accepting', title, false, element('pre', { tabindex: 0 }, lines));
}

/** Files that were not read. */
export function unreadList(files: readonly UnreadFile[]): Content {
  return element('ul', {}, ...files.slice(0, MAX_ROWS).map((file) => element('li', {}, unreadText(file))));
}

/** How many rows a table of grants has, and the table. */
export interface GrantTable {
  readonly count: number;
  readonly content: Content;
}

/** Grants that are gained or lost. */
export function grantTable(grants: readonly Grant[], rows: Rows): GrantTable {
  const all = grantRows(grants);
  const content = table(
    ['Who', 'Where', 'Can', 'Path', 'Source'],
    all.slice(0, MAX_ROWS).map(({ subject, scope, where, permissions, through, places }) => ({
      id: rows.add(grantMarks(subject, subjectText(subject), scope)),
      cells: [
        subjectText(subject),
        where,
        lines(permissions.map((permission) => element('code', {}, permission))),
        lines(through),
        lines(placeTexts(places).map((place) => element('code', {}, place))),
      ],
    })),
  );
  return { count: all.length, content };
}

/** A severity as a word, which needs no colour. */
export function severityMark(severity: Severity): Html {
  return element('span', { class: `severity ${severity}` }, severity);
}

function placeMark(place: SourcePlace | undefined): Content {
  return place && element('code', {}, placeText(place));
}

/** A path as the steps of a list. */
function chain(path: readonly Step[]): Html {
  return element('ol', { class: 'chain', 'aria-label': 'Path' }, ...stepTexts(path).map((step) => element('li', {}, step)));
}

function lines(contents: readonly Content[]): Content {
  return contents.map((content) => element('div', {}, content));
}

function list(items: readonly { readonly id: string; readonly content: Content }[]): Content {
  const cards = (some: typeof items): Html =>
    element('ul', { class: 'cards' }, ...some.map(({ id, content }) => element('li', { id, class: 'row' }, content)));
  const more = items.slice(SHOWN_CARDS);
  if (more.length === 0) return cards(items);
  return [cards(items.slice(0, SHOWN_CARDS)), element('details', {}, element('summary', {}, `${more.length} more`), cards(more))];
}

function table(header: readonly string[], body: readonly { readonly id: string; readonly cells: readonly Content[] }[]): Content {
  return scrollable(
    `${header.filter((title) => title !== '').join(', ')}: ${counted(body.length, 'row')}`,
    element(
      'table',
      { class: 'rows' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...header.map((title) => element('th', { scope: 'col' }, title || element('span', { class: 'hidden' }, 'Severity'))),
        ),
      ),
      element(
        'tbody',
        {},
        ...body.map(({ id, cells }) =>
          element(
            'tr',
            { id, class: 'row' },
            ...cells.map((cell, index) => element('td', { 'data-label': header[index] || undefined }, cell)),
          ),
        ),
      ),
    ),
  );
}

/** What may be wider than the page; the keyboard can scroll it. */
export function scrollable(label: string, content: Content): Html {
  return element('section', { class: 'scroll', tabindex: 0, 'aria-label': label }, content);
}
