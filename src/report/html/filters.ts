/** The filters of the page: what each row is filtered by, and the form. */
import { compareText, formatReference } from '../../base/kubernetes/object.js';
import { boundTo } from '../../base/wording/phrases.js';
import { SEVERITIES, type Severity } from '../../olm/model/finding.js';
import type { Marks } from '../blocks.js';
import { element, type Html } from './element.js';

/** The marks of one row. */
interface RowMarks {
  readonly severity?: Severity;
  readonly subject: string;
  /** Absent where the row speaks of all namespaces, or of none: it is then shown for each. */
  readonly namespaces?: readonly string[];
}

/** The rows of a page, by the ids of their elements. */
export interface Rows {
  /** Gives a row an id. */
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

/** What a row of a report is filtered by. */
export function marksOf({ severity, subject, scope }: Marks): RowMarks {
  const own = subject.namespace === undefined ? [] : [subject.namespace];
  const namespaces = scope === undefined ? own : typeof scope === 'string' ? [] : [...new Set([...scope, ...own])].sort(compareText);
  return {
    ...(severity === undefined ? {} : { severity }),
    subject: subject.kind === 'RoleHolder' ? boundTo([subject.name]) : formatReference(subject),
    ...(namespaces.length > 0 ? { namespaces } : {}),
  };
}

/** The namespaces and subjects that occur, in byte order. */
function choices({ all }: Rows): { namespaces: string[]; subjects: string[] } {
  const marks = [...all.values()];
  return {
    namespaces: [...new Set(marks.flatMap(({ namespaces = [] }) => namespaces))].sort(compareText),
    subjects: [...new Set(marks.map(({ subject }) => subject))].sort(compareText),
  };
}

/** The form; it is of no use, and not shown, without scripts. */
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
