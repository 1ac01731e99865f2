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
  const named = (entry: unknown): EntryStep => (name === undefined ? {} : { entry: nameOf(entry, { names: [name] }) as string });
  for (const from of removed) say('removed', was[from], undefined, at({ ...named(was[from]), from }));
  const entries = [...pairs.map(([from, to]) => ({ from, to })), ...added.map((to) => ({ from: undefined, to }))];
  for (const { from, to } of entries.sort((a, b) => a.to - b.to)) {
    if (from === undefined) say('added', undefined, is[to], at({ ...named(is[to]), to }));
    else compare(was[from], is[to], at({ ...named(is[to]), from, to }));
  }
}

/** Which entries of two lists are the same ones, by their indexes. */
interface MatchedEntries {
  /** What names them; absent where something else matches them. */
  readonly name?: string | undefined;
  /** In the order of the newer list. */
  readonly pairs: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  readonly isReordered: boolean;
}

type Pair = readonly [from: number, to: number];

/**
 * Matches entries by what names all of them. Where nothing does: those of one content, then those of one name, then those without a name
 * that stand between the same others.
 *
 * @param field in which the lists are
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

/** With pairs of what has no other half yet and has the same key, the first with the first. */
function matched({ pairs, removed, added }: Matching, keyOfOld: KeyOf, keyOfNew: KeyOf): Matching {
  // The last of each first: the first of them is taken from the end.
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

/** What an entry is called: by the first field that can name it. */
export function nameOf(entry: unknown, { names }: Pick<ListMeaning, 'names'>): string | undefined {
  if (!isMapping(entry)) return undefined;
  const value = names.map((field) => own(entry, field)).find((one) => typeof one === 'string' || typeof one === 'number');
  return value === undefined ? undefined : String(value);
}

/** How many of some sorted numbers are smaller. */
function lowerBound(sorted: readonly number[], number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
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
