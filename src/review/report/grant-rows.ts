/** Grants in the rows of a table: what one subject may do in one place through one thing stands together. */
import { groupBy } from '../../model/group-by.js';
import type { Grant, GrantScope, GrantSubject, Right, SourcePlace } from '../review.js';
import { pathText, placeText, rightTexts } from './wording.js';

/** One row. */
export interface GrantRow {
  readonly subject: GrantSubject;
  readonly scope: GrantScope;
  /** In words. */
  readonly rights: readonly string[];
  /** In words: the CSVs, OperatorGroups or roles that they come through. */
  readonly through: readonly string[];
  readonly places: readonly SourcePlace[];
}

/** The grants of each subject in one place, in the order in which the first of each comes. */
export function bySubjectAndScope(grants: readonly Grant[]): [Grant, ...Grant[]][] {
  return [...groupBy(grants, ({ subject, scope }) => JSON.stringify([subject, scope])).values()] as [Grant, ...Grant[]][];
}

interface CollectedRow {
  readonly grant: Grant;
  readonly rights: Right[];
  readonly through: Set<string>;
  readonly places: Map<string, SourcePlace>;
}

/** The rows of these grants, in the order in which the first grant of each comes. */
export function grantRows(grants: readonly Grant[]): GrantRow[] {
  const rows = new Map<string, CollectedRow>();
  for (const grant of grants) {
    const key = JSON.stringify([grant.subject, grant.scope, [...new Set(grant.paths.map(pathText))]]);
    const row: CollectedRow = rows.get(key) ?? { grant, rights: [], through: new Set(), places: new Map() };
    row.rights.push(grant.right);
    for (const path of grant.paths) {
      row.through.add(pathText(path));
      if (path.place) row.places.set(placeText(path.place), path.place);
    }
    rows.set(key, row);
  }
  return [...rows.values()].map(({ grant, rights, through, places }) => ({
    subject: grant.subject,
    scope: grant.scope,
    rights: rightTexts(rights),
    through: [...through],
    places: [...places.values()],
  }));
}
