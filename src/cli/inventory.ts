/** The page and the table of `check`: an inventory of what is dangerous, of one input or of every unit of a repository. */

import { statesOf, type UnitState } from '../evaluate/each-unit.js';
import { type EvaluateOptions, withoutLeftOut } from '../evaluate/evaluate.js';
import { baselineOf } from '../evaluate/read-baseline.js';
import { readState } from '../evaluate/read-state.js';
import type { RiskConfiguration } from '../findings/baseline/configuration.js';
import { versionsOf, versionsText } from '../model/versions.js';
import { inventoryPage } from '../report/html/inventory.js';
import { type InventoryRow, inventoryOf, sortedRows } from '../report/inventory.js';
import { inventoryCsv } from '../report/inventory-csv.js';
import type { ReadOptions } from '../source/read-input.js';
import type { Unit } from '../source/unit.js';
import type { Units } from '../source/units.js';
import { evaluatedState } from '../state/evaluated-state.js';
import { placesIn } from '../state/places-in.js';
import type { EvaluatedInput } from './evaluate-input.js';

/**
 * @param format the page, or a table for a spreadsheet
 * @param units of a repository in which each is judged apart
 * @param optionsOf what is said of the input, or of one of its units
 */
export function inventoryText(
  format: 'html' | 'csv',
  inputs: readonly string[],
  units: Units | undefined,
  optionsOf: (unit?: Unit) => EvaluateOptions & ReadOptions,
): string {
  const [input = ''] = inputs;
  const { configuration } = baselineOf(input);
  const read: readonly UnitState[] = units ? [...statesOf(units, optionsOf)] : [{ unit: input, ...readState(inputs, optionsOf()) }];
  const rows = read.flatMap(({ unit, state }) => (state ? inventoryOf(state, configuration, units ? unit : undefined) : []));
  const notRead = read.flatMap(({ unit, state }) => (state ? [] : [unit]));
  if (format === 'csv') return inventoryCsv(sortedRows(rows), notRead);
  const [first] = read.flatMap(({ state }) => state ?? []);
  const versions = units || !first ? undefined : versionsText(versionsOf(first.cluster.versions), optionsOf().profile === 'olm-v1');
  return inventoryPage(inputs.join(' '), sortedRows(rows), notRead, versions);
}

/** Who holds what in an input that was evaluated. */
export function heldIn(result: EvaluatedInput, options: EvaluateOptions, configuration: RiskConfiguration): InventoryRow[] {
  const { input } = result;
  const placeOf = placesIn(input, input.locator.place);
  return inventoryOf(evaluatedState('', withoutLeftOut(result, options), placeOf, input.documents), configuration);
}
