/** Describes the objects that a text adds or removes as a whole: their names, and the fields that install an operator or bind a role. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import { counted, joined } from '../../../../base/wording/phrases.js';
import type { TextChange } from './text-changes.js';

/** The most objects that a sentence names, and the most fields of each. */
const SHOWN_OBJECTS = 3;
const SHOWN_FIELDS = 3;

/** The changes without those of whole objects, and the phrases that replace them, such as `Role a/b and 3 more objects are new`. */
export interface Folded {
  readonly texts: readonly string[];
  readonly rest: readonly TextChange[];
}

/** A template of Helm that reads a Secret of the cluster, and can write it anywhere. */
export const LOOKS_UP = /\blookup\s+\S{1,99}\s+["'`]?Secret\b/;

/** A job of a workflow, and the fields of which each job has one. */
const JOB = /^jobs\.([\w-]+)\.(runs-on|uses|)/;

/** The changes with one for each job that comes or goes, in place of those of its fields. */
export function withWholeJobs(changes: readonly TextChange[]): readonly TextChange[] {
  const whole = new Map<string, TextChange | undefined>();
  for (const { of, field, before, after } of changes) {
    const [, name, key] = JOB.exec(field) ?? [];
    if (of !== undefined || name === undefined || !key || (before === undefined) === (after === undefined)) continue;
    // A job that calls a workflow in place of running steps stays.
    const job = { of: `job ${name}`, field: 'kind', ...(before === undefined ? { after: 'job' } : { before: 'job' }) };
    whole.set(name, whole.has(name) ? undefined : job);
  }
  if (whole.size === 0) return changes;
  const told = new Set<string>();
  return changes.flatMap((change) => {
    const name = change.of === undefined ? (JOB.exec(change.field)?.[1] ?? '') : '';
    const job = whole.get(name);
    if (job === undefined || (job.before === undefined) !== (change.before === undefined)) return [change];
    if (told.has(name)) return [];
    told.add(name);
    return [job];
  });
}

/** The changes of fields that are not those of whole objects, and the objects that come or go. */
export function apartFromWholes(changes: readonly TextChange[]): {
  readonly objects: readonly { readonly of: string; readonly isNew: boolean }[];
  readonly rest: readonly TextChange[];
} {
  const all = withWholeJobs(changes);
  const whole = new Map<string, boolean>();
  for (const { of, field, before, after } of all)
    if (of !== undefined && field === 'kind' && (before === undefined) !== (after === undefined)) whole.set(of, before === undefined);
  const objects = [...whole].map(([of, isNew]) => ({ of, isNew }));
  return { objects, rest: all.filter(({ of = '' }) => !whole.has(of)) };
}

/**
 * Replaces the changes of added and removed objects by their names.
 *
 * @param weightOf the weight of a change: the objects of the heaviest are named
 * @param shown a value as text
 */
export function inWholes(
  changes: readonly TextChange[],
  weightOf: (change: TextChange) => number,
  shown: (value: string) => string,
): Folded {
  const whole = new Map<string, Side>();
  for (const { of, field, before, after } of changes)
    if (of !== undefined && field === 'kind' && (before === undefined) !== (after === undefined))
      whole.set(of, before === undefined ? 'after' : 'before');
  const sideOf = ({ of = '' }: TextChange): Side | undefined => whole.get(of);
  const weights = new Map<string, number>();
  for (const change of changes)
    if (sideOf(change)) weights.set(change.of ?? '', Math.max(weights.get(change.of ?? '') ?? 0, weightOf(change)));
  const texts = SIDES.flatMap((side) => {
    const own = [
      ...groupBy(
        changes.filter((change) => sideOf(change) === side),
        ({ of = '' }) => of,
      ),
    ];
    const sorted = own.toSorted(([a], [b]) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
    return own.length === 0 ? [] : [objectsText(sorted, side, weightOf, shown)];
  });
  return { texts, rest: changes.filter((change) => !sideOf(change)) };
}

type Side = 'before' | 'after';
const SIDES: readonly Side[] = ['after', 'before'];
const HOW: Readonly<Record<Side, readonly [string, string]>> = { after: ['is new', 'are new'], before: ['is removed', 'are removed'] };

type Own = readonly [of: string, changes: readonly TextChange[]];

function objectsText(
  objects: readonly Own[],
  side: Side,
  weightOf: (change: TextChange) => number,
  shown: (value: string) => string,
): string {
  const count = objects.reduce((sum, [, changes]) => sum + changes.filter(({ field }) => field === 'kind').length, 0);
  // If one object is left, its name is as short as `1 more`.
  const named = objects.slice(0, objects.length === SHOWN_OBJECTS + 1 ? objects.length : SHOWN_OBJECTS);
  const names = named.map(([of, changes]) => objectText(of, changes, side, weightOf, shown));
  const times = named.reduce((sum, [, changes]) => sum + changes.filter(({ field }) => field === 'kind').length, 0);
  const [is, are] = HOW[side];
  const more = count - times;
  return `${joined([...names, ...(more > 0 ? [counted(more, 'more object')] : [])])} ${count === 1 ? is : are}`;
}

/** An object with its namespace, and the fields of it that weigh most. */
function objectText(
  of: string,
  changes: readonly TextChange[],
  side: Side,
  weightOf: (change: TextChange) => number,
  shown: (value: string) => string,
): string {
  const valuesOf = (field: string): string[] => changes.flatMap((change) => (change.field === field ? (change[side] ?? []) : []));
  const spaces = [...new Set(valuesOf('metadata.namespace'))];
  const [kind = '', name = ''] = of.split(/ (.*)/s);
  const title = spaces.length === 1 ? `${kind} ${shown(spaces[0] ?? '')}/${name}` : of;
  const fields = changes
    .filter((change) => (DETAIL.test(change.field) && weightOf(change) > 0) || LOOKS_UP.test(change[side] ?? ''))
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, SHOWN_FIELDS)
    .map((change) => `${change.field} ${shown(change[side] ?? '')}`.trimStart());
  return fields.length === 0 ? title : `${title} (${fields.join(', ')})`;
}

/** Fields that an object is known by, apart from its namespace: what it installs, from where, and which role it binds. */
const DETAIL = /^(?:roleRef\.name|spec(?:\.(?!.*[nN]amespace).+)?)$/;
