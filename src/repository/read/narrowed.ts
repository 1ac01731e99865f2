/** Narrows clusters of Applications to the units that the change touches, and units with operators in the same namespaces. */

import type { OtherSide } from '../kustomize/built-origins.js';
import { clusterUnit } from '../units/cluster-units.js';
import { namespacesIn, OLM_GROUPS } from '../units/olm-namespaces.js';
import type { Unit } from '../units/unit.js';
import type { Units } from '../units/units.js';

type Sided = readonly [units: Units, unit: Unit | undefined];
type Pair = readonly [base: Unit | undefined, head: Unit | undefined];

/**
 * A unit in both revisions, reduced to the parts to read. A change usually touches one of many units of a cluster, and building the
 * others takes time.
 *
 * @param beside the units of the other revision
 * @param hasChanged whether any input to the judgement of a unit differs
 */
export function narrowedPair(
  base: Sided,
  head: Sided,
  beside: readonly [OtherSide, OtherSide],
  hasChanged: (one: Unit | undefined, other: Unit | undefined) => boolean,
): Pair {
  const [[before, one], [after, other]] = [base, head];
  if (!one?.parts || !other?.parts || one.entry || other.entry) return [one, other];
  const [was, is] = [one.parts, other.parts].map((parts) => new Map(parts.map((part) => [part.name, part])));
  const isTouched = ({ name }: Unit): boolean => hasChanged(was?.get(name), is?.get(name));
  const changed = [one.parts.filter(isTouched), other.parts.filter(isTouched)] as const;
  const read = [...before.read(changed[0], beside[0]).values(), ...after.read(changed[1], beside[1]).values()];
  const namespaces = [...new Set(read.flatMap(namespacesIn))];
  // The Application defines the namespace of a chart.
  const isGivenOne = ({ release }: Unit): boolean => namespaces.some((name) => JSON.stringify(release ?? '').includes(name));
  const isInNamespace = (units: Units, parts: readonly Unit[]): readonly Unit[] => [
    ...units.mentioning(namespaces, parts),
    ...parts.filter(isGivenOne),
  ];
  const isBeside = (units: Units, parts: readonly Unit[]): ReadonlySet<string> =>
    new Set(isInNamespace(units, units.mentioning(OLM_GROUPS, parts)).map(({ name }) => name));
  // A part in both revisions is read in both.
  const wanted = new Set([...changed.flat().map(({ name }) => name), ...isBeside(before, one.parts), ...isBeside(after, other.parts)]);
  const some = (unit: Unit): Unit => clusterUnit(unit.name, unit.parts?.filter(({ name }) => wanted.has(name)) ?? []);
  return [some(one), some(other)];
}
