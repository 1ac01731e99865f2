/** What the filters of the page go by: for each row its severity, subject and namespaces. */

import { compareText, formatReference } from '../../kubernetes/object.js';
import type { Severity } from '../../model/finding.js';
import { boundTo } from '../../wording/phrases.js';
import type { Marks } from '../blocks.js';

/** The marks of one row. */
export interface RowMarks {
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
export function choices({ all }: Rows): { namespaces: string[]; subjects: string[] } {
  const marks = [...all.values()];
  return {
    namespaces: [...new Set(marks.flatMap(({ namespaces = [] }) => namespaces))].sort(compareText),
    subjects: [...new Set(marks.map(({ subject }) => subject))].sort(compareText),
  };
}
