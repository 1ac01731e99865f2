/** Builds the matrix of subjects and resources: a column for each resource of many subjects, and one cell for all other resources. */
import { compareText, groupBy } from '../base/kubernetes/object.js';
import type { Grant } from '../base/rbac/grant.js';
import { objectText, scopeText, subjectText } from '../base/wording/permissions.js';
import { dangerOf } from './grant-rows.js';

/** Whether a permission is new, removed, or unchanged. */
export type Standing = 'gained' | 'lost' | 'held';

/** The permissions of one subject on one resource, or on several resources of a cell. */
export interface MatrixEntry {
  readonly standing: Standing;
  readonly verbs: readonly string[];
  readonly where: string;
  readonly resources: readonly string[];
}

/** The matrix. Changed entries come first, then dangerous ones. */
export interface Matrix {
  /** Resources that many subjects can access; one column each. */
  readonly resources: readonly string[];
  readonly rows: readonly MatrixRow[];
  /** The number of omitted subjects. */
  readonly leftOut: number;
}

export interface MatrixRow {
  readonly subject: string;
  /** Entries for resources without a column. */
  readonly own: readonly MatrixEntry[];
  readonly cells: readonly (readonly MatrixEntry[])[];
}

/** The most subjects of a readable matrix. */
const MAX_SUBJECTS = 60;
const MAX_COLUMNS = 5;
/** The share of subjects that a column needs. With a smaller share, the column would be mostly empty. */
const SHARE = 0.6;
const FEWEST_SUBJECTS = 3;

/**
 * The matrix of grants.
 *
 * @param held the permissions in HEAD that the matrix shows
 */
export function matrixOf(gained: readonly Grant[], lost: readonly Grant[], held: readonly Grant[]): Matrix {
  const all = [
    ...gained.map((grant) => entryOf(grant, 'gained')),
    ...lost.map((grant) => entryOf(grant, 'lost')),
    ...held.map((grant) => entryOf(grant, 'held')),
  ];
  const subjects = ranked(all, ({ subject }) => subject);
  const shown = new Set(subjects.slice(0, MAX_SUBJECTS));
  const entries = all.filter(({ subject }) => shown.has(subject));
  const resources = columnsOf(entries, shown.size);
  const bySubject = groupBy(entries, ({ subject }) => subject);
  return {
    resources,
    rows: [...shown].map((subject) => {
      const own = bySubject.get(subject) ?? [];
      return {
        subject,
        own: cellOf(own.filter(({ resource }) => !resources.includes(resource))),
        cells: resources.map((name) => cellOf(own.filter(({ resource }) => resource === name))),
      };
    }),
    leftOut: subjects.length - shown.size,
  };
}

interface Entry extends Omit<MatrixEntry, 'resources'> {
  readonly subject: string;
  readonly resource: string;
  readonly danger: number;
}

function entryOf(grant: Grant, standing: Standing): Entry {
  const { subject, right, scope } = grant;
  return {
    subject: subjectText(subject),
    resource: objectText(right),
    standing,
    verbs: right.verbs,
    where: scopeText(scope, [right]),
    danger: dangerOf(grant),
  };
}

function columnsOf(entries: readonly Entry[], subjects: number): string[] {
  if (subjects < FEWEST_SUBJECTS) return [];
  const holders = groupBy(entries, ({ resource }) => resource);
  const isShared = (resource: string): boolean => new Set(holders.get(resource)?.map(({ subject }) => subject)).size >= SHARE * subjects;
  return ranked(entries, ({ resource }) => resource)
    .filter(isShared)
    .slice(0, MAX_COLUMNS);
}

/** Keys in order: changed first, then by danger, then by name. */
function ranked(entries: readonly Entry[], keyOf: (entry: Entry) => string): string[] {
  const ranks = [...groupBy(entries, keyOf)].map(([key, all]) => {
    const changing = all.filter(({ standing }) => standing !== 'held');
    const danger = Math.max(...(changing.length > 0 ? changing : all).map((entry) => entry.danger));
    return { key, isChanging: changing.length > 0, danger };
  });
  return ranks
    .sort((a, b) => Number(b.isChanging) - Number(a.isChanging) || b.danger - a.danger || compareText(a.key, b.key))
    .map(({ key }) => key);
}

/** The entries of a cell. A gained permission that is also held appears once. Resources with the same verbs and scope share an entry. */
function cellOf(entries: readonly Entry[]): MatrixEntry[] {
  const key = ({ verbs, where, resource }: Entry): string => JSON.stringify([verbs, where, resource]);
  const gained = new Set(entries.filter(({ standing }) => standing === 'gained').map(key));
  const once = entries.filter((entry) => entry.standing !== 'held' || !gained.has(key(entry)));
  const order = (entry: Entry): number => (entry.standing === 'held' ? 1 : 0);
  const sorted = once.toSorted((a, b) => order(a) - order(b) || b.danger - a.danger || compareText(a.resource, b.resource));
  return [...groupBy(sorted, ({ standing, verbs, where }) => JSON.stringify([standing, verbs, where])).values()].map((alike) => {
    const [{ standing, verbs, where }] = alike;
    return { standing, verbs, where, resources: alike.map(({ resource }) => resource) };
  });
}
