/** The filters of the page: the values that each row is filtered by, and the form. */
import { compareText, formatReference } from '../../base/kubernetes/object.js';
import { boundTo } from '../../base/wording/permissions.js';
import { SEVERITIES, type Severity } from '../../olm/model/finding.js';
import type { Marks } from '../blocks.js';
import { element, type Html } from './element.js';

/** The marks of one row. */
interface RowMarks {
  readonly severity?: Severity;
  readonly subject: string;
  /** Absent for a row about all namespaces, or about none: every namespace filter then shows the row. */
  readonly namespaces?: readonly string[];
}

/** The rows of a page, by the ids of their elements. */
export interface Rows {
  /** Adds a row and returns its id. */
  add(marks: RowMarks): string;
  readonly all: ReadonlyMap<string, RowMarks>;
}

export function newRows(): Rows {
  const all = new Map<string, RowMarks>();
  return {
    add(marks) {
      const id = `row-${all.size + 1}`;
      all.set(id, marks);
      return id;
    },
    all,
  };
}

/** The values that a row of a report is filtered by. */
export function marksOf({ severity, subject, scope }: Marks): RowMarks {
  const own = subject.namespace === undefined ? [] : [subject.namespace];
  const namespaces = scope === undefined ? own : typeof scope === 'string' ? [] : [...new Set([...scope, ...own])].sort(compareText);
  return {
    ...(severity === undefined ? {} : { severity }),
    subject: subject.kind === 'RoleHolder' ? boundTo([subject.name]) : formatReference(subject),
    ...(namespaces.length > 0 ? { namespaces } : {}),
  };
}

/** The namespaces and subjects of all rows, in byte order. */
function choices({ all }: Rows): { namespaces: string[]; subjects: string[] } {
  const marks = [...all.values()];
  return {
    namespaces: [...new Set(marks.flatMap(({ namespaces = [] }) => namespaces))].sort(compareText),
    subjects: [...new Set(marks.map(({ subject }) => subject))].sort(compareText),
  };
}

/** The filter form; hidden until the script runs, because it needs the script. */
export function filterForm(rows: Rows): Html {
  const { namespaces, subjects } = choices(rows);
  const form = element(
    'form',
    { id: 'filters', class: 'filters', 'aria-label': 'Filter rows' },
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
