/** Writes blocks as HTML. All other text comes from the input and is escaped by `element`. */

import { counted } from '../../base/wording/phrases.js';
import type { Severity } from '../../olm/model/finding.js';
import type { Block, Content as BlockContent, Fold, Inline, Item, Marks, Row } from '../blocks.js';
import { documentationOf } from '../documentation.js';
import type { Picture } from '../pictures.js';
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

/** Writes blocks on a page, and gives their rows to its filters. */
export class BlockWriter {
  /** @param rows receives the fields that the filters of the page use @param documentation where the pages about rules are */
  constructor(
    private readonly rows: Rows,
    private readonly documentation?: string,
  ) {}

  line(content: BlockContent): Content {
    return content.map((one) => this.inline(one));
  }

  /** Many folds are in one; findings that BASE has, too, are in another. */
  blocks(blocks: readonly Block[]): Content {
    const rest = blocks.filter((one) => one.kind === 'fold' && one.isBackground);
    const news = blocks.filter((one) => one.kind === 'fold' && !one.isBackground);
    const [own, many] = news.length > SHOWN_FOLDS ? [[], news] : [news, []];
    return fragment(
      ...blocks.filter(({ kind }) => kind !== 'fold').map((one) => this.block(one)),
      ...own.map((one) => this.block(one)),
      this.group('details', 'Details of what is new', many),
      this.group('more', 'More', rest),
    );
  }

  private ruleMark(rule: string): Html {
    const address = documentationOf(rule, this.documentation);
    const name = element('code', {}, rule);
    return address === undefined ? name : element('a', { class: 'rule', href: address, rel: 'noreferrer' }, name);
  }

  private inline(one: Inline): Content {
    if (typeof one === 'string') return breakable(one);
    if ('code' in one) return element('code', {}, breakable(one.code));
    if ('strong' in one) return element('b', {}, breakable(one.strong));
    if ('severity' in one) return severityMark(one.severity);
    if ('rule' in one) return this.ruleMark(one.rule);
    if ('part' in one) return element('a', { href: `#${one.part}` }, breakable(one.text));
    return element('ol', { class: 'chain', 'aria-label': 'Path' }, ...one.path.map((step) => element('li', {}, breakable(step))));
  }

  private rowId(marks: Marks | undefined): Record<string, string> {
    return marks ? { id: this.rows.add(marksOf(marks)) } : {};
  }

  private item({ content, place, details = [], marks }: Item): Html {
    const [first] = content;
    const rule = typeof first === 'object' && 'severity' in first ? first.rule : undefined;
    const small = [
      ...(rule === undefined ? [] : [this.ruleMark(rule)]),
      ...(place === undefined ? [] : [element('code', { class: 'place' }, breakable(place))]),
    ];
    return element(
      'li',
      { ...this.rowId(marks), class: 'row' },
      element(
        'div',
        { class: 'statement' },
        this.line(content),
        small.length > 0 && [
          ' ',
          element('span', { class: 'small' }, ...small.flatMap((one, index) => (index === 0 ? [one] : [' ', one]))),
        ],
      ),
      details.map(({ label, content: detail }) =>
        element('div', { class: 'detail' }, label !== undefined && element('b', {}, `${label} `), this.line(detail)),
      ),
    );
  }

  private list(items: readonly Item[]): Content {
    const some = (part: readonly Item[]): Html => element('ul', { class: 'items' }, ...part.map((one) => this.item(one)));
    const shown = items.slice(0, MAX_ROWS);
    const more = shown.slice(SHOWN_ITEMS);
    return [
      leftOut(items.length),
      some(shown.slice(0, SHOWN_ITEMS)),
      more.length > 0 && element('details', {}, element('summary', {}, `${more.length} more`), some(more)),
    ];
  }

  private table({ head, rows: all, below }: Extract<Block, { kind: 'table' }>): Content {
    const shown = all.slice(0, MAX_ROWS);
    const isShown = (_: unknown, index: number): boolean => shown.some(({ cells }) => (cells[index]?.length ?? 0) > 0);
    const titles = head.filter(isShown);
    return [
      leftOut(all.length),
      scrollable(
        `${titles.join(', ')}: ${counted(shown.length, 'row')}`,
        element(
          'table',
          { class: below === undefined ? 'rows' : 'rows overview' },
          element('thead', {}, element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)))),
          element('tbody', {}, ...shown.map((row) => this.row(row, titles, isShown))),
        ),
      ),
    ];
  }

  /** @param titles of the columns that are shown */
  private row({ cells, marks }: Row, titles: readonly string[], isShown: (_: unknown, index: number) => boolean): Html {
    return element(
      'tr',
      { ...this.rowId(marks), class: 'row' },
      ...cells
        .filter(isShown)
        .map((lines, index) =>
          element(
            'td',
            { 'data-label': titles[index] },
            lines.length === 1 ? this.line(lines[0] ?? []) : lines.map((one) => element('div', {}, this.line(one))),
          ),
        ),
    );
  }

  private fold({ id, title, count, blocks }: Fold): Html {
    return element(
      'details',
      { id, class: 'part' },
      element('summary', {}, element('h2', {}, this.line(title), count !== undefined && [' ', element('span', { class: 'count' }, count)])),
      this.blocks(blocks),
    );
  }

  private block(one: Block): Content {
    switch (one.kind) {
      case 'heading':
        return element('h2', { class: 'heading' }, this.line(one.content));
      case 'paragraph':
        return element('p', { class: one.isQuiet ? 'note' : undefined }, this.line(one.content));
      case 'list':
        return this.list(one.items);
      case 'table':
        return one.rows.length > 0 && this.table(one);
      case 'fold':
        return this.fold(one);
      case 'code':
        return element('pre', { tabindex: 0 }, textLines(one.text));
      // The page draws this graph among its pictures.
      case 'graph':
        return undefined;
      case 'pictures':
        return [legend(), one.pictures.map(figure)];
      case 'matrix':
        return matrixTable(one.matrix, this.rows);
    }
  }

  private group(id: string, title: string, folds: readonly Block[]): Content {
    return (
      folds.length > 0 &&
      element('details', { id, class: 'part' }, element('summary', {}, element('h2', {}, title)), ...folds.map((one) => this.block(one)))
    );
  }
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

/** The graph with its name, as long as it is a picture. */
function figure(picture: Picture): Content {
  const heading = element('h3', {}, picture.name);
  const tooMany = element('p', { class: 'note' }, `${picture.boxes.length} boxes are too many to show.`);
  if (picture.boxes.length > MAX_BOXES) return [heading, tooMany];
  return element('figure', {}, element('figcaption', {}, heading), drawGraph(picture));
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
