/** Asks a question of each unit of a repository, and of the parts of a unit that cannot be read as a whole. */
import { type Problem, stops } from '../../base/manifest/problem.js';
import { isLeftOut } from '../../base/manifest/problem-reach.js';
import type { EvaluateOptions } from '../../olm/evaluate/evaluation.js';
import type { Watched } from '../../olm/model/progress.js';
import {
  baselineOf,
  type GivenFiles,
  type ReadOptions,
  readState,
  type StateRead,
  type Unit,
  type Units,
  unitsIn,
} from '../../repository/index.js';
import type { State } from '../../review/index.js';

/** The answer of one unit. */
export interface UnitAnswer<A> {
  readonly unit: string;
  readonly answer: A;
  /** The unit could not be read as a whole: its parts answer. */
  readonly isInParts?: true;
}

/** The question to units. */
export interface Asking<A> extends Watched {
  ask(source: GivenFiles, unit: Unit): A;
  isRead(answer: A): boolean;
  /** The parts of a cluster that are asked. @default all */
  partsOf?(parts: readonly Unit[]): readonly Unit[];
}

/** Asks units one by one, because all at once may exceed the memory. Shared parts of several clusters are asked once. */
export function* eachUnit<A>(units: Units, wanted: readonly Unit[], asking: Asking<A>): Generator<readonly UnitAnswer<A>[]> {
  const { ask, isRead, partsOf = (parts) => parts, progress } = asking;
  units.read(wanted);
  const known = new Map<string, readonly UnitAnswer<A>[]>();
  const answersOf = (unit: Unit): readonly UnitAnswer<A>[] => {
    const { name, parts = [], entry } = unit;
    // A cluster of the configuration has its own settings.
    const found = entry ? undefined : known.get(keyOf(unit));
    const source = found ? undefined : units.read([unit]).get(name);
    if (!source) return found ?? [];
    const answer = ask(source, unit);
    if (isRead(answer) || parts.length < 2) return [{ unit: name, answer }];
    return [{ unit: name, answer, isInParts: true }, ...partsOf(parts).flatMap((part) => partAnswers(entry ? { ...part, entry } : part))];
  };
  const partAnswers = (part: Unit): readonly UnitAnswer<A>[] => {
    const answers = answersOf(part);
    if (!part.entry) known.set(keyOf(part), answers);
    return answers;
  };
  for (const [done, unit] of wanted.entries()) {
    progress?.({ doing: 'judging', done, all: wanted.length });
    yield answersOf(unit);
  }
}

/** The key of a unit. A cluster can have the name of one of its parts. */
function keyOf({ kind, name }: Unit): string {
  return `${kind} ${name}`;
}

/** Folds equal values into one, with the units of each. @param keyOf returns the same key for equal values */
export function foldAlike<T>(
  entries: Iterable<{ readonly unit: string; readonly value: T }>,
  keyOf: (value: T) => string = keyWithoutPlaces,
): { readonly value: T; readonly units: readonly string[] }[] {
  const groups = new Map<string, { readonly value: T; readonly units: string[] }>();
  for (const { unit, value } of entries) {
    const key = keyOf(value);
    const group = groups.get(key) ?? { value, units: [] };
    groups.set(key, group);
    if (group.units.at(-1) !== unit) group.units.push(unit);
  }
  return [...groups.values()];
}

const PLACES: ReadonlySet<string> = new Set(['place', 'file', 'line', 'column']);

/** A key that is the same for values that only differ in their places. */
export function keyWithoutPlaces(value: unknown): string {
  return (
    JSON.stringify(value, (name, part: unknown) => (PLACES.has(name) ? undefined : typeof part === 'bigint' ? `${part}n` : part)) ?? ''
  );
}

/** One unit. Without a state, the problems are the reason. */
export interface UnitState {
  /** The path of the unit's folder, or the input if it is one unit. */
  readonly unit: string;
  readonly state?: State;
  readonly problems: readonly Problem[];
}

/** The states of all units of a repository, touched by a change or not. An input whose units make one cluster has one state. */
export function* everyState(input: string, options: EvaluateOptions & ReadOptions): Generator<UnitState> {
  const units = unitsIn(input, baselineOf(input).clusters, { progress: options.progress });
  if (units?.reading === undefined) yield unitState(input, readState([input], options));
  else yield* statesOf(units, () => options, options);
}

/** The state of each unit. */
export function* statesOf(
  units: Units,
  optionsOf: (unit: Unit) => EvaluateOptions & ReadOptions,
  { progress }: Watched = {},
): Generator<UnitState> {
  const ask = (source: GivenFiles, unit: Unit): StateRead => readState([source], optionsOf(unit));
  for (const answers of eachUnit(units, units.units, { ask, isRead: ({ state }) => state !== undefined, progress }))
    for (const { unit, answer, isInParts } of answers) if (!isInParts) yield unitState(unit, answer);
}

function unitState(unit: string, { state, problems }: StateRead): UnitState {
  return { unit, problems: problems.filter((problem) => stops(problem) || isLeftOut(problem)), ...(state ? { state } : {}) };
}
