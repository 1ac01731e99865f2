/** The matrix of who can do what, as a table. */
import type { Matrix, MatrixEntry } from '../matrix.js';
import { type Content, element, fragment } from './element.js';
import type { Rows } from './rows.js';
import { scrollable } from './sections.js';

const SIGNS: Readonly<Record<MatrixEntry['standing'], string>> = { gained: '+', lost: '−', held: '' };
const WORDS: Readonly<Record<MatrixEntry['standing'], string>> = { gained: 'gains', lost: 'loses', held: 'has' };
const SHOWN_ENTRIES = 4;

/** The table, with a word on what it leaves out; nothing for an empty matrix. */
export function matrixTable({ resources, rows: subjects, leftOut }: Matrix, rows: Rows): Content {
  if (subjects.length === 0) return undefined;
  const missing = [
    ...(leftOut.subjects > 0 ? [`${leftOut.subjects} more subjects`] : []),
    ...(leftOut.resources > 0 ? [`${leftOut.resources} more resources`] : []),
  ];
  return fragment(
    element('p', { class: 'note' }, '+ is gained, − is lost; entries without a sign are unchanged.'),
    scrollable(
      'Who can do what',
      element(
        'table',
        { class: 'matrix' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, 'Who'),
            ...resources.map((name) => element('th', { scope: 'col' }, breakable(name))),
          ),
        ),
        element(
          'tbody',
          {},
          ...subjects.map(({ subject, cells }) =>
            element(
              'tr',
              { id: rows.add({ subject }), class: 'row' },
              element('th', { scope: 'row' }, subject),
              ...cells.map((entries) => element('td', {}, cellContent(entries))),
            ),
          ),
        ),
      ),
    ),
    missing.length > 0 && element('p', { class: 'note' }, `Left out: ${missing.join(' and ')}.`),
  );
}

/** Names of resources are long, and may break before their dots. */
function breakable(name: string): Content {
  return name.split('.').map((part, index) => (index === 0 ? part : [element('wbr'), `.${part}`]));
}

function cellContent(entries: readonly MatrixEntry[]): Content {
  const more = entries.length - SHOWN_ENTRIES;
  return [
    entries.slice(0, SHOWN_ENTRIES).map(({ standing, verbs, where }) => {
      const action = verbs.includes('*') ? 'all verbs' : verbs.join(', ');
      return element(
        'div',
        { class: `entry ${standing}` },
        element('span', { class: 'hidden' }, `${WORDS[standing]} `),
        element('b', { 'aria-hidden': 'true' }, SIGNS[standing]),
        action,
        element('span', { class: 'where' }, ` ${where}`),
      );
    }),
    more > 0 && element('div', { class: 'entry' }, `and ${more} more`),
  ];
}
