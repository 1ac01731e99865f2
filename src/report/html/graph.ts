/** Draws graphs of boxes in columns as SVG: the same boxes give the same picture, and arrow keys move between boxes. */
import { printable } from '../../base/manifest/printable.js';
import type { Change } from '../path-graph.js';
import type { Arrow, Box, Picture } from '../pictures.js';
import { element, fragment, type Html, scrollable } from './element.js';

/** Sizes in units of the drawing. */
const LINE = 16;
const PADDING = 8;
const GAP = 12;
const COLUMN_GAP = 52;
const MAX_LINES = 8;
/** The weight of a box without arrows: below all others. */
const UNTIED = 1e9;
/** Lines of up to 30 characters: broken after a space, slash, dot, comma or dash if possible, otherwise within a word. */
const LINE_BREAKS = /.{1,30}(?:(?<=[ /.,-])|$)|.{1,30}/gu;
const TITLE = 28;

interface Placed extends Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The drawing, and the same graph as text. */
export function drawGraph({ name, titles, boxes, arrows }: Picture): Html {
  const placed = place(
    boxes.map((box) => ({ ...box, lines: wrapped(box.lines) })),
    arrows,
    titles,
  );
  const at = new Map(placed.map((box) => [box.id, box]));
  const width = Math.max(...placed.map((box) => box.x + box.width)) + 1;
  const height = Math.max(...placed.map((box) => box.y + box.height)) + 1;
  const columns = [...new Map(placed.map((box) => [box.column, box.x]))];
  const drawn = element(
    'svg',
    {
      class: 'graph',
      role: 'group',
      'aria-label': `${name}; arrow keys move between boxes`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
    },
    columns.map(([column, x]) => element('text', { class: 'title', x, y: LINE }, titles[column] ?? '')),
    arrows.map((arrow) => drawArrow(arrow, at)),
    placed.map((box, index) => drawBox(box, index === 0, wordsOf(box, arrows, at))),
  );
  return fragment(
    scrollable(name, drawn),
    element(
      'details',
      { class: 'words' },
      element('summary', {}, 'As text'),
      element(
        'ul',
        {},
        ...arrows.map(({ from, to, says, change }) =>
          element('li', {}, `${textOf(at.get(from))} ${says} ${textOf(at.get(to))}${changeWords(change)}`),
        ),
      ),
    ),
  );
}

function drawBox({ id, kind, lines, x, y, width, height }: Placed, first: boolean, words: string): Html {
  return element(
    'g',
    // One stop for the Tab key; arrow keys move from there.
    { class: `box ${kind}`, 'data-box': id, tabindex: first ? 0 : -1, role: 'img', 'aria-label': words },
    element('title', {}, lines.join(' ')),
    element('rect', { x, y, width, height, rx: 6 }),
    lines.map((line, index) => element('text', { x: x + PADDING, y: y + PADDING + 12 + index * LINE }, line)),
  );
}

function drawArrow({ from, to, change, conflict }: Arrow, at: ReadonlyMap<string, Placed>): Html {
  const [start, end] = [at.get(from), at.get(to)] as [Placed, Placed];
  const leftToRight = start.x <= end.x;
  const [x1, x2] = leftToRight ? [start.x + start.width, end.x] : [start.x, end.x + end.width];
  const [y1, y2] = [start.y + start.height / 2, end.y + end.height / 2];
  const bend = leftToRight ? COLUMN_GAP / 2 : -COLUMN_GAP / 2;
  return element('path', {
    class: ['arrow', change, conflict && 'conflict'].filter(Boolean).join(' '),
    'data-from': from,
    'data-to': to,
    d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
  });
}

/** Places columns from left to right; within a column, boxes follow the order of the boxes on the left that they are connected to. */
function place(boxes: readonly Box[], arrows: readonly Arrow[], titles: readonly string[]): Placed[] {
  const placed: Placed[] = [];
  const middles = new Map<string, number>();
  let x = 1;
  for (const column of [...new Set(boxes.map((box) => box.column))].sort((a, b) => a - b)) {
    const own = boxes.filter((box) => box.column === column);
    const weights = new Map(own.map(({ id }) => [id, weight(id, arrows, middles)]));
    const ordered = own.toSorted((a, b) => (weights.get(a.id) ?? 0) - (weights.get(b.id) ?? 0));
    const texts = own.flatMap(({ lines }) => lines.map((line) => widthOf(line) + 2 * PADDING));
    const width = Math.max(...texts, widthOf(titles[column] ?? ''));
    let y = TITLE;
    for (const box of ordered) {
      const height = box.lines.length * LINE + 2 * PADDING - 2;
      placed.push({ ...box, x, y, width: Math.round(width), height });
      middles.set(box.id, y + height / 2);
      y += height + GAP;
    }
    x += Math.round(width) + COLUMN_GAP;
  }
  return placed;
}

/** An upper bound of the width of a line in the fonts that system-ui can be. */
function widthOf(line: string): number {
  return [...line].reduce((sum, character) => sum + (WIDTHS.find(([of]) => of.test(character))?.[1] ?? 7.3), 0);
}

const WIDTHS: readonly (readonly [of: RegExp, width: number])[] = [
  [/[WMmw@%…]|[^\x20-\x7e]/u, 12.5],
  [/[A-Z&+=<>~^_#]/, 9.4],
  [/[ijltfr.,:;'|()[\]/ -]/, 4.9],
];

/** Breaks lines to the width of a box; a last line `…` marks omitted lines. */
function wrapped(lines: readonly string[]): string[] {
  const pieces = lines.flatMap((line) => printable(line).match(LINE_BREAKS) ?? ['']);
  return pieces.length > MAX_LINES ? [...pieces.slice(0, MAX_LINES), '…'] : pieces;
}

/** The mean height of the already placed boxes that this box is connected to. */
function weight(id: string, arrows: readonly Arrow[], middles: ReadonlyMap<string, number>): number {
  const known = arrows
    .flatMap(({ from, to }) => (from === id ? [middles.get(to)] : to === id ? [middles.get(from)] : []))
    .filter((middle) => middle !== undefined);
  return known.length === 0 ? UNTIED : known.reduce((sum, middle) => sum + middle, 0) / known.length;
}

function wordsOf(box: Placed, arrows: readonly Arrow[], at: ReadonlyMap<string, Placed>): string {
  const ties = arrows.flatMap(({ from, to, says, change }) =>
    from === box.id ? [`${says} ${textOf(at.get(to))}${changeWords(change)}`] : [],
  );
  return [textOf(box), ...ties].join('; ');
}

function textOf(box: Placed | undefined): string {
  return box?.lines.join(' ') ?? '';
}

function changeWords(change: Change | undefined): string {
  if (change === undefined) return '';
  return change === 'gained' ? ' (new)' : ' (removed)';
}
