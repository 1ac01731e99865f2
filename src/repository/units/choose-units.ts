/** Chooses the units of a repository to judge: those asked for, and of these the shard of one machine. */

import { compareText } from '../../base/kubernetes/object.js';
import { plainPath } from '../../olm/model/unread-file.js';
import type { Unit } from './unit.js';
import type { Units } from './units.js';

/** Clusters by name, and units by path; without any, all units. */
export interface Choice {
  readonly cluster?: readonly string[] | undefined;
  readonly unit?: readonly string[] | undefined;
}

/** Whether anything is chosen. */
export function isChoice({ cluster = [], unit = [] }: Choice): boolean {
  return cluster.length + unit.length > 0;
}

/** The chosen units, and the names without a unit. */
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

/** A path in the form of unit names. */
function pathOf(text: string): string {
  return plainPath(text) || '.';
}

// Shards let several machines judge one repository: each unit is in one shard, and each machine computes the same shards.

/** One of several shards, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** An upper limit of machines for one repository. */
const MAX_SHARDS = 1000;

/**
 * Parses a shard.
 *
 * @example
 * readShard('2/4') // { index: 2, of: 4 }
 */
export function readShard(text: string): Shard | undefined {
  const [, first = '', second = ''] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const [index, of] = [Number(first), Number(second)];
  return index >= 1 && index <= of && of <= MAX_SHARDS ? { index, of } : undefined;
}

/**
 * The units of a shard, in their order. Assigns the most expensive units first, each to the shard with the lowest load.
 *
 * @param costOf must return the same on each machine
 */
export function inShard<T extends { readonly name: string }>(units: readonly T[], { index, of }: Shard, costOf: (unit: T) => number): T[] {
  const loads = Array.from({ length: of }, () => 0);
  const own = new Set<T>();
  const byCost = units
    .map((unit) => ({ unit, cost: costOf(unit) }))
    .sort((a, b) => b.cost - a.cost || compareText(a.unit.name, b.unit.name));
  for (const { unit, cost } of byCost) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + cost;
    if (least === index - 1) own.add(unit);
  }
  return units.filter((unit) => own.has(unit));
}
