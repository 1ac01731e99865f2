/** Reads a pair of units that a change touches: as a whole, or part by part. */
import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import { plainPath, type UnreadFile } from '../../olm/model/unread-file.js';
import type { State } from '../../review/index.js';
import { canHaveSources, withoutFiller } from '../applied/applied-here.js';
import type { MovedUnit } from '../applied/moved-units.js';
import type { GivenFiles } from '../input/read-files.js';
import type { Home } from '../trees/git-tree.js';
import type { Unit } from '../units/unit.js';
import type { Units } from '../units/units.js';
import { arrives, hasChanged, ofSide, type PairedUnits, type UnitPair } from './paired-units.js';
import { mayBeSeveral, readPair, type Side, type StatesRead } from './read-states.js';
import type { UnitStates } from './units-read.js';
import { withUntouched } from './untouched.js';

/** The units around a pair, and how sides are read. */
export interface ReadingPairs {
  readonly paired: PairedUnits;
  readonly base: Side;
  readonly head: Side;
  /** Both states without any object. */
  readonly empty: Pick<UnitStates, 'base' | 'head'>;
  /** The repository itself, as its Applications name it. */
  readonly home: () => Home | undefined;
  /** Both sides, with the settings of a cluster. */
  sidesOf(entry: ClusterEntry): readonly [base: Side, head: Side];
  /** The pairs that are read. A cluster can have the name of one of its parts, and be new or gone. */
  readonly done: Set<string>;
}

/** The pairs that are read for one touched unit. */
export interface PairsRead {
  readonly states: UnitStates[];
  readonly inParts: string[];
  readonly problems: Problem[];
}

/** A pair, and the cluster that it is a part of. */
interface NamedPair {
  readonly name: string;
  readonly pair: UnitPair;
  readonly cluster: string;
}

/** Both states of a pair, with the sources and sides that they are read from. */
interface PairRead extends StatesRead {
  readonly sources: readonly [base: GivenFiles | undefined, head: GivenFiles | undefined];
  readonly sides: readonly [base: Side, head: Side];
  readonly isCatalog: boolean;
}

/** Reads one pair of units. */
export function addPair(into: PairsRead, reading: ReadingPairs, named: NamedPair): void {
  const { name, pair } = named;
  const [one, other] = pair;
  const key = `${one?.kind} ${other?.kind} ${name}`;
  if (reading.done.has(key)) return;
  reading.done.add(key);
  if (isHalf(one, other)) {
    addParts(into, reading, named);
    return;
  }
  const read = readStatesOf(reading, pair);
  // A cluster that cannot be judged as a whole is judged part by part.
  if (partNames(pair).length > 0 && mayBeSeveral(read)) {
    into.inParts.push(name);
    addParts(into, reading, named);
    return;
  }
  into.problems.push(...read.head.problems.filter((problem) => isError(problem) || problem.isAside));
  const states = statesOf(reading, named, read);
  if (read.isCatalog && [states.base, states.head].every(hasNoManifest)) return;
  into.states.push({
    unit: name,
    ...((one ?? other)?.kind === 'cluster' ? { isCluster: true } : {}),
    ...withUntouched(states, aroundOf(reading, named)),
    options: read.options,
    appliedBy: other?.appliedBy ?? [],
  });
}

/** Reads the changed parts of a pair of clusters. */
function addParts(into: PairsRead, reading: ReadingPairs, { pair: [one, other], cluster }: NamedPair): void {
  const { paired } = reading;
  const { before, after } = paired;
  for (const name of partNames([one, other])) {
    const was = arrives(before, one, other) ? undefined : partOf(before, one, name);
    const is = arrives(after, other, one) ? undefined : partOf(after, other, name);
    if (hasChanged(paired, was, is)) addPair(into, reading, { name, pair: [was, is], cluster });
  }
}

function partNames([one, other]: UnitPair): readonly string[] {
  return [...new Map([...(one?.parts ?? []), ...(other?.parts ?? [])].map((part) => [part.name, part])).keys()];
}

/** Reads and evaluates both states of a pair. */
function readStatesOf({ paired, base, head, sidesOf }: ReadingPairs, [one, other]: UnitPair): PairRead {
  const { before, after, beside, catalogs } = paired;
  const entry = one?.entry ?? other?.entry;
  const sides = entry ? sidesOf(entry) : ([base, head] as const);
  const [was, is] = [one && before.read([one], beside[0]).get(one.name), other && after.read([other], beside[1]).get(other.name)];
  const names = unbuiltNow(was, is);
  const source = one && names.size > 0 ? before.unbuilt(one, names) : was;
  const sourceAfter = one && other && names.size > 0 ? after.refused(other, names) : is;
  // Bundles of a catalog are judged with their Subscriptions; a manifest among them is read like any other.
  const isCatalog = isOfCatalogs(one, catalogs[0]) && isOfCatalogs(other, catalogs[1]);
  const placing = ({ placement, ...options }: Side[1]): Side[1] => (isCatalog || !placement ? options : { ...options, placement });
  const isPlaced = one !== undefined && (before.isPlaced(one) || (other !== undefined && after.isPlaced(other)));
  const read = readPair(
    { sources: source ? [source] : [], options: placing(ofSide(sides[0])) },
    { sources: sourceAfter ? [sourceAfter] : [], options: placing(ofSide(sides[1])) },
    isPlaced ? 'placed' : 'unit',
  );
  return { ...read, sources: [source, sourceAfter], sides, isCatalog };
}

function isOfCatalogs(unit: Unit | undefined, files: ReadonlySet<string>): boolean {
  return unit?.files.every((file) => files.has(file)) ?? true;
}

/** Both states of a pair, each with the name of its revision, and with the paths of this repository that it applies. */
function statesOf(
  { paired, base, head, empty, home }: ReadingPairs,
  { name, pair: [one, other] }: NamedPair,
  read: PairRead,
): Pick<UnitStates, 'base' | 'head'> {
  const [source, sourceAfter] = read.sources;
  // If HEAD builds a kustomization that BASE could not, each file of it is read, and counts as new.
  const isMended = (source?.unbuilt ?? []).length > 0 && (sourceAfter?.unbuilt ?? []).length === 0;
  const isBuiltNow = ({ path, reason }: UnreadFile): boolean =>
    reason === 'not-applied' && isMended && other?.files.includes(path) === true;
  const [was, is] = [read.base.state ?? empty.base, read.head.state ?? empty.head];
  const isKept = (file: UnreadFile): boolean => other?.files.includes(file.path) !== true && staysInChart(paired, file);
  const old = { ...was, unread: was.unread.filter((file) => !isBuiltNow(file) && !isKept(file)) };
  return {
    base: { ...withGone(home, paired, withHere(home, paired.before, old, one, read.sides[0][1]), is), label: base[0] },
    head: { ...withHere(home, paired.after, is, other, read.sides[1][1]), label: head[0], ...movedFrom(name, paired.moved.get(name)) },
  };
}

/** Whether HEAD reads a chart's file with another unit, so that only a release of the chart is gone. */
function staysInChart({ is }: PairedUnits, { path, reason }: UnreadFile): boolean {
  return reason === 'chart-source' && [...is.values()].some(({ files }) => files.includes(path));
}

/** The state with the objects that only apply paths of this repository. A lenient read is not complete. */
function withHere(homeOf: ReadingPairs['home'], units: Units, state: State, unit: Unit | undefined, { lenient }: Side[1]): State {
  if (!unit || lenient || !state.given.some(canHaveSources)) return state;
  const home = homeOf();
  if (!home) return state;
  return {
    ...state,
    appliedHere: new Set(state.given.filter((object) => units.appliesHere(object, unit, home))),
    ownSources: ownSourcesOf(state, units, home),
  };
}

/** BASE with the objects that are gone, and applied only paths of this repository that were read. */
function withGone(homeOf: ReadingPairs['home'], { before, after, beside }: PairedUnits, base: State, head: State): State {
  // A lenient read is not complete.
  if (!base.ownSources) return base;
  const kept = new Set(head.given.map(keyWithGroup));
  const gone = base.given.filter((object) => canHaveSources(object) && !kept.has(keyWithGroup(object)));
  const home = gone.length > 0 ? homeOf() : undefined;
  if (!home) return base;
  const found = gone.flatMap((object) => {
    const plain = withoutFiller(object);
    const [was, is] = [before, after].map((units) => units.ownPaths(plain, home, base.given));
    if (!was || !is || was.missing.length > 0 || was.isChanged) return [];
    const paths = was.paths.filter((path) => !is.missing.includes(path));
    const left = leftAt(paths, after, beside[1]);
    return left ? [[object, { left }] as const] : [];
  });
  return { ...base, goneHere: new Map(found) };
}

/** The objects that the units at some paths have; nothing if one is not completely read. */
function leftAt(paths: readonly string[], units: Units, beside: PairedUnits['beside'][number]): readonly KubernetesObject[] | undefined {
  const found = paths.map((path) => {
    const unit = units.unitAt(plainPath(path) || '.');
    if (!unit) return undefined;
    units.read([unit], beside);
    return units.wholeObjects(unit);
  });
  return found.every((objects) => objects !== undefined) ? found.flat().filter(isNamedObject) : undefined;
}

/** The objects of a state that only apply paths of this repository. */
export function ownSourcesOf({ given }: State, units: Units, home: Home): NonNullable<State['ownSources']> {
  return new Map(
    given.flatMap((object) => {
      const own = units.ownPaths(object, home, given);
      return own ? [[object, own]] : [];
    }),
  );
}

/** The other parts of the pair's cluster. */
function aroundOf({ paired }: ReadingPairs, { pair: [one, other], cluster }: NamedPair): Parameters<typeof withUntouched>[1] {
  const { before, after, was, is } = paired;
  const own = [one, other].flatMap((unit) => (unit ? [unit, ...(unit.parts ?? [])] : []));
  const names = new Set(own.map(({ name }) => name));
  const others = (unit: Unit | undefined): readonly Unit[] => (unit?.parts ?? []).filter(({ name }) => !names.has(name));
  const isUntouched = (part: Unit): boolean => isUntouchedPart(paired, part, cluster);
  const [clusterBefore, clusterAfter] = [was.get(cluster), is.get(cluster)];
  return {
    units: after,
    parts: others(clusterAfter ?? clusterBefore).filter(isUntouched),
    read: new Set(own.flatMap(({ files }) => files)),
    // The touched parts are read apart.
    touched: {
      base: { units: before, parts: others(clusterBefore).filter((part) => !isUntouched(part)) },
      head: { units: after, parts: others(clusterAfter).filter((part) => !isUntouched(part)) },
    },
  };
}

/** The parts of a unit after the change that the change touches; of a unit without parts, the unit itself. */
export function changedParts(paired: PairedUnits, name: string): readonly Unit[] {
  const unit = paired.is.get(name);
  return unit?.parts?.filter((part) => !isUntouchedPart(paired, part, name)) ?? (unit ? [unit] : []);
}

function isUntouchedPart(paired: PairedUnits, { name }: Unit, cluster: string): boolean {
  const { before, after, was, is } = paired;
  return !hasChanged(paired, partOf(before, was.get(cluster), name), partOf(after, is.get(cluster), name));
}

/** The parts that only HEAD cannot build: they are compared by their files, not by their permissions. */
function unbuiltNow(base: GivenFiles | undefined, head: GivenFiles | undefined): ReadonlySet<string> {
  const before = new Set(base?.unbuilt);
  return new Set((head?.unbuilt ?? []).filter((name) => !before.has(name)));
}

function hasNoManifest({ documents }: State): boolean {
  return documents.every(({ value, bundle }) => bundle !== undefined || !isMapping(value) || !('kind' in value));
}

function movedFrom(to: string, moved: MovedUnit | undefined): Pick<State, 'movedFrom'> {
  return moved ? { movedFrom: { from: moved.from.name, to, same: moved.same } } : {};
}

/** Whether a cluster of Applications is in one state only: it can be new or gone with many units that the change does not touch. */
export function isHalf(...both: readonly (Unit | undefined)[]): boolean {
  return both.filter((unit) => unit?.kind === 'cluster' && unit.entry === undefined).length === 1;
}

/** A part of a cluster. A unit that no Application brings to the cluster can still be in the repository. */
function partOf(units: Units, cluster: Unit | undefined, name: string): Unit | undefined {
  const part = cluster?.parts?.find((its) => its.name === name);
  if (part || cluster?.entry) return part;
  const unit = units.unitAt(name);
  return unit?.kind === 'cluster' ? unit.parts?.find((its) => its.name === name) : unit;
}
