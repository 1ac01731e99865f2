/**
 * Folders that a change renames where nothing of the repository says what is applied: what is gone and what came are one unit, of which
 * only what differs is told. A folder that can be for another cluster is none of these, whatever its objects: it is new.
 */
import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import { compareText, isNamedObject } from '../../base/kubernetes/object.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { folderOfPath } from '../trees/file-tree.js';
import type { Unit } from '../units/unit.js';
import type { Units } from '../units/units.js';
import { nameOtherSites } from './sites.js';

/** Where a unit was. */
export interface MovedUnit {
  readonly from: Unit;
  /** How many objects have the same key in both. */
  readonly same: number;
}

/** One state, and its units that the other one does not have. */
export interface MovingSide {
  readonly units: Units;
  /** The other side. */
  readonly beside: OtherSide;
  readonly only: readonly Unit[];
}

/** A folder that is gone and one that came, with how many objects they have in common. */
interface Candidate extends MovedUnit {
  readonly to: Unit;
  readonly keys: ReadonlySet<string>;
}

/**
 * By the names of HEAD's units, what each was in BASE: those with the most objects in common first, each once.
 *
 * @param staying units that are in both states, as BASE has them
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

/** What more folders have says nothing about where one of them is; nor is it known which one moved if it can be any of several. */
const MANY = 100;
const SEVERAL = 10;

/** Those that are mostly the same, in their order. */
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

/** What identifies the objects of units that are read whole and have any. */
function keysIn({ units, beside }: Pick<MovingSide, 'units' | 'beside'>, of: readonly Unit[]): ReadonlyMap<Unit, ReadonlySet<string>> {
  units.read(of, beside);
  return new Map(
    of.flatMap((unit): [Unit, ReadonlySet<string>][] => {
      const keys = new Set((units.wholeObjects(unit) ?? []).filter(isNamedObject).map(keyWithGroup));
      return keys.size === 0 ? [] : [[unit, keys]];
    }),
  );
}

/** Whether more than two thirds of both are the same. */
function areAlike(same: number, ...both: readonly ReadonlySet<string>[]): boolean {
  return both.every(({ size }) => same * 3 > size * 2);
}

// Where paths say for which cluster something is.

/** Where two paths part: what both begin with, and the rest of each. */
function parting(from: string, to: string): readonly [common: readonly string[], was: readonly string[], is: readonly string[]] {
  const [was, is] = [from.split('/'), to.split('/')];
  const at = [...was, ''].findIndex((folder, index) => folder !== is[index]);
  return [was.slice(0, at), was.slice(at), is.slice(at)];
}

/** Whether the folders by which two paths part stand side by side in a state, with units of one name in both: then each is for something else. */
function areParallel({ name: from }: Unit, { name: to }: Unit, names: ReadonlySet<string>): boolean {
  const [common, [was], [is]] = parting(from, to);
  if (was === undefined || is === undefined) return false;
  const [one, other] = [was, is].map((folder) => `${[...common, folder].join('/')}/`) as [string, string];
  return [...names].some((name) => name.startsWith(one) && names.has(other + name.slice(one.length)));
}

/**
 * Whether another folder has the objects of one that is gone, and its path differs from that one where the new path does: then that part
 * of a path says for which cluster each is.
 *
 * @param staying those of which neighbours count, too
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

/** Whether a path begins and ends as both of these do. */
function inLine(from: string, to: string): (name: string) => boolean {
  const [start, was, is] = parting(from, to);
  const [end] = parting([...was].reverse().join('/'), [...is].reverse().join('/'));
  return (name) => {
    const own = name.split('/');
    const isSame = (folders: readonly string[], others: readonly string[]): boolean => folders.every((folder, at) => others[at] === folder);
    return own.length >= start.length + end.length && isSame(start, own) && isSame(end, own.reverse());
  };
}
