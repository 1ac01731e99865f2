/** A whole repository, unit by unit, also those that no change touches. */
import { type Problem, stops } from '../manifest/problem.js';
import type { ReadOptions } from '../source/read-input.js';
import type { Unit } from '../source/unit.js';
import { type Units, unitsIn } from '../source/units.js';
import type { State } from '../state/state.js';
import type { EvaluateOptions } from './evaluate.js';
import { baselineOf } from './read-baseline.js';
import { readState } from './read-state.js';

/** One unit. Without a state, the problems say why it is not read. */
export interface UnitState {
  /** The path of its folder, or the input where that is one unit. */
  readonly unit: string;
  readonly state?: State;
  readonly problems: readonly Problem[];
}

type Options = EvaluateOptions & ReadOptions;

/** Reads one unit after the other: all of them at once can be more than the memory holds. An input whose units make one cluster is one. */
export function* everyUnit(input: string, options: Options): Generator<UnitState> {
  const units = unitsIn(input, baselineOf(input).clusters);
  if (units?.reading === undefined) {
    const { state, problems } = readState([input], options);
    yield { unit: input, problems: problems.filter(stops), ...(state ? { state } : {}) };
    return;
  }
  units.read(units.units);
  for (const unit of units.units) yield* unitStates(units, unit, options);
}

/** One unit; what cannot be read as one whole is read part by part. */
export function* unitStates(units: Units, unit: Unit, options: Options): Generator<UnitState> {
  const source = units.read([unit]).get(unit.name);
  if (!source) return;
  const { state, problems } = readState([source], options);
  const { parts = [] } = unit;
  if (state || parts.length < 2) yield { unit: unit.name, problems: problems.filter(stops), ...(state ? { state } : {}) };
  else for (const part of parts) yield* unitStates(units, part, options);
}
