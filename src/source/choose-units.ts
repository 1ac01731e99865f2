/** Which units of a repository are asked for. */
import { plainPath } from '../model/unread-file.js';
import type { Unit } from './unit.js';
import type { Units } from './units.js';

/** Clusters by their names, and units by their paths; without any, all. */
export interface Choice {
  readonly cluster?: readonly string[] | undefined;
  readonly unit?: readonly string[] | undefined;
}

/** Whether anything is chosen. */
export function isChoice({ cluster = [], unit = [] }: Choice): boolean {
  return cluster.length + unit.length > 0;
}

/** The chosen ones, and the names that there are none of. */
export function chosenUnits(
  units: Units,
  { cluster = [], unit = [] }: Choice,
): { readonly units: readonly Unit[]; readonly unknown: readonly string[] } {
  const found = [
    ...cluster.map((name) => ({
      name,
      one: units.units.find(({ kind, name: other, entry }) => kind === 'cluster' && (entry?.name ?? other) === name),
    })),
    ...unit.map((path) => ({ name: path, one: units.unitAt(pathOf(path)) })),
  ];
  return {
    units: [...new Map(found.flatMap(({ one }) => (one ? [[one.name, one] as const] : []))).values()],
    unknown: found.filter(({ one }) => one === undefined).map(({ name }) => name),
  };
}

/** A path as units are named. */
function pathOf(text: string): string {
  return plainPath(text) || '.';
}
