/**
 * Finds the differences of two values; all comparisons use it. Matches entries of a list by name; without names, by content, so
 * that one inserted entry is one change. Time and memory grow linearly with the size of the values.
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
  /** The name of the entry; absent if the entries have no names and are matched by content. */
  readonly entry?: string;
  /** Its index in either list; absent for the list that lacks the entry. */
  readonly from?: number;
  readonly to?: number;
}

/** One change. The changes of a comparison do not contain each other. */
export interface Change {
  /** `reordered` applies to a list: some of the remaining entries changed places. */
  readonly what: 'added' | 'removed' | 'changed' | 'reordered';
  readonly steps: readonly Step[];
  /** The values before and after; for a reordered list, the whole list. */
  readonly was?: unknown;
  readonly is?: unknown;
  /** For a reordered list: the remaining entries in their new order, by their indexes in the older list. */
  readonly order?: readonly number[];
  /** The outermost list around the change whose entries have no names. */
  readonly list?: ListAround;
}

interface ListAround {
  /** The number of steps that lead to the list. */
  readonly depth: number;
  readonly was: unknown;
  readonly is: unknown;
}

/** The meaning of the lists in a value. */
export interface ListMeaning {
  /** Field names, by priority: the first field with a distinct value in each entry of both lists matches the entries. */
  readonly names: readonly string[];
  /** Whether the order of a list has no meaning. @param field the field of the list; absent for a list in a list */
  isUnordered(field: string | undefined): boolean;
  /** Whether a field is compared as a whole. */
  isWhole(field: string): boolean;
}

/** No list is known: order counts. */
export const UNKNOWN_LISTS: ListMeaning = { names: [], isUnordered: () => false, isWhole: () => false };

/**
 * The changes that lead from one value to the other. A field of `undefined` counts as absent.
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
  const named = (entry: unknown): EntryStep => (name === undefined ? {} : { entry: nameOf(entry, { names: [name] }) as string });
  for (const from of removed) say('removed', was[from], undefined, at({ ...named(was[from]), from }));
  const entries = [...pairs.map(([from, to]) => ({ from, to })), ...added.map((to) => ({ from: undefined, to }))];
  for (const { from, to } of entries.sort((a, b) => a.to - b.to)) {
    if (from === undefined) say('added', undefined, is[to], at({ ...named(is[to]), to }));
    else compare(was[from], is[to], at({ ...named(is[to]), from, to }));
  }
}

/** The matching entries of two lists, by their indexes. */
interface MatchedEntries {
  /** The field that names the entries; absent if something else matches them. */
  readonly name?: string | undefined;
  /** In the order of the newer list. */
  readonly pairs: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  readonly isReordered: boolean;
}

type Pair = readonly [from: number, to: number];

/**
 * Matches entries by the field that names all of them. Without such a field, matches entries of equal content first, then entries of
 * equal name, then entries without a name between the same neighbours.
 *
 * @param field the field of the lists
 */
export function matchedEntries(was: readonly unknown[], is: readonly unknown[], lists: ListMeaning, field?: string): MatchedEntries {
  const name = lists.names.find((candidate) => namesAll(candidate, was) && namesAll(candidate, is));
  const isUnordered = lists.isUnordered(field);
  const all = { pairs: [], removed: [...was.keys()], added: [...is.keys()] };
  const by = (keyOf: (entry: unknown) => string | undefined) => (list: readonly unknown[]) => (index: number) => keyOf(list[index]);
  const rounds =
    name === undefined
      ? [by((entry) => contentOf(entry, lists)), by((entry) => nameOf(entry, lists))]
      : [by((entry) => nameOf(entry, { names: [name] }))];
  const known = rounds.reduce<Matching>((left, keysOf) => matched(left, keysOf(was), keysOf(is)), all);
  const [before, after] = [0, 1].map((side) => known.pairs.map((pair) => pair[side] as number).sort((a, b) => a - b)) as [
    number[],
    number[],
  ];
  const gapIn = (list: readonly unknown[], staying: readonly number[]) => (index: number) =>
    nameOf(list[index], lists) !== undefined ? undefined : isUnordered ? '' : String(lowerBound(staying, index));
  const { pairs, removed, added } = name === undefined ? matched(known, gapIn(was, before), gapIn(is, after)) : known;
  const sorted = pairs.toSorted((a, b) => a[1] - b[1]);
  const isReordered = !isUnordered && sorted.some(([from], index) => index > 0 && from < (sorted[index - 1]?.[0] ?? 0));
  return { name, pairs: sorted, removed, added, isReordered };
}

type Matching = Pick<MatchedEntries, 'pairs' | 'removed' | 'added'>;

/** Adds pairs of unmatched entries with equal keys, in order. */
function matched({ pairs, removed, added }: Matching, keyOfOld: KeyOf, keyOfNew: KeyOf): Matching {
  // Puts the last entry first: `pop` then takes the first one.
  const left: ReadonlyMap<string | undefined, number[]> = groupBy(removed.toReversed(), keyOfOld);
  const found = added.flatMap((to): Pair[] => {
    const key = keyOfNew(to);
    const from = key === undefined ? undefined : left.get(key)?.pop();
    return from === undefined ? [] : [[from, to]];
  });
  const [gone, came] = [new Set(found.map(([from]) => from)), new Set(found.map(([, to]) => to))];
  return {
    pairs: [...pairs, ...found],
    removed: removed.filter((from) => !gone.has(from)),
    added: added.filter((to) => !came.has(to)),
  };
}

type KeyOf = (index: number) => string | undefined;

function namesAll(name: string, list: readonly unknown[]): boolean {
  const found = list.map((entry) => nameOf(entry, { names: [name] }));
  return found.every((value) => value !== undefined) && new Set(found).size === list.length;
}

/** The name of an entry: the value of the first field that can name it. */
export function nameOf(entry: unknown, { names }: Pick<ListMeaning, 'names'>): string | undefined {
  if (!isMapping(entry)) return undefined;
  const value = names.map((field) => own(entry, field)).find((one) => typeof one === 'string' || typeof one === 'number');
  return value === undefined ? undefined : String(value);
}

/** The number of smaller numbers in a sorted list. */
function lowerBound(sorted: readonly number[], number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text that is equal for entries with the same meaning. */
function contentOf(entry: unknown, lists: ListMeaning): string {
  return typeof entry === 'string' ? JSON.stringify(entry) : sortedText(withoutListOrder(entry, lists));
}

/** A copy in which each list whose order has no meaning is sorted. */
function withoutListOrder(value: unknown, lists: ListMeaning, field?: string): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => withoutListOrder(entry, lists));
    return lists.isUnordered(field) ? entries.map((entry) => sortedText(entry)).sort() : entries;
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutListOrder(entry, lists, key)]));
}

/**
 * The place of a change in the newer value. An entry that only the older list has is named by its name, or by its index as a string.
 *
 * @example
 * placeOf([{ field: 'env' }, { entry: 'DEBUG', to: 2 }]) // ['env', 2]
 */
export function placeOf(steps: readonly Step[]): FieldPath {
  return steps.map((step) => ('field' in step ? step.field : (step.to ?? step.entry ?? String(step.from))));
}

/** The place of a change in the older value. */
export function earlierPlace(steps: readonly Step[]): FieldPath {
  return steps.map((step) => ('field' in step ? step.field : (step.from ?? step.entry ?? String(step.to))));
}

/**
 * The steps as text for people, with the names of entries.
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
