/** Who can do what, as a matrix of subjects and resources. */
import { compareText } from '../kubernetes/object.js';
import type { Grant } from '../rbac/grant.js';
import { objectText, scopeText, subjectText } from '../words/phrases.js';

/** Whether a permission is new, removed, or unchanged. */
export type Standing = 'gained' | 'lost' | 'held';

/** What one subject can do with one resource. */
export interface MatrixEntry {
  readonly standing: Standing;
  readonly verbs: readonly string[];
  readonly where: string;
}

/** The matrix; what changes comes first. */
export interface Matrix {
  readonly resources: readonly string[];
  readonly rows: readonly { readonly subject: string; readonly cells: readonly (readonly MatrixEntry[])[] }[];
  /** How many subjects and resources were left out. */
  readonly leftOut: { readonly subjects: number; readonly resources: number };
}

/** More than this is too much to read. */
const MAX_SUBJECTS = 60;
const MAX_RESOURCES = 40;

/**
 * The matrix of grants.
 *
 * @param held the permissions in HEAD that are wanted
 */
export function matrixOf(gained: readonly Grant[], lost: readonly Grant[], held: readonly Grant[]): Matrix {
  const entries = [
    ...gained.map((grant) => entryOf(grant, 'gained')),
    ...lost.map((grant) => entryOf(grant, 'lost')),
    ...held.map((grant) => entryOf(grant, 'held')),
  ];
  const subjects = ranked(entries, ({ subject }) => subject);
  const resources = ranked(entries, ({ resource }) => resource).slice(0, MAX_RESOURCES);
  const columnOf = new Map(resources.map((resource, index) => [resource, index]));
  const cellsOf = new Map(subjects.slice(0, MAX_SUBJECTS).map((subject) => [subject, resources.map((): MatrixEntry[] => [])]));
  for (const { subject, resource, ...entry } of entries) cellsOf.get(subject)?.[columnOf.get(resource) ?? -1]?.push(entry);
  return {
    resources,
    rows: [...cellsOf].map(([subject, cells]) => ({ subject, cells: cells.map(withoutRepetition) })),
    leftOut: {
      subjects: subjects.length - cellsOf.size,
      resources: new Set(entries.map(({ resource }) => resource)).size - resources.length,
    },
  };
}

interface Entry extends MatrixEntry {
  readonly subject: string;
  readonly resource: string;
}

function entryOf({ subject, right, scope }: Grant, standing: Standing): Entry {
  return { subject: subjectText(subject), resource: objectText(right), standing, verbs: right.verbs, where: scopeText(scope, [right]) };
}

/** Those that change first, then by name. */
function ranked(entries: readonly Entry[], keyOf: (entry: Entry) => string): string[] {
  const changing = new Map<string, boolean>();
  for (const entry of entries) changing.set(keyOf(entry), changing.get(keyOf(entry)) === true || entry.standing !== 'held');
  return [...changing].sort(([a, x], [b, y]) => Number(y) - Number(x) || compareText(a, b)).map(([key]) => key);
}

/** What is gained is also held: it is shown once. */
function withoutRepetition(entries: readonly MatrixEntry[]): MatrixEntry[] {
  const key = ({ verbs, where }: MatrixEntry): string => JSON.stringify([verbs, where]);
  const gained = new Set(entries.filter(({ standing }) => standing === 'gained').map(key));
  return entries.filter((entry) => entry.standing !== 'held' || !gained.has(key(entry)));
}
