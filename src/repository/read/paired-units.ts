/** Pairs the units of both revisions by their names, and finds the pairs that a change touches. */
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import { type MovedUnit, movedUnits } from '../applied/moved-units.js';
import { catalogsOfSide } from '../bundles/catalogs-beside.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { isBelow } from '../trees/tree-paths.js';
import { type Choice, chosenUnits, isChoice } from '../units/choose-units.js';
import { folderOf, type Reading, type Unit } from '../units/unit.js';
import { otherSide, type Units, unitsIn } from '../units/units.js';
import type { Side } from './read-states.js';

/** The units of both revisions. */
interface BothUnits {
  readonly before: Units;
  readonly after: Units;
  /** Why the units are reviewed apart. */
  readonly reading: Reading;
}

/** Units by their names; a pair has the same name in both. */
interface UnitsByName {
  /** The names of all units that are asked for, in byte order. */
  readonly names: readonly string[];
  readonly was: ReadonlyMap<string, Unit>;
  readonly is: ReadonlyMap<string, Unit>;
  /** Requested names that neither revision has. */
  readonly unknown: readonly string[];
}

/** The units of both revisions in pairs. */
export interface PairedUnits extends BothUnits, UnitsByName {
  /** The files of the catalogs that the options name, on each side. */
  readonly catalogs: readonly [base: ReadonlySet<string>, head: ReadonlySet<string>];
  readonly hasOtherCatalogs: boolean;
  /** For each side, the other revision. */
  readonly beside: readonly [base: OtherSide, head: OtherSide];
  /** The earlier unit of each unit that the change moves, by the new name. */
  readonly moved: ReadonlyMap<string, MovedUnit>;
}

/** A unit in both revisions, or in one of them. */
export type UnitPair = readonly [was: Unit | undefined, is: Unit | undefined];

/** The units of both revisions; nothing if both inputs are one unit, or make one cluster. */
export function unitsOfBoth(
  base: Side,
  head: Side,
  { clusters = [], choice = {}, isApart = false }: { clusters?: readonly ClusterEntry[]; choice?: Choice; isApart?: boolean },
): BothUnits | undefined {
  const found = [base, head].map(([input, options]) => unitsIn(input, clusters, options, isApart && 'apart'));
  const reading = found[0]?.reading ?? found[1]?.reading ?? (isChoice(choice) || isApart ? 'alternatives' : undefined);
  if (reading === undefined) return undefined;
  // A change can add the second unit.
  const [before, after] = found.map((units, index) => {
    const [input, options] = index === 0 ? base : head;
    return units ?? unitsIn(input, clusters, options, reading === 'applications' ? 'apart' : true);
  });
  if (!before || !after) return undefined;
  const isWithin = isBelow(after.place, before.place);
  return isWithin ? { before, after, reading } : { before: inPlace(before), after: inPlace(after), reading };
}

/** The units of a folder alone. If the other side is another folder of the repository, its units are here, too, and are no part of this side. */
function inPlace(units: Units): Units {
  return { ...units, unitAt: (name) => (isBelow(folderOf(name), units.place) ? units.unitAt(name) : undefined) };
}

/** The units of both revisions in pairs: by their names, and those that the change moves. */
export function pairedUnits(both: BothUnits, base: Side, head: Side, choice: Choice): PairedUnits {
  const { before, after } = both;
  const named = unitsByName(both, choice);
  const catalogs = [before.below(ofSide(base).catalog ?? []), after.below(ofSide(head).catalog ?? [])] as const;
  const beside = [otherSide(head[0]), otherSide(base[0])] as const;
  return {
    ...both,
    ...named,
    catalogs,
    hasOtherCatalogs: before.identityOf({ files: [...catalogs[0]] }) !== after.identityOf({ files: [...catalogs[1]] }),
    beside,
    moved: movedBetween(both, named, beside),
  };
}

function unitsByName({ before, after }: BothUnits, choice: Choice): UnitsByName {
  const asked = isChoice(choice) ? [before, after].map((units) => chosenUnits(units, choice)) : [];
  const names = [...new Set((asked.length > 0 ? asked : [before, after]).flatMap(({ units }) => units).map(({ name }) => name))].sort();
  const isNamed = (choice.unit ?? []).length > 0;
  return {
    names,
    was: byName(before, after, names, isNamed),
    is: byName(after, before, names, isNamed),
    unknown: (asked[0]?.unknown ?? []).filter((name) => asked[1]?.unknown.includes(name)),
  };
}

/** The earlier unit of each unit that the change moves. */
function movedBetween({ before, after }: BothUnits, { was, is }: UnitsByName, [beside, besideAfter]: PairedUnits['beside']) {
  const onlyIn = (some: ReadonlyMap<string, Unit>, others: ReadonlyMap<string, Unit>): Unit[] =>
    [...some.values()].filter(({ name }) => !others.has(name));
  return movedUnits(
    { units: before, beside, only: onlyIn(was, is).filter((unit) => !arrives(after, undefined, unit)) },
    { units: after, beside: besideAfter, only: onlyIn(is, was).filter((unit) => !arrives(before, undefined, unit)) },
    [...was.values()].filter(({ name }) => is.has(name)),
  );
}

/** The names of the units that the change touches; a moved unit has its new name. */
export function touchedNames(paired: PairedUnits): string[] {
  const { names, was, is, moved } = paired;
  const left = new Set([...moved.values()].map(({ from }) => from.name));
  return names.filter((name) => hasChanged(paired, was.get(name), is.get(name))).filter((name) => !left.has(name));
}

/** The unit in BASE that a unit of HEAD was. */
export function earlierUnit({ moved, was }: PairedUnits, name: string): Unit | undefined {
  return moved.get(name)?.from ?? was.get(name);
}

/** Whether any input to the judgement of a unit differs: its files, and for a unit with operators its lock and the catalogs. */
export function hasChanged({ before, after, hasOtherCatalogs }: PairedUnits, one: Unit | undefined, other: Unit | undefined): boolean {
  return (
    identityIn(before, one) !== identityIn(after, other) ||
    ((hasOtherCatalogs || lockIn(before, one) !== lockIn(after, other)) &&
      (asksForOperators(before, one) || asksForOperators(after, other)))
  );
}

/** The options of a side, with the catalogs of its revision. */
export function ofSide([input, options]: Side): Side[1] {
  return { ...options, catalog: catalogsOfSide(options.catalog ?? [], input) };
}

/**
 * The units of one side. A unit that only the other side has is compared with its counterpart here: the kustomization that another one
 * loads here, or the plain files of the same paths. It is never compared with other files of its folder.
 *
 * @param isNamed whether the user names the units: then any path with files is a unit
 */
function byName(units: Units, others: Units, names: readonly string[], isNamed: boolean): ReadonlyMap<string, Unit> {
  const known = new Map(units.units.map((unit) => [unit.name, unit]));
  const there = new Map(others.units.map((unit) => [unit.name, unit]));
  return new Map(
    names.flatMap((name): [string, Unit][] => {
      const unit = known.get(name) ?? partner(units.unitAt(name), isNamed ? undefined : there.get(name));
      return unit ? [[name, unit]] : [];
    }),
  );
}

function partner(unit: Unit | undefined, other: Unit | undefined): Unit | undefined {
  if (!unit || !other || unit.kind !== 'folder') return unit;
  const own = new Set(other.files);
  const files = unit.files.filter((file) => own.has(file));
  return files.length === 0 ? undefined : { ...unit, files };
}

export function identityIn(units: Units, unit: Unit | undefined): string | undefined {
  return unit && units.identityOf(unit);
}

function lockIn(units: Units, unit: Unit | undefined): string | undefined {
  return (
    unit &&
    units
      .locksOf(unit)
      .map(({ identity }) => identity)
      .join()
  );
}

/** Whether a unit contains objects that a lock or a catalog resolves. */
function asksForOperators(units: Units, unit: Unit | undefined): boolean {
  return unit !== undefined && units.mentioning(['Subscription', 'ClusterExtension'], [unit]).length > 0;
}

/**
 * Whether what reaches a cluster was not there on the other side, wherever else it was: the other side says which clusters there are, and
 * this one is not among them.
 */
export function arrives(others: Units, other: Unit | undefined, unit: Unit | undefined): boolean {
  return other === undefined && unit?.isDestination === true && others.reading === 'applications';
}
