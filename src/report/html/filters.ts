/** The form by which a reader chooses what the page shows. */
import { SEVERITIES } from '../../model/finding.js';
import { element, type Html } from './element.js';
import { choices, type Rows } from './rows.js';

/** The form; it is of no use, and not shown, without scripts. */
export function filterForm(rows: Rows): Html {
  const { namespaces, subjects } = choices(rows);
  const form = element(
    'form',
    { id: 'filters', class: 'filters', 'aria-label': 'What is shown' },
    select('namespace', 'Namespace', namespaces),
    select('subject', 'Subject', subjects),
    select('severity', 'Severity', SEVERITIES),
    element('button', { type: 'button' }, 'Show all'),
    element('output', { id: 'shown', 'aria-live': 'polite' }, ''),
  );
  return element('details', { id: 'filter', class: 'part', hidden: true }, element('summary', {}, element('h2', {}, 'Filter')), form);
}

function select(name: string, label: string, values: readonly string[]): Html {
  return element(
    'label',
    {},
    `${label} `,
    element('select', { name }, element('option', { value: '' }, 'all'), ...values.map((value) => element('option', { value }, value))),
  );
}
