/** Writes the result of `gate`: what check, review and lock say of a change, as one text, and as one comment for a forge. */
import { plainText, shortened, tableHead, tableRow } from './markdown-text.js';

/** The commands of the gate, in the order of its report. */
export const GATE_PARTS = ['check', 'review', 'lock'] as const;
export type GatePartName = (typeof GATE_PARTS)[number];

/** The result of one command. */
export interface GatePart {
  readonly name: GatePartName;
  /** `skipped` if there is nothing that the command could judge. */
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The result in one sentence. */
  readonly told: string;
  /** What makes it fail, each in a line. */
  readonly details: readonly string[];
}

const WORDS = { passed: 'passed', failed: 'FAILED', skipped: 'skipped' } as const;
const SIGNS = { passed: '✅', failed: '❌', skipped: '➖' } as const;

/** A comment is at most 65,536 characters long, and the review alone up to 60,000. */
const MOST_DETAILS = 15;
const LONGEST_DETAIL = 200;

/** The first line of a comment, by which the next run finds it. No name can end it. */
export function gateMarker(name: string): string {
  return `<!-- cdk8s-olm gate of ${shortened(name, 200).replace(/[<>]/g, '').replace(/-{2,}/g, '-')} -->`;
}

/** One line for each command. */
export function gateText(parts: readonly GatePart[]): string {
  return parts.map(({ name, state, told }) => `${name.padEnd(6)}  ${WORDS[state].padEnd(7)}  ${told}\n`).join('');
}

/**
 * The comment.
 *
 * @param review the review in Markdown
 * @example
 * gateMarkdown('example/clusters', parts, '## Grants more: …\n')
 */
export function gateMarkdown(name: string, parts: readonly GatePart[], review: string): string {
  const table = parts
    .map(({ name: command, state, told }) => tableRow([`${SIGNS[state]} ${command}`, plainText(shortened(told, LONGEST_DETAIL))]))
    .join('');
  const details = parts.filter(({ details }) => details.length > 0).map(detailsOf);
  const rows = parts.length === 0 ? '' : `${tableHead(['gate', 'result'])}${table}`;
  return [`${gateMarker(name)}\n\n${rows}`, ...(review === '' ? [] : [review]), ...details].join('\n');
}

function detailsOf({ name, details }: GatePart): string {
  const shown = details.slice(0, MOST_DETAILS).map((text) => `- ${plainText(shortened(text, LONGEST_DETAIL))}\n`);
  const more = details.length - shown.length;
  return `#### ${name}\n\n${shown.join('')}${more > 0 ? `\nand ${more} more, in the files of this run\n` : ''}`;
}
