/** Writes a review as Markdown for a comment on a pull request, within the length limit of a comment. */
import { printableLines } from '../base/manifest/printable.js';
import { inSteps } from '../base/wording/permissions.js';
import type { Severity } from '../olm/model/finding.js';
import type { Review } from '../review/index.js';
import type { Block, Content, Detail, Fold, Inline, Item, Row, Tone } from './blocks.js';
import { documentationOf } from './documentation.js';
import { code, linkAddress, plainText, shortened, tableHead, tableRow, textInHtml } from './markdown-text.js';
import type { Change, PathGraph, PathNode } from './path-graph.js';
import { reviewDocument } from './review/document.js';

/** The first line; a bot uses it to find the comment to replace. */
export const MARKDOWN_MARKER = '<!-- cdk8s-olm review -->';

/** GitHub refuses comments above 65,536 characters. */
export const MAX_MARKDOWN_LENGTH = 60_000;

const TONE_SIGNS: Readonly<Record<Tone, string>> = { same: '✅', less: 'ℹ️', look: '⚠️', stop: '⛔' };
const SEVERITY_SIGNS: Readonly<Record<Severity, string>> = { error: '⛔', warning: '⚠️', info: 'ℹ️' };

/** The most lines of a cell. */
const SHOWN_LINES = 8;

/** The options of a Markdown report. */
export interface MarkdownOptions {
  /**
   * Whether nothing is left out; the report can then be too long for a comment.
   * @default false
   */
  readonly all?: boolean;
  /**
   * Whether the report includes the baseline entries that accept the new findings.
   * @default false
   */
  readonly hasEntries?: boolean;
  /**
   * Where the pages about findings are.
   * @default those of the project
   */
  readonly documentation?: string | undefined;
}

/**
 * The review as Markdown for a comment: the answer, a row for each operator, a line for each other change; details are folded.
 *
 * @returns at most 60,000 characters, unless `all` is set
 * @example
 * writeFileSync('review.md', markdownReport(review(base, head)));
 */
export function markdownReport(review: Review, { all = false, hasEntries = false, documentation }: MarkdownOptions = {}): string {
  const { tone, headline, lead, compared, blocks } = reviewDocument(review, { hasEntries, hasUnchanged: all });
  const write = new SectionWriter(all ? Number.POSITIVE_INFINITY : SHOWN_LINES, documentation);
  const sections = write.sections(blocks);
  const head: Section = {
    opening: `${MARKDOWN_MARKER}\n### ${TONE_SIGNS[tone]} ${plainText(headline)}\n`,
    rows: [...lead, compared].map((content) => `\n${write.line(content)}\n`),
    closing: '',
  };
  // Always kept, at the end: names of rules link to these addresses.
  const links = write.links();
  return `${fitSections([head, ...sections], all ? Number.POSITIVE_INFINITY : MAX_MARKDOWN_LENGTH - links.length)}${links}`;
}

/** Writes blocks as sections, and remembers which rules were named. */
class SectionWriter {
  /** Where the names of rules lead that were written. */
  private readonly addresses = new Map<string, string>();

  /** @param shown how many lines of a cell */
  constructor(
    private readonly shown: number,
    private readonly documentation: string | undefined,
  ) {}

  line(content: Content): string {
    return content.map((one) => this.inline(one)).join('');
  }

  sections(blocks: readonly Block[]): Section[] {
    return blocks.flatMap((one) => this.section(one));
  }

  /** The definitions of the links. */
  links(): string {
    return this.addresses.size === 0
      ? ''
      : `\n${[...this.addresses].map(([rule, address]) => `[${rule}]: ${linkAddress(address)}\n`).join('')}`;
  }

  private ruleText(rule: string): string {
    const address = documentationOf(rule, this.documentation);
    if (address === undefined) return code(rule);
    this.addresses.set(rule, address);
    return `[${code(rule)}][${rule}]`;
  }

  /** The one place that escapes text of the input. */
  private inline(one: Inline): string {
    if (typeof one === 'string') return plainText(one);
    if ('code' in one) return code(one.code);
    if ('strong' in one) return `<b>${plainText(one.strong)}</b>`;
    if ('severity' in one) return SEVERITY_SIGNS[one.severity];
    if ('rule' in one) return this.ruleText(one.rule);
    if ('part' in one) return plainText(one.text);
    return plainText(inSteps(one.path));
  }

  /** Markdown has no meaning in the title of a fold. */
  private inHtml(one: Inline): string {
    return typeof one === 'string' ? textInHtml(one) : 'strong' in one ? `<b>${textInHtml(one.strong)}</b>` : this.inline(one);
  }

  private detail({ label, content }: Detail): string {
    return `  - ${label === undefined ? '' : `${label}: `}${this.line(content)}\n`;
  }

  private item({ content, place, details = [] }: Item): string {
    const [first] = content;
    const rule = typeof first === 'object' && 'severity' in first ? first.rule : undefined;
    const parts = [
      this.line(content),
      ...(place === undefined ? [] : [code(place)]),
      ...(rule === undefined ? [] : [this.inline({ rule })]),
    ];
    return `- ${parts.join(' · ')}\n${details.map((one) => this.detail(one)).join('')}`;
  }

  private cell(lines: readonly Content[]): string {
    const more = lines.length - this.shown;
    return [...lines.slice(0, this.shown).map((one) => this.line(one)), ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
  }

  private table({ head, rows }: { readonly head: readonly string[]; readonly rows: readonly Row[] }): Section {
    const texts = rows.map(({ cells }) => cells.map((one) => this.cell(one)));
    const isShown = (_: string, index: number): boolean => texts.some((cells) => cells[index] !== '');
    return {
      opening: `\n${tableHead(head.filter(isShown))}`,
      rows: texts.map((cells) => tableRow(cells.filter(isShown))),
      closing: '',
    };
  }

  private fold({ title, count, blocks }: Fold): Section[] {
    const inner = this.sections(blocks);
    const [only, ...others] = inner;
    if (!only) return [];
    const opening = `\n<details><summary>${title.map((one) => this.inHtml(one)).join('')}${count === undefined ? '' : `: ${count}`}</summary>\n`;
    const closing = '\n</details>\n';
    if (others.length === 0) return [{ opening: `${opening}${only.opening}`, rows: only.rows, closing: `${only.closing}${closing}` }];
    return [{ opening, rows: inner.map(whole), closing }];
  }

  private section(block: Block): Section[] {
    switch (block.kind) {
      case 'heading':
        return [{ opening: `\n#### ${this.line(block.content)}\n`, rows: [], closing: '' }];
      case 'paragraph':
        return [{ opening: `\n${this.line(block.content)}\n`, rows: [], closing: '' }];
      case 'list':
        return [{ opening: '\n', rows: block.items.map((one) => this.item(one)), closing: '' }];
      case 'table':
        return block.rows.length === 0 ? [] : [this.table(block)];
      case 'fold':
        return this.fold(block);
      case 'code':
        return [fenced(block)];
      case 'graph': {
        const chart = mermaid(block.graph());
        return chart === undefined ? [] : [{ opening: '', rows: [`\n\`\`\`mermaid\n${chart}\`\`\`\n`], closing: '' }];
      }
      // Only the HTML page shows them.
      case 'pictures':
      case 'matrix':
        return [];
    }
  }
}

/** A section as one text, with all of its rows. */
function whole({ opening, rows, closing }: Section): string {
  return `${opening}${rows.join('')}${closing}`;
}

/** A fence longer than any fence in the text, so the text cannot close it. */
function fenced({ language, text }: { readonly language: string; readonly text: string }): Section {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return { opening: '', rows: [`\n${fence}${language}\n${printableLines(text)}${fence}\n`], closing: '' };
}

/** The most boxes of a readable graph. */
export const MAX_NODES = 30;

const MAX_LINE = 60;
const SHAPES: Readonly<Record<PathNode['kind'], readonly [string, string]>> = {
  owner: ['[/', '/]'],
  subject: ['([', '])'],
  role: ['[', ']'],
  rights: ['{{', '}}'],
};

const ARROWS: Readonly<Record<Change, string>> = { gained: '== gained ==>', lost: '-. lost .->' };

/** The flowchart; undefined for a graph without arrows or with too many boxes. */
export function mermaid({ nodes, edges }: PathGraph): string | undefined {
  if (edges.length === 0 || nodes.length > MAX_NODES) return undefined;
  const boxes = nodes.map(({ id, kind, lines }) => `  ${id}${SHAPES[kind][0]}"${lines.map(label).join('<br>')}"${SHAPES[kind][1]}\n`);
  const arrows = edges.map(({ from, to, change }) => `  ${from} ${change ? ARROWS[change] : '-->'} ${to}\n`);
  return `flowchart LR\n${boxes.join('')}${arrows.join('')}`;
}

/** Writes characters other than letters, digits and harmless punctuation by their numbers. */
function label(line: string): string {
  return [...shortened(line, MAX_LINE)]
    .map((character) => (/[\p{L}\p{N} .,:/…]/u.test(character) ? character : `#${character.codePointAt(0)};`))
    .join('');
}

/** A part of a report: a beginning, rows, an end. */
export interface Section {
  readonly opening: string;
  readonly rows: readonly string[];
  readonly closing: string;
}

/** The share of the remaining room that a section may take if other sections follow. */
const SHARE = 0.6;

/** Room for the sentence with the number of omitted rows. */
const NOTE_LENGTH = 100;

/**
 * Joins the sections within a length limit. Earlier sections come first, and leave room for later ones. A section without room for a single
 * row is shown with the number of its rows, as long as there is room for that.
 */
export function fitSections(sections: readonly Section[], limit: number): string {
  let text = '';
  let left = limit;
  for (const [index, section] of sections.entries()) {
    const part = fitSection(section, index === sections.length - 1 ? left : left * SHARE);
    text += part;
    left -= part.length;
  }
  return text;
}

function fitSection({ opening, rows, closing }: Section, limit: number): string {
  let room = limit - opening.length - closing.length - NOTE_LENGTH;
  if (room < 0) return '';
  const shown: string[] = [];
  for (const row of rows) {
    if (row.length > room) break;
    shown.push(row);
    room -= row.length;
  }
  const missing = rows.length - shown.length;
  const more = `${missing}${shown.length > 0 ? ' more' : ''} ${missing === 1 ? 'is' : 'are'} not shown here`;
  const note = missing > 0 ? `\n_${more}; \`--format html\` and \`--format json\` show all._\n` : '';
  return `${opening}${shown.join('')}${note}${closing}`;
}
