/** Graphs of boxes in columns, drawn as SVG: the same picture for the same boxes, and one that the keyboard can walk. */
import { printable } from '../../base/manifest/printable.js';
import type { Change } from '../path-graph.js';
import type { Arrow, Box, Picture } from '../pictures.js';
import { element, fragment, type Html, scrollable } from './element.js';

/** Measures in units of the drawing. */
const LINE = 16;
const PADDING = 8;
const GAP = 12;
const COLUMN_GAP = 52;
const MAX_LINES = 8;
/** Below everything. */
const UNTIED = 1e9;
/** Up to 30 characters, if need be within a word; better behind a space, a slash, a dot or a dash. */
const LINE_BREAKS = /.{1,30}(?:(?<=[ /.,-])|$)|.{1,30}/gu;
const TITLE = 28;

interface Placed extends Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The drawing, and the same in words. */
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
    // One stop for the tabulator key; from there the arrow keys lead on.
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

/** Columns from left to right; in each, boxes stand in the order of what they are tied to on the left. */
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

/** More than a line takes in the fonts that system-ui stands for. */
function widthOf(line: string): number {
  return [...line].reduce((sum, character) => sum + (WIDTHS.find(([of]) => of.test(character))?.[1] ?? 7.3), 0);
}

const WIDTHS: readonly (readonly [of: RegExp, width: number])[] = [
  [/[WMmw@%…]|[^\x20-\x7e]/u, 12.5],
  [/[A-Z&+=<>~^_#]/, 9.4],
  [/[ijltfr.,:;'|()[\]/ -]/, 4.9],
];

/** Lines of a width that a box can have; the last one says where more is left out. */
function wrapped(lines: readonly string[]): string[] {
  const pieces = lines.flatMap((line) => printable(line).match(LINE_BREAKS) ?? ['']);
  return pieces.length > MAX_LINES ? [...pieces.slice(0, MAX_LINES), '…'] : pieces;
}

/** The mean height of the boxes that a box is tied to and that are placed already. */
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
