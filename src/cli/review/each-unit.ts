/** The one runner for units: what is asked of an input is asked of each unit of a repository, and what cannot be read whole part by part. */
import { isLeftOut, type Problem, stops } from '../../base/manifest/problem.js';
import type { EvaluateOptions } from '../../olm/evaluate/evaluate.js';
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

/** What one unit answers. */
export interface UnitAnswer<A> {
  readonly unit: string;
  readonly answer: A;
  /** The unit could not be read as one whole: its parts answer. */
  readonly isInParts?: true;
}

/** How units are asked. */
export interface Asking<A> extends Watched {
  ask(source: GivenFiles, unit: Unit): A;
  isRead(answer: A): boolean;
  /** Those of the parts of a cluster that are asked. @default all */
  partsOf?(parts: readonly Unit[]): readonly Unit[];
}

/** Asks units one by one, as all of them at once can be more than the memory holds. Parts that several clusters share are asked once. */
export function* eachUnit<A>(units: Units, wanted: readonly Unit[], asking: Asking<A>): Generator<readonly UnitAnswer<A>[]> {
  const { ask, isRead, partsOf = (parts) => parts, progress } = asking;
  units.read(wanted);
  const known = new Map<string, readonly UnitAnswer<A>[]>();
  const answersOf = (unit: Unit): readonly UnitAnswer<A>[] => {
    const { name, parts = [], entry } = unit;
    // A cluster that the configuration names has settings of its own.
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

/** A cluster can have the name of a part of it. */
function keyOf({ kind, name }: Unit): string {
  return `${kind} ${name}`;
}

/** Values that are alike, each once, with the units that have it. @param keyOf what is the same for values that are alike */
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

/** The same for values that are alike but for their places. */
export function keyWithoutPlaces(value: unknown): string {
  return (
    JSON.stringify(value, (name, part: unknown) => (PLACES.has(name) ? undefined : typeof part === 'bigint' ? `${part}n` : part)) ?? ''
  );
}

/** One unit. Without a state, the problems say why it is not read. */
export interface UnitState {
  /** The path of its folder, or the input where that is one unit. */
  readonly unit: string;
  readonly state?: State;
  readonly problems: readonly Problem[];
}

/** The states of a whole repository, also of units that no change touches. An input whose units make one cluster is one. */
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
