/** Grants in the rows of a table: what one subject can do in one scope by one path is in one row. */
import { groupBy } from '../kubernetes/object.js';
import type { SourcePlace } from '../manifest/place.js';
import type { Grant, GrantScope, GrantSubject, Right } from '../rbac/grant.js';
import { permissionTexts, placeText, scopeText } from '../wording/phrases.js';
import { originText } from './steps.js';

/** One row. */
export interface GrantRow {
  readonly subject: GrantSubject;
  readonly scope: GrantScope;
  /** The scope in words. */
  readonly where: string;
  /** In words. */
  readonly permissions: readonly string[];
  /** In words: the CSVs, OperatorGroups or roles that grant them. */
  readonly through: readonly string[];
  readonly places: readonly SourcePlace[];
}

/** The grants of each subject in one scope, in the order in which the first of each comes. */
export function bySubjectAndScope(grants: readonly Grant[]): [Grant, ...Grant[]][] {
  return [...groupBy(grants, ({ subject, scope }) => JSON.stringify([subject, scope])).values()] as [Grant, ...Grant[]][];
}

interface CollectedRow {
  readonly grant: Grant;
  readonly rights: Right[];
  readonly through: Set<string>;
  readonly places: Map<string, SourcePlace>;
}

/**
 * The rows of these grants, in the order in which the first grant of each comes.
 *
 * @param shown of how many resources each names @default all
 * @param isTogether whether what different objects grant is in one row
 */
export function grantRows(grants: readonly Grant[], shown?: number, isTogether = false): GrantRow[] {
  const rows = new Map<string, CollectedRow>();
  for (const grant of grants) {
    const key = JSON.stringify([grant.subject, grant.scope, isTogether ? [] : [...new Set(grant.paths.map(originText))]]);
    const row: CollectedRow = rows.get(key) ?? { grant, rights: [], through: new Set(), places: new Map() };
    row.rights.push(grant.right);
    for (const path of grant.paths) {
      row.through.add(originText(path));
      if (path.place) row.places.set(placeText(path.place), path.place);
    }
    rows.set(key, row);
  }
  return [...rows.values()].map(({ grant, rights, through, places }) => ({
    subject: grant.subject,
    scope: grant.scope,
    where: scopeText(grant.scope, rights),
    permissions: permissionTexts(rights, shown),
    through: [...through],
    places: [...places.values()],
  }));
}
