/** What the filters of the page go by: for each row its severity, subject and namespaces. */

import { compareText, formatReference, type ObjectReference } from '../../kubernetes/object.js';
import type { Severity } from '../../model/finding.js';
import type { GrantScope, GrantSubject } from '../../rbac/grant.js';

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

/** The marks of a row about one object. */
export function marksOf(subject: ObjectReference, severity: Severity): RowMarks {
  return { severity, subject: formatReference(subject), ...(subject.namespace === undefined ? {} : { namespaces: [subject.namespace] }) };
}

/** The marks of a row about a grant. */
export function grantMarks(subject: GrantSubject, text: string, scope: GrantScope): RowMarks {
  if (typeof scope === 'string') return { subject: text };
  return {
    subject: text,
    namespaces: [...new Set([...scope, ...(subject.namespace === undefined ? [] : [subject.namespace])])].sort(compareText),
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
