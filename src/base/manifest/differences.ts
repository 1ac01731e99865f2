/**
 * Where two values differ: the one comparison. Entries of a list are matched by what names them; where nothing does, by their content, so
 * that one inserted entry is one change. Time and memory grow with the size of the values alone.
 */
import { groupBy } from '../kubernetes/object.js';
import { type FieldPath, formatFieldPath } from './field-path.js';
import { isMapping, sortedText } from './plain-data.js';

/** A step inwards: to a field, or to an entry of a list. */
export type Step = FieldStep | EntryStep;

interface FieldStep {
  readonly field: string;
}

interface EntryStep {
  /** What names the entry; absent where nothing does, and its content matches it. */
  readonly entry?: string;
  /** Its index in either list; absent in the one that does not have it. */
  readonly from?: number;
  readonly to?: number;
}

/** One change. No two of a comparison are in each other. */
export interface Change {
  /** `reordered` is of a list: of the entries that stay, some changed places. */
  readonly what: 'added' | 'removed' | 'changed' | 'reordered';
  readonly steps: readonly Step[];
  /** The value in either; of a reordered list, all of it. */
  readonly was?: unknown;
  readonly is?: unknown;
  /** Of a reordered list, the entries that stay, in their new order, by their indexes in the older one. */
  readonly order?: readonly number[];
  /** The outermost list around it, of which nothing names the entries. */
  readonly list?: ListAround;
}

interface ListAround {
  /** How many of the steps lead to it. */
  readonly depth: number;
  readonly was: unknown;
  readonly is: unknown;
}

/** What the lists of a value mean. */
export interface ListMeaning {
  /** The first of these fields that names all entries of both lists, each its own, matches them. */
  readonly names: readonly string[];
  /** Whether the order of a list says nothing. @param field in which the list is; absent for a list in a list */
  isUnordered(field: string | undefined): boolean;
  /** Whether a field is compared as a whole. */
  isWhole(field: string): boolean;
}

/** Nothing is known of the lists: their order counts. */
export const UNKNOWN_LISTS: ListMeaning = { names: [], isUnordered: () => false, isWhole: () => false };

/**
 * The changes that lead from one value to the other. A field of `undefined` is none.
 *
 * @example
 * differences({ args: ['a', 'b'] }, { args: ['new', 'a', 'b'] }) // [{ what: 'added', steps: [{ field: 'args' }, { to: 0 }], is: 'new', … }]
 */
export function differences(before: unknown, after: unknown, lists: ListMeaning = UNKNOWN_LISTS): Change[] {
  const found: Change[] = [];
  compare(before, after, { steps: [], lists, found });
  return found;
}

interface Place {
  readonly steps: readonly Step[];
  readonly list?: ListAround | undefined;
  readonly lists: ListMeaning;
  readonly found: Change[];
}

function compare(was: unknown, is: unknown, place: Place): void {
  if (Object.is(was, is)) return;
  if (was === undefined || is === undefined) {
    say(was === undefined ? 'added' : 'removed', was, is, place);
    return;
  }
  const { steps, lists } = place;
  const last = steps.at(-1);
  const field = last && 'field' in last ? last.field : undefined;
  if (field !== undefined && lists.isWhole(field)) {
    if (sortedText(was) !== sortedText(is)) say('changed', was, is, place);
  } else if (Array.isArray(was) && Array.isArray(is)) compareLists(was, is, field, place);
  else if (isMapping(was) && isMapping(is)) {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
      compare(own(was, key), own(is, key), { ...place, steps: [...steps, { field: key }] });
  } else say('changed', was, is, place);
}

function say(what: Change['what'], was: unknown, is: unknown, { steps, list, found }: Place, more: Pick<Change, 'order'> = {}): void {
  found.push({ what, steps, ...(was === undefined ? {} : { was }), ...(is === undefined ? {} : { is }), ...(list && { list }), ...more });
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function compareLists(was: readonly unknown[], is: readonly unknown[], field: string | undefined, place: Place): void {
  const { steps, lists } = place;
  const { name, pairs, removed, added, isReordered } = matchedEntries(was, is, lists, field);
  const list = name === undefined ? (place.list ?? { depth: steps.length, was, is }) : place.list;
  const at = (step: EntryStep): Place => ({ ...place, steps: [...steps, step], list });
  if (isReordered) say('reordered', was, is, { ...place, list }, { order: pairs.map(([from]) => from) });
  const named = (entry: unknown): EntryStep => (name === undefined ? {} : { entry: String(own(entry as Record<string, unknown>, name)) });
  for (const from of removed) say('removed', was[from], undefined, at({ ...named(was[from]), from }));
  const entries = [...pairs.map(([from, to]) => ({ from, to })), ...added.map((to) => ({ from: undefined, to }))];
  for (const { from, to } of entries.sort((a, b) => a.to - b.to)) {
    if (from === undefined) say('added', undefined, is[to], at({ ...named(is[to]), to }));
    else compare(was[from], is[to], at({ ...named(is[to]), from, to }));
  }
}

/** Which entries of two lists are the same ones, by their indexes. */
interface MatchedEntries {
  /** What names them; absent where their content matches them. */
  readonly name?: string | undefined;
  /** In the order of the newer list. */
  readonly pairs: readonly (readonly [from: number, to: number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  readonly isReordered: boolean;
}

/** @param field in which the lists are */
export function matchedEntries(
  was: readonly unknown[],
  is: readonly unknown[],
  lists: ListMeaning = UNKNOWN_LISTS,
  field?: string,
): MatchedEntries {
  const name = lists.names.find((candidate) => namesAll(candidate, was) && namesAll(candidate, is));
  const keyOf = (entry: unknown): string =>
    name === undefined ? contentOf(entry, lists) : String((entry as Record<string, unknown>)[name]);
  // The last of each first: the first of them is taken from the end.
  const left: ReadonlyMap<string, number[]> = groupBy([...was.keys()].reverse(), (index) => keyOf(was[index]));
  const same = is.flatMap((entry, to) => {
    const from = left.get(keyOf(entry))?.pop();
    return from === undefined ? [] : [[from, to] as const];
  });
  const isUnordered = lists.isUnordered(field);
  const isReordered = !isUnordered && same.some(([from], index) => index > 0 && from < (same[index - 1]?.[0] ?? 0));
  const [gone, came] = [
    others(
      was,
      same.map(([from]) => from),
    ),
    others(
      is,
      same.map(([, to]) => to),
    ),
  ];
  if (name !== undefined) return { name, pairs: same, removed: gone, added: came, isReordered };
  const replaced = isUnordered ? pairedInOrder(gone, came) : pairedInGaps(gone, came, same);
  const [taken, filled] = [new Set(replaced.map(([from]) => from)), new Set(replaced.map(([, to]) => to))];
  return {
    pairs: [...same, ...replaced].sort((a, b) => a[1] - b[1]),
    removed: gone.filter((from) => !taken.has(from)),
    added: came.filter((to) => !filled.has(to)),
    isReordered,
  };
}

function namesAll(name: string, list: readonly unknown[]): boolean {
  const found = list.map((entry) => (isMapping(entry) ? own(entry, name) : undefined));
  return found.every((value) => typeof value === 'string' || typeof value === 'number') && new Set(found.map(String)).size === list.length;
}

function others(list: readonly unknown[], indexes: readonly number[]): number[] {
  const known = new Set(indexes);
  return [...list.keys()].filter((index) => !known.has(index));
}

/** What stands where something else stood: the entries between two that stay, in their order. */
function pairedInGaps(gone: readonly number[], came: readonly number[], same: readonly (readonly [number, number])[]): [number, number][] {
  const [was, is] = [
    inGaps(
      gone,
      same.map(([from]) => from),
    ),
    inGaps(
      came,
      same.map(([, to]) => to),
    ),
  ];
  return [...was].flatMap(([gap, some]) => pairedInOrder(some, is.get(gap) ?? []));
}

function pairedInOrder(gone: readonly number[], came: readonly number[]): [number, number][] {
  return gone.slice(0, came.length).map((from, index) => [from, came[index] as number]);
}

/** By how many of the entries that stay are before them. */
function inGaps(indexes: readonly number[], staying: readonly number[]): Map<number, number[]> {
  const sorted = staying.toSorted((a, b) => a - b);
  let gap = 0;
  return groupBy(indexes, (index) => {
    while (gap < sorted.length && (sorted[gap] as number) < index) gap++;
    return gap;
  });
}

/** Equal for entries that mean the same. */
function contentOf(entry: unknown, lists: ListMeaning): string {
  return typeof entry === 'string' ? JSON.stringify(entry) : sortedText(withoutListOrder(entry, lists));
}

/** A value in which each list whose order says nothing is sorted. */
function withoutListOrder(value: unknown, lists: ListMeaning, field?: string): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => withoutListOrder(entry, lists));
    return lists.isUnordered(field) ? entries.map((entry) => sortedText(entry)).sort() : entries;
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutListOrder(entry, lists, key)]));
}

/**
 * Where a change is in the newer value. An entry that only the older list has is called by its name, or by its index there as a text.
 *
 * @example
 * placeOf([{ field: 'env' }, { entry: 'DEBUG', to: 2 }]) // ['env', 2]
 */
export function placeOf(steps: readonly Step[]): FieldPath {
  return steps.map((step) => ('field' in step ? step.field : (step.to ?? step.entry ?? String(step.from))));
}

/** Where it is in the older value. */
export function earlierPlace(steps: readonly Step[]): FieldPath {
  return steps.map((step) => ('field' in step ? step.field : (step.from ?? step.entry ?? String(step.to))));
}

/**
 * For people: with the names of entries.
 *
 * @example
 * stepsText([{ field: 'env' }, { entry: 'DEBUG', to: 2 }]) // 'env[DEBUG]'
 */
export function stepsText(steps: readonly Step[], before = ''): string {
  return steps.reduce((text, step) => {
    if (!('field' in step)) return `${text}[${step.entry ?? step.to ?? step.from}]`;
    const key = formatFieldPath([step.field]);
    return text === '' || key.startsWith('[') ? `${text}${key}` : `${text}.${key}`;
  }, before);
}
