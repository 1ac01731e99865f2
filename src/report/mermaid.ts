/** A path graph as a Mermaid flowchart, as GitHub and GitLab draw it. */
import { shortened } from './markdown-text.js';
import type { Change, PathGraph, PathNode } from './path-graph.js';

/** The largest graph that is still read rather than looked at. */
export const MAX_NODES = 30;

const MAX_LINE = 60;
const SHAPES: Readonly<Record<PathNode['kind'], readonly [string, string]>> = {
  owner: ['[/', '/]'],
  subject: ['([', '])'],
  role: ['[', ']'],
  rights: ['{{', '}}'],
};

const ARROWS: Readonly<Record<Change, string>> = { gained: '== gained ==>', lost: '-. lost .->' };

/** The flowchart; nothing for a graph without arrows, or with too many boxes. */
export function mermaid({ nodes, edges }: PathGraph): string | undefined {
  if (edges.length === 0 || nodes.length > MAX_NODES) return undefined;
  const boxes = nodes.map(({ id, kind, lines }) => `  ${id}${SHAPES[kind][0]}"${lines.map(label).join('<br>')}"${SHAPES[kind][1]}\n`);
  const arrows = edges.map(({ from, to, change }) => `  ${from} ${change ? ARROWS[change] : '-->'} ${to}\n`);
  return `flowchart LR\n${boxes.join('')}${arrows.join('')}`;
}

/** Whatever is no letter or digit, or harmless, is written by its number. */
function label(line: string): string {
  return [...shortened(line, MAX_LINE)]
    .map((character) => (/[\p{L}\p{N} .,:/…]/u.test(character) ? character : `#${character.codePointAt(0)};`))
    .join('');
}
