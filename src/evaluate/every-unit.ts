/** A whole repository, unit by unit, also those that no change touches. */
import { type Problem, stops } from '../manifest/problem.js';
import type { ReadOptions } from '../source/read-input.js';
import { unitsIn } from '../source/units.js';
import type { State } from '../state/state.js';
import type { EvaluateOptions } from './evaluate.js';
import { readState } from './read-state.js';

/** One unit. Without a state, the problems say why it is not read. */
export interface UnitState {
  /** The path of its folder, or the input where that is one unit. */
  readonly unit: string;
  readonly state?: State;
  readonly problems: readonly Problem[];
}

/** Reads one unit after the other: all of them at once can be more than the memory holds. An input whose units make one cluster is one. */
export function* everyUnit(input: string, options: EvaluateOptions & ReadOptions): Generator<UnitState> {
  const units = unitsIn(input);
  const given = units?.areAlternatives ? units.read(units.units) : new Map([[input, input]]);
  for (const [unit, source] of given) {
    const { state, problems } = readState([source], options);
    yield { unit, problems: problems.filter(stops), ...(state ? { state } : {}) };
  }
}
