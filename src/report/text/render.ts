/** Writes blocks as text for a terminal: short enough to be read whole; the last lines repeat the answer. */
import { groupBy } from '../../base/kubernetes/object.js';
import { NO_PAINT, type Paint } from '../../base/manifest/format-problem.js';
import { printable, printableLines } from '../../base/manifest/printable.js';
import { inSteps } from '../../base/wording/permissions.js';
import { counted, joined } from '../../base/wording/phrases.js';
import type { Block, Content, Fold, Inline, Item, Report, Tone } from '../blocks.js';
import { severityText } from './finding.js';
import { columns, wrapped } from './layout.js';

/** How a text is printed. */
export interface TextOptions {
  readonly paint: Paint;
  /**
   * Whether everything is shown.
   * @default false
   */
  readonly all?: boolean;
  /**
   * The width at which lines are broken.
   * @default lines are not broken
   */
  readonly width?: number | undefined;
}

interface Options extends TextOptions {
  readonly isShort: boolean;
}

/** The most lines of a text that people read whole. Folds are opened while there is room; errors, warnings and rows are never left out. */
const MOST_LINES = 60;
/** The most rows of a table, and the most lines of a cell. */
const SHOWN_ROWS = 20;
const SHOWN_LINES = 5;
/** Longer paths have a line for each step. */
const STEPS_IN_A_LINE = 2;

/** The report as text. */
export function reportText(report: Report, options: TextOptions): string {
  const isLong = !options.all && fewestLines(report.blocks.filter(({ kind }) => kind !== 'fold')) > MOST_LINES;
  const whole = isLong ? undefined : textOf(report, options, false);
  return whole?.isWhole ? whole.text : textOf(report, options, true).text;
}

/** Each item of a list has a line or more: a text that is too long is not made. */
function fewestLines(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'list' ? block.items.length : 0), 0);
}

/**
 * The report in its whole or short form.
 * @param isShort whether paths, fixes and places are left out, so that each new finding is one line
 */
function textOf(
  { tone, headline, lead, compared, blocks, end }: Report,
  given: TextOptions,
  isShort: boolean,
): { text: string; isWhole: boolean } {
  const options: Options = { ...given, isShort };
  const { all = false, width, paint } = options;
  const answer = paint.bold(TONES[tone](paint)(printable(headline)));
  const first = [answer, ...lead.map((content) => contentText(content, paint))].join('\n');
  const [counts = [], ...others] = end;
  const last = [answer, ...[[...compared, ': ', ...counts], ...others].map((content) => contentText(content, paint))].join('\n');
  const open = withHeadings(blocks.filter(({ kind }) => kind !== 'fold')).map((some) =>
    wrapped(some.map((block) => blockText(block, options)).join('\n'), width),
  );
  let left = MOST_LINES - linesOf([first, ...open, last].map((text) => wrapped(text, width)));
  const own = all ? [] : blocks.flatMap((fold) => (fold.kind === 'fold' && fold.most !== undefined ? firstLines(fold, left, options) : []));
  left -= linesOf(own);
  const [opened, closed]: [string[], Fold[]] = [[], []];
  for (const fold of blocks) {
    if (fold.kind !== 'fold' || (fold.most !== undefined && !all)) continue;
    const fewest = fewestLines(fold.blocks);
    const canOpen = (lines: number): boolean => all || fold.isWanted || (!fold.isBackground && closed.length === 0 && lines <= left);
    const text = fewest === 0 || canOpen(fewest) ? wrapped(blockText(fold, options), width) : undefined;
    if (text === '') continue;
    const lines = linesOf(text === undefined ? [] : [text]);
    if (text !== undefined && canOpen(lines)) {
      opened.push(text);
      left -= lines;
    } else closed.push(fold);
  }
  const text = `${[wrapped(first, width), ...open, ...own, ...opened, ...closedText(closed, options), wrapped(last, width)].filter((text) => text !== '').join('\n\n')}\n`;
  const isWhole = all || (closed.every(({ isBackground }) => isBackground) && linesOf([text]) - linesOf(own) <= MOST_LINES);
  return { text, isWhole };
}

/** Keeps a heading together with the block after it. */
function withHeadings(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.at(-1)?.kind === 'heading') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

const TONES: Readonly<Record<Tone, (paint: Paint) => (text: string) => string>> = {
  same: (paint) => paint.cyan,
  less: (paint) => paint.cyan,
  look: (paint) => paint.yellow,
  stop: (paint) => paint.red,
};

/** The number of lines, with the blank line before each text. */
function linesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split('\n').length + 1, 0);
}

/** The fewest lines of a fold with `most`, however long the rest is. */
const FEWEST_LINES = 12;

/** The first items of a fold, each a line, and the others counted by kind. */
function firstLines({ title, blocks, most = 0 }: Fold, left: number, { paint, width = WIDE }: Options): string[] {
  const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  const room = Math.min(most, Math.max(FEWEST_LINES, left - 2));
  const lineOf = (content: Content): string => cutTo(contentText(content, NO_PAINT), Math.max(width, FEWEST_WIDTH));
  const lines = items.flatMap(({ content, details = [], isOpen, noun = '' }) => [
    { noun, text: `${INDENT}${lineOf(content)}` },
    ...(isOpen ? details : []).map((detail) => ({ noun: 'object', text: `${INDENT}${INDENT}${lineOf(detail.content)}` })),
  ]);
  const shown = lines.length <= room ? lines : lines.slice(0, room - 1);
  const kinds = [...groupBy(lines.slice(shown.length), ({ noun }) => noun)].map(([noun, alike]) => counted(alike.length, printable(noun)));
  const more = kinds.length > 0 ? [`${INDENT}and ${joined(kinds)}; --all shows them`] : [];
  return [[paint.bold(contentText(title, NO_PAINT)), ...shown.map(({ text }) => text), ...more].join('\n')];
}

function closedText(folds: readonly Fold[], { paint, width, isShort }: Options): string[] {
  const kinds = [...groupBy(folds, ({ brief }) => brief)].map(([brief, alike]) => {
    const count = alike.reduce((sum, { count: own = 0, isBackground }) => sum + (isBackground && !isShort ? 0 : own), 0);
    return `${alike.length > 1 ? counted(alike.length, brief) : brief}${count === 0 ? '' : ` (${count})`}`;
  });
  const left = [...(isShort ? ['paths and fixes'] : []), ...kinds];
  return left.length === 0 ? [] : [wrapped(`${paint.dim('--all also shows:')} ${printable(left.join(', '))}`, width)];
}

function blockText(block: Block, options: Options): string {
  const { paint } = options;
  switch (block.kind) {
    case 'heading':
      return paint.bold(contentText(block.content, paint));
    case 'paragraph':
      return options.isShort && block.isQuiet ? '' : contentText(block.content, paint);
    case 'list':
      return block.items.map((item) => itemText(item, options)).join('\n');
    case 'table':
      return tableText(block, options);
    case 'fold': {
      const texts = block.blocks.map((inner) => blockText(inner, options)).filter((text) => text !== '');
      return texts.length === 0 ? '' : [paint.bold(contentText(block.title, paint)), ...texts].join('\n');
    }
    case 'code':
      return printableLines(block.text).trimEnd();
    // A terminal shows no pictures.
    case 'graph':
    case 'pictures':
    case 'matrix':
      return '';
  }
}

/** The only place that makes text from the input printable. */
function inlineText(inline: Inline, paint: Paint): string {
  if (typeof inline === 'string') return printable(inline);
  if ('code' in inline) return printable(inline.code);
  if ('strong' in inline) return paint.bold(printable(inline.strong));
  if ('severity' in inline) {
    const { severity, rule } = inline;
    return severityText(severity, rule === undefined ? severity : `${severity}[${printable(rule)}]`, paint);
  }
  if ('part' in inline) return printable(inline.text);
  return printable('rule' in inline ? inline.rule : inSteps(inline.path));
}

function contentText(content: Content, paint: Paint): string {
  return content.map((inline) => inlineText(inline, paint)).join('');
}

/** `error[id] (place): sentence`, and the details, indented. */
function itemText({ content, place, details = [] }: Item, { paint, isShort }: Options): string {
  const [first, ...rest] = content;
  const where = place === undefined ? '' : ` (${printable(place)})`;
  const title =
    typeof first === 'object' && 'severity' in first
      ? `${inlineText(first, paint)}${where}: ${contentText(rest, paint).trimStart()}`
      : `  ${contentText(content, paint)}${where}`;
  return [title, ...(isShort ? [] : details).flatMap(({ label, content: detail }) => detailLines(label, detail, paint))].join('\n');
}

function detailLines(label: string | undefined, content: Content, paint: Paint): string[] {
  const [only, ...others] = content;
  const start = label === undefined ? '  ' : `  ${paint.dim(label)}${' '.repeat(6 - label.length)}`;
  if (typeof only !== 'object' || !('path' in only) || others.length > 0 || only.path.length <= STEPS_IN_A_LINE)
    return [`${start}${contentText(content, paint)}`];
  return only.path.map((step, index) => (index === 0 ? `${start}${printable(step)}` : `        → ${printable(step)}`));
}

/**
 * Aligned columns. If they are wider than the terminal, the column `below` moves to a line of its own; if still too wide, each row is a
 * line.
 */
function tableText({ head, rows, below }: Extract<Block, { kind: 'table' }>, { paint, width, all = false, isShort }: Options): string {
  const shown = all ? rows : rows.slice(0, SHOWN_ROWS);
  const texts = shown.map(({ cells }) => cells.map((lines) => cellText(lines, all ? lines.length : isShort ? 1 : SHOWN_LINES)));
  const isShown = (index: number): boolean => texts.some((cells) => cells[index] !== '');
  const shownColumns = head.map((_, index) => index).filter(isShown);
  const lines = (wanted: readonly number[]): string[] =>
    columns(
      wanted.map((index) => (head[index] ?? '').toUpperCase()),
      texts.map((cells) => wanted.map((index) => cells[index] ?? '')),
    );
  const fits = (all: readonly string[]): boolean => width === undefined || all.every((line) => line.length <= width);
  const left = rows.length - shown.length;
  const more = left > 0 ? [`and ${left} more; --all shows them`] : [];
  if (below === undefined) {
    const whole = lines(shownColumns);
    if (whole.every((line) => line.length <= (width ?? WIDE))) return [...whole, ...more].join('\n');
    const long = isShort && width !== undefined ? ROW_LINES * (width - 2 * INDENT.length) : undefined;
    const isWhole = all || (rows.length <= FEW_ROWS && !isShort);
    return [...texts.flatMap((cells) => rowLines(head, cells, isWhole).map((line) => cutTo(line, long))), ...more].join('\n');
  }
  const whole = lines(shownColumns);
  if (fits(whole)) return [...whole, ...more].join('\n');
  const narrow = lines(shownColumns.filter((index) => index !== below));
  const [title = '', ...rest] = fits(narrow)
    ? narrow
    : ['', ...texts.map((cells) => cells.filter((text, index) => index !== below && text !== '').join('  '))];
  const body = rest.flatMap((line, index) => {
    const under = cutTo(texts[index]?.[below] ?? '', isShort ? width : undefined);
    return under.length > 1 ? [paint.bold(line), `${INDENT}${under}`] : [paint.bold(line)];
  });
  return [...(title === '' ? [] : [title]), ...body, ...more].join('\n');
}

/** Cuts a text to the width of an indented line, after the last list item that fits. */
function cutTo(text: string, width = Number.POSITIVE_INFINITY): string {
  const room = width - INDENT.length;
  if (text.length <= room) return text;
  const end = Math.max(text.lastIndexOf(', ', room - 2), text.lastIndexOf('; ', room - 2));
  return `${text.slice(0, end > 0 ? end : room - 2)} …`;
}

const INDENT = '  ';
/** The most lines for one row of permissions in a short text. */
const ROW_LINES = 2;

/** The most rows that are shown with all their cells. */
const FEW_ROWS = 3;
/** The number of cells in the first line of a row. */
const FIRST_CELLS = 3;

/** A row of a table that is wider than the terminal. */
function rowLines(head: readonly string[], cells: readonly string[], isWhole: boolean): string[] {
  const first = cells.slice(0, FIRST_CELLS).filter((text) => text !== '');
  const rest = head.flatMap((title, index) => {
    const text = cells[index] ?? '';
    return index < FIRST_CELLS || text === '' ? [] : [`    ${title.toLowerCase()}  ${text}`];
  });
  return [`  ${first.join(', ')}`, ...(isWhole ? rest : [])];
}

/** The least width to which lines of changes are cut. */
const FEWEST_WIDTH = 100;

/** The width of a table if the width of the terminal is not known. */
const WIDE = 160;

function cellText(lines: readonly Content[], shown: number): string {
  const left = lines.length - shown;
  const texts = lines.slice(0, shown).map((content) => contentText(content, NO_PAINT));
  return [...texts, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}
