/** Writes blocks as HTML. All other text comes from the input and is escaped by `element`. */

import { counted } from '../../base/wording/phrases.js';
import type { Severity } from '../../olm/model/finding.js';
import type { Block, Content as BlockContent, Fold, Inline, Item, Marks, Row } from '../blocks.js';
import { documentationOf } from '../documentation.js';
import { type Content, element, fragment, type Html, scrollable } from './element.js';
import { marksOf, type Rows } from './filters.js';
import { drawGraph } from './graph.js';
import { matrixTable } from './matrix-table.js';

/** The most rows of a list or table on the page; the JSON report contains all. */
const MAX_ROWS = 1000;
/** The most list items that are open; more are in a fold. Items are taller than rows; the worst come first. */
const SHOWN_ITEMS = 50;
/** The most folds that are shown one after the other; more are grouped in one. */
const SHOWN_FOLDS = 5;
/** The most boxes of a readable picture; larger pictures are left out. */
const MAX_BOXES = 150;

/** Writes blocks for a page. */
export interface BlockWriter {
  readonly line: (content: BlockContent) => Content;
  readonly blocks: (blocks: readonly Block[]) => Content;
}

/**
 * Makes a writer of blocks.
 * @param rows receives the marks that the filters of the page use
 * @param documentation where the pages about rules are
 */
export function blockWriter(rows: Rows, documentation?: string): BlockWriter {
  const ruleMark = (rule: string): Html => {
    const address = documentationOf(rule, documentation);
    const name = element('code', {}, rule);
    return address === undefined ? name : element('a', { class: 'rule', href: address, rel: 'noreferrer' }, name);
  };
  const inline = (one: Inline): Content => {
    if (typeof one === 'string') return breakable(one);
    if ('code' in one) return element('code', {}, breakable(one.code));
    if ('strong' in one) return element('b', {}, breakable(one.strong));
    if ('severity' in one) return severityMark(one.severity);
    if ('rule' in one) return ruleMark(one.rule);
    if ('part' in one) return element('a', { href: `#${one.part}` }, breakable(one.text));
    return element('ol', { class: 'chain', 'aria-label': 'Path' }, ...one.path.map((step) => element('li', {}, breakable(step))));
  };
  const line = (content: BlockContent): Content => content.map(inline);
  const rowId = (marks: Marks | undefined): Record<string, string> => (marks ? { id: rows.add(marksOf(marks)) } : {});
  const item = ({ content, place, details = [], marks }: Item): Html => {
    const [first] = content;
    const rule = typeof first === 'object' && 'severity' in first ? first.rule : undefined;
    const small = [
      ...(rule === undefined ? [] : [ruleMark(rule)]),
      ...(place === undefined ? [] : [element('code', { class: 'place' }, breakable(place))]),
    ];
    return element(
      'li',
      { ...rowId(marks), class: 'row' },
      element(
        'div',
        { class: 'statement' },
        line(content),
        small.length > 0 && [
          ' ',
          element('span', { class: 'small' }, ...small.flatMap((one, index) => (index === 0 ? [one] : [' ', one]))),
        ],
      ),
      details.map(({ label, content: detail }) =>
        element('div', { class: 'detail' }, label !== undefined && element('b', {}, `${label} `), line(detail)),
      ),
    );
  };
  const list = (items: readonly Item[]): Content => {
    const some = (part: readonly Item[]): Html => element('ul', { class: 'items' }, ...part.map(item));
    const shown = items.slice(0, MAX_ROWS);
    const more = shown.slice(SHOWN_ITEMS);
    return [
      leftOut(items.length),
      some(shown.slice(0, SHOWN_ITEMS)),
      more.length > 0 && element('details', {}, element('summary', {}, `${more.length} more`), some(more)),
    ];
  };
  const table = ({ head, rows: all, below }: Extract<Block, { kind: 'table' }>): Content => {
    const shown = all.slice(0, MAX_ROWS);
    const isShown = (_: unknown, index: number): boolean => shown.some(({ cells }) => (cells[index]?.length ?? 0) > 0);
    const titles = head.filter(isShown);
    const row = ({ cells, marks }: Row): Html =>
      element(
        'tr',
        { ...rowId(marks), class: 'row' },
        ...cells
          .filter(isShown)
          .map((lines, index) =>
            element(
              'td',
              { 'data-label': titles[index] },
              lines.length === 1 ? line(lines[0] ?? []) : lines.map((one) => element('div', {}, line(one))),
            ),
          ),
      );
    return [
      leftOut(all.length),
      scrollable(
        `${titles.join(', ')}: ${counted(shown.length, 'row')}`,
        element(
          'table',
          { class: below === undefined ? 'rows' : 'rows overview' },
          element('thead', {}, element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)))),
          element('tbody', {}, ...shown.map(row)),
        ),
      ),
    ];
  };
  const fold = ({ id, title, count, blocks }: Fold): Html =>
    element(
      'details',
      { id, class: 'part' },
      element('summary', {}, element('h2', {}, line(title), count !== undefined && [' ', element('span', { class: 'count' }, count)])),
      content(blocks),
    );
  const block = (one: Block): Content => {
    switch (one.kind) {
      case 'heading':
        return element('h2', { class: 'heading' }, line(one.content));
      case 'paragraph':
        return element('p', { class: one.isQuiet ? 'note' : undefined }, line(one.content));
      case 'list':
        return list(one.items);
      case 'table':
        return one.rows.length > 0 && table(one);
      case 'fold':
        return fold(one);
      case 'code':
        return element('pre', { tabindex: 0 }, textLines(one.text));
      // The page draws this graph among its pictures.
      case 'graph':
        return undefined;
      case 'pictures':
        return [
          legend(),
          one.pictures.map((picture) => {
            const heading = element('h3', {}, picture.name);
            const tooMany = element('p', { class: 'note' }, `${picture.boxes.length} boxes are too many to show.`);
            if (picture.boxes.length > MAX_BOXES) return [heading, tooMany];
            return element('figure', {}, element('figcaption', {}, heading), drawGraph(picture));
          }),
        ];
      case 'matrix':
        return matrixTable(one.matrix, rows);
    }
  };
  const group = (id: string, title: string, folds: readonly Block[]): Content =>
    folds.length > 0 && element('details', { id, class: 'part' }, element('summary', {}, element('h2', {}, title)), ...folds.map(block));
  /** Groups more than SHOWN_FOLDS new folds in one fold, and the folds about unchanged content in another. */
  const content = (blocks: readonly Block[]): Content => {
    const rest = blocks.filter((one) => one.kind === 'fold' && one.isBackground);
    const news = blocks.filter((one) => one.kind === 'fold' && !one.isBackground);
    const [own, many] = news.length > SHOWN_FOLDS ? [[], news] : [news, []];
    return fragment(
      ...blocks.filter(({ kind }) => kind !== 'fold').map(block),
      ...own.map(block),
      group('details', 'Details of what is new', many),
      group('more', 'More', rest),
    );
  };
  return { line, blocks: content };
}

/** A severity as a word: readable without colour. */
export function severityMark(severity: Severity): Html {
  return element('span', { class: `severity ${severity}` }, severity);
}

function leftOut(count: number): Content {
  return count > MAX_ROWS && element('p', { class: 'note' }, `The first ${MAX_ROWS} of ${count}; the JSON report contains all.`);
}

/** Lets long names break before dots, dashes and slashes, without changing the copied text. */
function breakable(text: string): Content {
  return text.split(/(?<=\w)(?=[./@:_-][a-z])/i).flatMap((part, index): Content[] => (index === 0 ? [part] : [element('wbr'), part]));
}

/** Keeps line breaks as they are; `element` would escape them. */
function textLines(text: string): Content {
  return text.split('\n').flatMap((one, index): Content[] => (index === 0 ? [one] : [{ html: '\n' }, one]));
}

function legend(): Content {
  const sample = (kind: string, words: string): Html =>
    element(
      'li',
      {},
      element(
        'svg',
        { class: 'graph sample', width: 44, height: 10, 'aria-hidden': 'true' },
        element('path', { class: `arrow ${kind}`, d: 'M1 5H43' }),
      ),
      words,
    );
  return element(
    'ul',
    { class: 'legend' },
    sample('', 'unchanged'),
    sample('gained', 'new'),
    sample('lost', 'removed'),
    sample('conflict', 'in conflict'),
  );
}
