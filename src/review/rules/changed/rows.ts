/**
 * Rows of fields. A row describes the meaning of a changed field and so claims it: two values are compared once, each row takes its fields,
 * and later rows do not see them. Fields that no row takes get the default text of their object.
 */

import { KNOWN_LISTS } from '../../../base/kubernetes/lists.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import {
  type Change,
  differences,
  type ListMeaning,
  matchedEntries,
  nameOf,
  placeOf,
  type Step,
} from '../../../base/manifest/differences.js';
import { type FieldPath, formatFieldPath } from '../../../base/manifest/field-path.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { FoundChange } from './change.js';

/** A changed field. */
export interface ChangedField {
  /** The values before and after; for an absent field, the row's default. */
  readonly was: unknown;
  readonly is: unknown;
  /** The path in the newer value; for a field of a removed entry, the path of that entry. */
  readonly at: FieldPath;
  /** The names of the list entries around it, the outermost first. */
  readonly names: readonly string[];
  /** Whether an entry around it is removed. */
  readonly isGone: boolean;
}

interface Located extends ChangedField {
  readonly steps: readonly Step[];
}

/** At least one changed field, for one row. */
export type ChangedFields = readonly [ChangedField, ...ChangedField[]];

/** Such as `spec.versions[].served`: `[]` is each entry of a list, `*` each field. As a list of steps if a name contains dots. */
export type Pattern = string | readonly string[];

/**
 * A row.
 * @typeParam Text the text of the row
 * @typeParam About other data that the row reads
 */
export interface FieldRow<Text, About> {
  readonly at: Pattern;
  /** The API server's default for an absent field. */
  readonly absent?: unknown;
  /**
   * Which of these fields the row takes.
   * @default all
   */
  readonly when?: (field: ChangedField, about: About) => boolean;
  /** The text about all of these fields together; undefined: the row claims nothing. */
  readonly says: (fields: ChangedFields, about: About) => Text | undefined;
  /** Other fields of the same mapping that it claims. */
  readonly with?: readonly string[];
  /**
   * Whether the row also explains the removal of the entry.
   * @default it claims nothing of a removed entry
   */
  readonly explainsGone?: true;
}

/** The text of a row about a changed object: a change without the fields that it has from its object and its rows. */
export type RowText = Pick<FoundChange, 'before' | 'after' | 'identity' | 'at'> & Required<Pick<FoundChange, 'severity' | 'message'>>;

/** Rows for the remaining and added entries of a list, one entry after the other; for the entry itself, `at` is empty. */
export interface EntryRows<Text, About> {
  /** The list, with `[]`. */
  readonly each: string;
  /**
   * Which entries the rows take.
   * @default all
   */
  readonly when?: (entry: ChangedField, about: About) => boolean;
  readonly rows: readonly FieldRow<Text, About>[];
}

/** The text of a row, and the fields that it claims. */
export type Claimed<Text> = Text & { readonly claims: readonly FieldPath[] };

/**
 * The texts of rows about two values, in the order of the rows.
 *
 * @example
 * claimed(old.spec, now.spec, [{ at: 'names.kind', says: () => ({ message: 'renames its kind' }) }], undefined)
 * // [{ message: 'renames its kind', claims: [['names', 'kind']] }]
 */
export function claimed<Text extends object, About>(
  before: unknown,
  after: unknown,
  rows: readonly (FieldRow<Text, About> | EntryRows<Text, About>)[],
  about: About,
  lists: ListMeaning = KNOWN_LISTS,
): Claimed<Text>[] {
  const compared = comparison(before, after, lists);
  // Entries without a name are skipped: a sentence cannot identify them.
  const namedAt = (pattern: readonly PatternStep[], side: 'from' | 'to', absent?: unknown): Located[] =>
    inOrder(located(compared, pattern, absent), side).filter(({ names }) => !names.includes(''));
  const taken = new Set<string>();
  const take = (row: FieldRow<Text, About>, pattern: readonly PatternStep[]): Claimed<Text>[] => {
    const claims = ({ at, isGone }: ChangedField): FieldPath[] =>
      isGone && !row.explainsGone ? [] : [at, ...(row.with ?? []).map((name) => [...at.slice(0, -1), name])];
    const fields = namedAt(pattern, 'from', row.absent).filter(
      (field) => !claims(field).some((claim) => isTaken(claim, taken)) && (row.when?.(field, about) ?? true),
    );
    if (!isSome(fields)) return [];
    const said = row.says(fields, about);
    if (said === undefined) return [];
    const own = fields.flatMap(claims);
    for (const claim of own) taken.add(formatFieldPath(claim));
    return [{ ...said, claims: own }];
  };
  return rows.flatMap((row) => {
    if (!('each' in row)) return take(row, stepsOf(row.at));
    const entries = namedAt(stepsOf(row.each), 'to').filter((entry) => !entry.isGone && (row.when?.(entry, about) ?? true));
    return entries.flatMap(({ steps }) => row.rows.flatMap((inner) => take(inner, [...steps, ...stepsOf(inner.at)])));
  });
}

interface Compared {
  readonly changes: readonly Change[];
  readonly before: unknown;
  readonly after: unknown;
  readonly lists: ListMeaning;
}

const KNOWN = new WeakMap<object, Compared>();

/** The comparison of two values, cached for all rows. */
function comparison(before: unknown, after: unknown, lists: ListMeaning): Compared {
  const known = isMapping(after) ? KNOWN.get(after) : undefined;
  if (known && known.before === before && known.lists === lists) return known;
  const compared = { changes: differences(before, after, lists), before, after, lists };
  if (isMapping(after)) KNOWN.set(after, compared);
  return compared;
}

/** The changed fields of these patterns without removed entries: the claims of a finding about all of them. */
export function fieldsAt(before: unknown, after: unknown, patterns: readonly Pattern[], lists: ListMeaning = KNOWN_LISTS): FieldPath[] {
  const compared = comparison(before, after, lists);
  return patterns.flatMap((at) => located(compared, stepsOf(at)).flatMap((field) => (field.isGone ? [] : [field.at])));
}

/**
 * Whether a change is at or in a field of one of these patterns.
 * @param isOfBoth whether only entries count that both sides have
 */
export function isAt({ steps }: Change, patterns: readonly Pattern[], isOfBoth = false): boolean {
  return patterns.some((at) => {
    const pattern = stepsOf(at);
    const own = steps.slice(0, pattern.length);
    const isOf = own.length === pattern.length && own.every((step, index) => matches(step, pattern[index] as PatternStep));
    return isOf && (!isOfBoth || own.every((step) => 'field' in step || (step.from !== undefined && step.to !== undefined)));
  });
}

function isSome<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}

function isTaken(at: FieldPath, taken: ReadonlySet<string>): boolean {
  return at.some((_, index) => taken.has(formatFieldPath(at.slice(0, index + 1))));
}

/** A known step, each entry, each field, or a field by its name. */
type PatternStep = Step | '[]' | '*' | string;

function stepsOf(at: Pattern): readonly string[] {
  return typeof at === 'string' ? at.split(/\.|(?=\[\])/).filter((step) => step !== '') : at;
}

function matches(step: Step, pattern: PatternStep): boolean {
  if (typeof pattern !== 'string') return placeOf([step])[0] === placeOf([pattern])[0];
  return 'field' in step ? pattern === '*' || pattern === step.field : pattern === '[]';
}

/** The places of a pattern with a change in or below them, each once. */
function stepsIn(changes: readonly Change[], pattern: readonly PatternStep[]): (readonly Step[])[] {
  const found = changes.flatMap(({ steps }) =>
    steps.length >= pattern.length && pattern.every((step, index) => matches(steps[index] as Step, step))
      ? [steps.slice(0, pattern.length)]
      : [],
  );
  return [...new Map(found.map((steps) => [formatFieldPath(placeOf(steps)), steps])).values()];
}

/** The changed fields of a pattern. */
function located({ changes, before, after, lists }: Compared, pattern: readonly PatternStep[], absent?: unknown): Located[] {
  const around = changes.filter(
    ({ steps, what }) =>
      what !== 'reordered' && steps.length < pattern.length && steps.every((step, index) => matches(step, pattern[index] as PatternStep)),
  );
  // If two entries have one name, the content identifies the entry.
  const nameAt = (steps: readonly Step[]): string => nameOf(valueIn(after, steps, 'to') ?? valueIn(before, steps, 'from'), lists) ?? '';
  const inside = around.flatMap(({ steps, was, is }) => stepsInside(was, is, steps, pattern.slice(steps.length), lists));
  return [...stepsIn(changes, pattern), ...inside].flatMap((steps) => {
    const [was, is] = [valueIn(before, steps, 'from') ?? absent, valueIn(after, steps, 'to') ?? absent];
    if (was === is) return [];
    // A field in a removed entry gets the path of the entry.
    const gone = steps.findIndex((step) => !('field' in step) && step.to === undefined) + 1;
    const names = steps.flatMap((step, index) => ('field' in step ? [] : [step.entry ?? nameAt(steps.slice(0, index + 1))]));
    return [{ was, is, at: placeOf(gone > 0 ? steps.slice(0, gone) : steps), names, isGone: gone > 0, steps }];
  });
}

/** Sorts by the order of entries in the older or newer value; entries that this value does not have come last. */
function inOrder(fields: readonly Located[], side: 'from' | 'to'): Located[] {
  const orderOf = ({ steps }: Located): number[] =>
    steps.flatMap((step) => ('field' in step ? [] : (step[side] ?? Number.MAX_SAFE_INTEGER)));
  return fields.toSorted((a, b) => {
    const [one, other] = [orderOf(a), orderOf(b)];
    return one.map((order, index) => order - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}

/** The fields of a pattern in a value that only one side has, or that has another type on the other side. */
function stepsInside(
  was: unknown,
  is: unknown,
  at: readonly Step[],
  pattern: readonly PatternStep[],
  lists: ListMeaning,
): (readonly Step[])[] {
  const [first, ...rest] = pattern;
  if (first === undefined) return [at];
  const [old, now] = [was, is].map((value) => (Array.isArray(value) ? value : [])) as [unknown[], unknown[]];
  if (first === '[]') {
    const { name, pairs, removed, added } = matchedEntries(old, now, lists);
    const named = (entry: unknown): Pick<Extract<Step, { entry?: string }>, 'entry'> =>
      name === undefined ? {} : { entry: String(fieldsOf(entry)[name]) };
    return [
      ...removed.flatMap((from) => stepsInside(old[from], undefined, [...at, { ...named(old[from]), from }], rest, lists)),
      ...pairs.flatMap(([from, to]) => stepsInside(old[from], now[to], [...at, { ...named(now[to]), from, to }], rest, lists)),
      ...added.flatMap((to) => stepsInside(undefined, now[to], [...at, { ...named(now[to]), to }], rest, lists)),
    ];
  }
  const fields = [...new Set([was, is].flatMap((value) => (isMapping(value) ? Object.keys(value) : [])))];
  return fields
    .filter((field) => matches({ field }, first))
    .flatMap((field) => stepsInside(fieldsOf(was)[field], fieldsOf(is)[field], [...at, { field }], rest, lists));
}

/** The value at these steps on one side. */
function valueIn(root: unknown, steps: readonly Step[], side: 'from' | 'to'): unknown {
  return steps.reduce<unknown>((value, step) => {
    if ('field' in step) return isMapping(value) && Object.hasOwn(value, step.field) ? value[step.field] : undefined;
    const index = step[side];
    return index !== undefined && Array.isArray(value) ? value[index] : undefined;
  }, root);
}
