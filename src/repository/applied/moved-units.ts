/**
 * Finds folders that a change renames, where the repository does not define what is applied: the old and the new folder are one unit,
 * and only the differences are reported. A folder that can be for another cluster is new, whatever its objects.
 */
import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import { compareText, isNamedObject } from '../../base/kubernetes/object.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { folderOfPath } from '../trees/file-tree.js';
import type { Unit } from '../units/unit.js';
import type { Units } from '../units/units.js';
import { nameOtherSites } from './sites.js';

/** The earlier unit of a moved one. */
export interface MovedUnit {
  readonly from: Unit;
  /** The number of objects with the same key in both. */
  readonly same: number;
}

/** One state, and the units that only this state has. */
export interface MovingSide {
  readonly units: Units;
  /** The other revision. */
  readonly beside: OtherSide;
  readonly only: readonly Unit[];
}

/** A removed and an added folder, with the number of their common objects. */
interface Candidate extends MovedUnit {
  readonly to: Unit;
  readonly keys: ReadonlySet<string>;
}

/**
 * The earlier unit in BASE of each moved unit of HEAD, by name. Pairs with the most common objects match first, each unit once.
 *
 * @param staying BASE's version of the units that are in both states
 */
export function movedUnits(base: MovingSide, head: MovingSide, staying: readonly Unit[]): ReadonlyMap<string, MovedUnit> {
  const isOpen = (unit: Unit): boolean => !base.units.isPlaced(unit) && !head.units.isPlaced(unit);
  const [gone, came] = [base.only.filter(isOpen), head.only.filter(isOpen)];
  const found = new Map<string, MovedUnit>();
  if (gone.length === 0 || came.length === 0) return found;
  const names = [base, head].map(({ units }) => new Set(units.units.map(({ name }) => name)));
  const was = keysIn(base, gone);
  const isOfOther = twins(base, staying, was);
  const taken = new Set<string>();
  for (const { from, to, same, keys } of candidates(was, keysIn(head, came))) {
    const isTaken = taken.has(from.name) || found.has(to.name);
    if (isTaken || nameOtherSites(from.name, to.name) || names.some((all) => areParallel(from, to, all)) || isOfOther(from, to, keys))
      continue;
    taken.add(from.name);
    found.set(to.name, { from, same });
  }
  return found;
}

/** Objects in more folders than MANY identify none of them; a folder with more than SEVERAL candidates is ambiguous. */
const MANY = 100;
const SEVERAL = 10;

/** Pairs of units that are mostly equal, sorted by common objects. */
function candidates(was: ReadonlyMap<Unit, ReadonlySet<string>>, is: ReadonlyMap<Unit, ReadonlySet<string>>): Candidate[] {
  const holders = new Map<string, Unit[]>();
  for (const [unit, keys] of was) for (const key of keys) holders.set(key, [...(holders.get(key) ?? []), unit]);
  const found = [...is].flatMap(([to, keys]) => {
    const common = new Map<Unit, number>();
    for (const key of keys) {
      const its = holders.get(key) ?? [];
      if (its.length <= MANY) for (const from of its) common.set(from, (common.get(from) ?? 0) + 1);
    }
    const alike = [...common].flatMap(([from, same]): Candidate[] => {
      const old = was.get(from) ?? new Set();
      return areAlike(same, old, keys) ? [{ from, to, same, keys: old }] : [];
    });
    return alike.length > SEVERAL ? [] : alike;
  });
  return found.sort((a, b) => b.same - a.same || compareText(a.from.name, b.from.name) || compareText(a.to.name, b.to.name));
}

/** The keys of the objects, for completely read units with objects. */
function keysIn({ units, beside }: Pick<MovingSide, 'units' | 'beside'>, of: readonly Unit[]): ReadonlyMap<Unit, ReadonlySet<string>> {
  units.read(of, beside);
  return new Map(
    of.flatMap((unit): [Unit, ReadonlySet<string>][] => {
      const keys = new Set((units.wholeObjects(unit) ?? []).filter(isNamedObject).map(keyWithGroup));
      return keys.size === 0 ? [] : [[unit, keys]];
    }),
  );
}

/** Whether more than two thirds of both sets are common. */
function areAlike(same: number, ...both: readonly ReadonlySet<string>[]): boolean {
  return both.every(({ size }) => same * 3 > size * 2);
}

// Paths that indicate the cluster of a unit.

/** Splits two paths into their common start and the rest of each. */
function parting(from: string, to: string): readonly [common: readonly string[], was: readonly string[], is: readonly string[]] {
  const [was, is] = [from.split('/'), to.split('/')];
  const at = [...was, ''].findIndex((folder, index) => folder !== is[index]);
  return [was.slice(0, at), was.slice(at), is.slice(at)];
}

/** Whether a state has both folders by which two paths differ, with units of the same names: each is then for another purpose. */
function areParallel({ name: from }: Unit, { name: to }: Unit, names: ReadonlySet<string>): boolean {
  const [common, [was], [is]] = parting(from, to);
  if (was === undefined || is === undefined) return false;
  const [one, other] = [was, is].map((folder) => `${[...common, folder].join('/')}/`) as [string, string];
  return [...names].some((name) => name.startsWith(one) && names.has(other + name.slice(one.length)));
}

/**
 * Whether a third folder has the objects of the removed one, and its path differs in the same part as the new path: that part then
 * indicates the cluster.
 *
 * @param staying units in both states; neighbours among them count, too
 */
function twins(
  base: MovingSide,
  staying: readonly Unit[],
  gone: ReadonlyMap<Unit, ReadonlySet<string>>,
): (from: Unit, to: Unit, keys: ReadonlySet<string>) => boolean {
  const known = new Map<Unit, ReadonlySet<string>>(gone);
  return (from, to, keys) => {
    const isInLine = inLine(from.name, to.name);
    const folders = [from, to].map(({ name }) => folderOfPath(name));
    const beside = staying.filter(({ name }) => isInLine(name) || folders.includes(folderOfPath(name)));
    const names = [...keys].map((key) => key.slice(Math.max(key.lastIndexOf('/'), key.lastIndexOf(' ')) + 1));
    const stay = base.units.mentioning(names, beside, true);
    const unknown = stay.filter((unit) => !known.has(unit));
    for (const [unit, its] of keysIn(base, unknown)) known.set(unit, its);
    const others = [...gone.keys()].filter((unit) => unit !== from && isInLine(unit.name));
    return [...stay, ...others].some((unit) => {
      const its = known.get(unit) ?? new Set();
      return areAlike([...keys].filter((key) => its.has(key)).length, keys, its);
    });
  };
}

/** Tests whether a path has the common start and end of these two paths. */
function inLine(from: string, to: string): (name: string) => boolean {
  const [start, was, is] = parting(from, to);
  const [end] = parting([...was].reverse().join('/'), [...is].reverse().join('/'));
  return (name) => {
    const own = name.split('/');
    const isSame = (folders: readonly string[], others: readonly string[]): boolean => folders.every((folder, at) => others[at] === folder);
    return own.length >= start.length + end.length && isSame(start, own) && isSame(end, own.reverse());
  };
}
