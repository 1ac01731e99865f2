/** Writes the matrix of who can do what as an HTML table. */
import { counted, listed } from '../../base/wording/phrases.js';
import type { Matrix, MatrixEntry } from '../matrix.js';
import { type Content, element, fragment, scrollable } from './element.js';
import type { Rows } from './filters.js';

const SIGNS: Readonly<Record<MatrixEntry['standing'], string>> = { gained: '+', lost: '−', held: '' };
const WORDS: Readonly<Record<MatrixEntry['standing'], string>> = { gained: 'gains', lost: 'loses', held: 'has' };
const SHOWN_ENTRIES = 6;
const SHOWN_RESOURCES = 4;

/** The table, with a note about omitted rows; undefined for an empty matrix. */
export function matrixTable({ resources, rows: subjects, leftOut }: Matrix, rows: Rows): Content {
  if (subjects.length === 0) return undefined;
  const hasOwn = subjects.some(({ own }) => own.length > 0);
  const head = (text: Content): Content => element('th', { scope: 'col' }, text);
  return fragment(
    element('p', { class: 'note' }, '+ is gained, − is lost; entries without a sign are unchanged. Dangerous changes come first.'),
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
            head('Who'),
            hasOwn && head(resources.length > 0 ? 'What few can do' : 'Can'),
            resources.map((name) => head(breakable(name))),
          ),
        ),
        element(
          'tbody',
          {},
          ...subjects.map(({ subject, own, cells }) =>
            element(
              'tr',
              { id: rows.add({ subject }), class: 'row' },
              element('th', { scope: 'row' }, subject),
              hasOwn && element('td', { class: 'own' }, cellContent(own, true)),
              ...cells.map((entries) => element('td', {}, cellContent(entries))),
            ),
          ),
        ),
      ),
    ),
    leftOut > 0 && element('p', { class: 'note' }, `Left out: ${counted(leftOut, 'more subject')}.`),
  );
}

/** Lets long names of resources break before their dots. */
function breakable(name: string): Content {
  return name.split('.').map((part, index) => (index === 0 ? part : [element('wbr'), `.${part}`]));
}

function cellContent(entries: readonly MatrixEntry[], withResources = false): Content {
  const more = entries.length - SHOWN_ENTRIES;
  return [
    entries.slice(0, SHOWN_ENTRIES).map(({ standing, verbs, where, resources }) => {
      const action = verbs.includes('*') ? 'all verbs' : verbs.join(', ');
      return element(
        'div',
        { class: `entry ${standing}` },
        element('span', { class: 'hidden' }, `${WORDS[standing]} `),
        element('b', { 'aria-hidden': 'true' }, SIGNS[standing]),
        action,
        withResources && [' on ', element('b', {}, listed(resources, 'resources', SHOWN_RESOURCES))],
        element('span', { class: 'where' }, ` ${where}`),
      );
    }),
    more > 0 && element('div', { class: 'entry' }, `and ${more} more`),
  ];
}
