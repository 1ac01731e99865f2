/** Reads both states of a repository, unit by unit: only the units that a change touches. */
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import { LISTED, type UnreadFile } from '../../olm/model/unread-file.js';
import type { State } from '../../review/index.js';
import { type MovedUnit, movedUnits } from '../applied/moved-units.js';
import { catalogsOfSide } from '../bundles/catalogs-beside.js';
import type { GivenFiles } from '../input/read-files.js';
import { homeOf } from '../trees/git-tree.js';
import { type Choice, chosenUnits, inShard, isChoice, type Shard } from '../units/choose-units.js';
import type { Reading, Unit } from '../units/unit.js';
import { otherSide, type Units, unitsIn } from '../units/units.js';
import { narrowedPair } from './narrowed.js';
import { readState } from './read-state.js';
import { mayBeSeveral, readPair, type Side, type StatesRead } from './read-states.js';
import { besideKustomizations } from './unlisted.js';
import { withUntouched } from './untouched.js';

/** One unit in both states; a state without the unit is empty. */
export interface UnitStates {
  readonly unit: string;
  /** Set for a cluster, because a unit in the cluster can have the same name. */
  readonly isCluster?: true;
  readonly base: State;
  readonly head: State;
  /** The options of both evaluations. */
  readonly options: StatesRead['options'];
  /** Objects of Argo CD and Flux that apply the unit, after the change. */
  readonly appliedBy: readonly string[];
}

/** Unread files of both sides. */
export interface UnreadSides {
  readonly base: readonly UnreadFile[];
  readonly head: readonly UnreadFile[];
}

/** A unit that the change touches, with the states of the unit or of its parts. */
export interface TouchedUnit {
  readonly name: string;
  /** Problems of HEAD that leave objects out. */
  readonly problems: readonly Problem[];
  readonly states: readonly UnitStates[];
  /** Clusters that cannot be judged as a whole, and are reviewed part by part. */
  readonly inParts: readonly string[];
}

/** The result of reading a repository. */
export interface UnitsRead {
  /** The touched units of this shard. */
  readonly units: readonly TouchedUnit[];
  /** Both states without any object. */
  readonly empty: Pick<UnitStates, 'base' | 'head'>;
  /** Unread files in no unit. */
  readonly unread: UnreadSides;
  /** The number of units in either state. */
  readonly all: number;
  /** The names of the touched units of all shards. */
  readonly touched: readonly string[];
  /** Hashes of each unit's content, on either side. */
  readonly identities: readonly (readonly [name: string, base: string | undefined, head: string | undefined])[];
  /** Why the units are reviewed apart. */
  readonly reading: Reading;
  /** Whether each unit is a cluster. */
  readonly areClusters: boolean;
  /** ApplicationSets that the repository alone cannot expand, after the change. */
  readonly unexpanded: readonly string[];
  /** Touched units that load files from outside of a kustomization's folder, after the change. */
  readonly beyond: readonly string[];
  /** Requested names that neither state has. */
  readonly unknown: readonly string[];
}

/** Options that select units, and define how they are read. */
export interface UnitsAsked {
  /** The clusters of BASE: a change must not decide how it is judged. */
  readonly clusters?: readonly ClusterEntry[];
  readonly choice?: Choice;
  /** Whether units are read apart even if they make one cluster. @default false */
  readonly isApart?: boolean;
  /** Reads only the touched units of this shard. @default all */
  readonly shard?: Shard | undefined;
  /** Both sides, with the settings of a cluster. */
  sidesOf?(entry: ClusterEntry): readonly [base: Side, head: Side];
}

/** Reads the touched units of both states; nothing if both inputs are one unit, or make one cluster. */
export function readUnits(
  base: Side,
  head: Side,
  { clusters = [], choice = {}, isApart = false, shard, sidesOf = () => [base, head] }: UnitsAsked = {},
): UnitsRead | undefined {
  const found = [base, head].map(([input, options]) => unitsIn(input, clusters, options, isApart && 'apart'));
  const reading = found[0]?.reading ?? found[1]?.reading ?? (isChoice(choice) || isApart ? 'alternatives' : undefined);
  // A change can add the second unit.
  const [before, after] =
    reading === undefined
      ? found
      : found.map((units, index) => {
          const [input, options] = index === 0 ? base : head;
          return units ?? unitsIn(input, clusters, options, reading === 'applications' ? 'apart' : true);
        });
  if (!before || !after || reading === undefined) return undefined;
  const [empty, emptyAfter] = [emptyState(base), emptyState(head)];
  if (!empty || !emptyAfter) return undefined;
  const asked = isChoice(choice) ? [before, after].map((units) => chosenUnits(units, choice)) : [];
  const names = [...new Set((asked.length > 0 ? asked : [before, after]).flatMap(({ units }) => units).map(({ name }) => name))].sort();
  const unknown = (asked[0]?.unknown ?? []).filter((name) => asked[1]?.unknown.includes(name));
  const isNamed = (choice.unit ?? []).length > 0;
  const [was, is] = [byName(before, after, names, isNamed), byName(after, before, names, isNamed)];
  const [catalogs, catalogsAfter] = [before.below(ofSide(base).catalog ?? []), after.below(ofSide(head).catalog ?? [])];
  const otherCatalogs = before.identityOf({ files: [...catalogs] }) !== after.identityOf({ files: [...catalogsAfter] });
  const isOfCatalogs = (unit: Unit | undefined, files: ReadonlySet<string>): boolean =>
    unit?.files.every((file) => files.has(file)) ?? true;
  const hasChanged = (one: Unit | undefined, other: Unit | undefined): boolean =>
    identityIn(before, one) !== identityIn(after, other) ||
    ((otherCatalogs || lockIn(before, one) !== lockIn(after, other)) && (asksForOperators(before, one) || asksForOperators(after, other)));
  const changed = names.filter((name) => hasChanged(was.get(name), is.get(name)));
  const onlyIn = (some: ReadonlyMap<string, Unit>, others: ReadonlyMap<string, Unit>): Unit[] =>
    [...some.values()].filter(({ name }) => !others.has(name));
  const [beside, besideAfter] = [otherSide(head[0]), otherSide(base[0])];
  const moved = movedUnits(
    { units: before, beside, only: onlyIn(was, is).filter((unit) => !arrives(after, undefined, unit)) },
    { units: after, beside: besideAfter, only: onlyIn(is, was).filter((unit) => !arrives(before, undefined, unit)) },
    [...was.values()].filter(({ name }) => is.has(name)),
  );
  const left = new Set([...moved.values()].map(({ from }) => from.name));
  const allTouched = changed.filter((name) => !left.has(name));
  /** The unit in BASE that a unit of HEAD was. */
  const earlier = (name: string): Unit | undefined => moved.get(name)?.from ?? was.get(name);
  const costOf = ({ name }: { readonly name: string }): number => costIn(after, is.get(name)) + costIn(before, earlier(name));
  const named = allTouched.map((name) => ({ name }));
  const touched = (shard ? inShard(named, shard, costOf) : named).map(({ name }) => name);
  const narrowed = new Map(
    touched.map((name) => [name, narrowedPair([before, earlier(name)], [after, is.get(name)], [beside, besideAfter], hasChanged)]),
  );
  const whole = [...narrowed.values()].filter(([one, other]) => !isHalf(one, other));
  // Reads all units together; the readers keep the results.
  before.read(
    whole.flatMap(([one]) => one ?? []),
    beside,
  );
  after.read(
    whole.flatMap(([, other]) => other ?? []),
    besideAfter,
  );
  // Locks are read, although no kustomization lists them.
  const locks = new Set(allTouched.flatMap((name) => [...lockFilesIn(before, earlier(name)), ...lockFilesIn(after, is.get(name))]));
  const others = (files: readonly UnreadFile[]): UnreadFile[] => files.filter(({ file }) => !locks.has(file));
  // The change did not hide files that were already unlisted.
  const besides = (files: readonly UnreadFile[]): UnreadFile[] => besideKustomizations(others(files), before.isPlain);
  const unread = isChoice(choice) ? { base: [], head: [] } : withoutCommon(besides(before.unread()), besides(after.unread()));
  const done = new Set<string>();
  const home = homeOf(base[0], head[0]);
  // A lenient read is not complete.
  const withHere = (units: Units, state: State, unit: Unit | undefined, { lenient }: Side[1]): State =>
    home && unit && !lenient
      ? {
          ...state,
          appliedHere: new Set(state.given.filter((object) => units.appliesHere(object, unit, home))),
          ownSources: new Map(
            state.given.flatMap((object) => {
              const own = units.ownPaths(object, home);
              return own ? [[object, own]] : [];
            }),
          ),
        }
      : state;
  const isUntouched = ({ name }: Unit, cluster: string): boolean =>
    !hasChanged(partOf(before, was.get(cluster), name), partOf(after, is.get(cluster), name));
  const changedParts = (name: string): readonly Unit[] => {
    const unit = is.get(name);
    return unit?.parts?.filter((part) => !isUntouched(part, name)) ?? (unit ? [unit] : []);
  };
  /** The untouched parts of a cluster, other than the given units. */
  const partsAround = (cluster: string, own: readonly Unit[]): readonly Unit[] => {
    const names = new Set(own.map(({ name }) => name));
    return ((is.get(cluster) ?? was.get(cluster))?.parts ?? []).filter((part) => !names.has(part.name) && isUntouched(part, cluster));
  };
  /** The touched parts of a cluster, other than the given units: they are read apart. */
  const partsBeside = (unit: Unit | undefined, own: readonly Unit[], cluster: string): readonly Unit[] => {
    const names = new Set(own.map(({ name }) => name));
    return (unit?.parts ?? []).filter((part) => !names.has(part.name) && !isUntouched(part, cluster));
  };
  const isPlaced = (one: Unit, other: Unit | undefined): boolean => before.isPlaced(one) || (other !== undefined && after.isPlaced(other));
  const add = (into: ReadSoFar, name: string, one: Unit | undefined, other: Unit | undefined, cluster = name): void => {
    const isCluster = (one ?? other)?.kind === 'cluster';
    // A cluster can have the name of one of its parts, and be new or gone.
    const key = `${one?.kind} ${other?.kind} ${name}`;
    if (done.has(key)) return;
    done.add(key);
    const parts = [...new Map([...(one?.parts ?? []), ...(other?.parts ?? [])].map((part) => [part.name, part])).keys()];
    const addParts = (): void => {
      for (const part of parts) {
        const partBefore = arrives(before, one, other) ? undefined : partOf(before, one, part);
        const partAfter = arrives(after, other, one) ? undefined : partOf(after, other, part);
        if (hasChanged(partBefore, partAfter)) add(into, part, partBefore, partAfter, cluster);
      }
    };
    if (isHalf(one, other)) {
      addParts();
      return;
    }
    const entry = one?.entry ?? other?.entry;
    const [side, sideAfter] = entry ? sidesOf(entry) : [base, head];
    const sourceAfter = other && after.read([other], besideAfter).get(other.name);
    const source = one && sourceBefore(before.read([one], beside).get(one.name), sourceAfter, (names) => before.unbuilt(one, names));
    // Bundles of a catalog are judged with their Subscriptions; a manifest among them is read like any other.
    const isCatalog = isOfCatalogs(one, catalogs) && isOfCatalogs(other, catalogsAfter);
    const placing = ({ placement, ...options }: Side[1]): Side[1] => (isCatalog || !placement ? options : { ...options, placement });
    const {
      base: read,
      head: readAfter,
      options,
    } = readPair(
      { sources: source ? [source] : [], options: placing(ofSide(side)) },
      { sources: sourceAfter ? [sourceAfter] : [], options: placing(ofSide(sideAfter)) },
      one !== undefined && isPlaced(one, other) ? 'placed' : 'unit',
    );
    // A cluster that cannot be judged as a whole is judged part by part.
    if (parts.length > 0 && mayBeSeveral({ base: read, head: readAfter })) {
      into.inParts.push(name);
      addParts();
      return;
    }
    into.problems.push(...readAfter.problems.filter((problem) => isError(problem) || problem.isAside));
    // If HEAD builds a kustomization that BASE could not, each file of it is read, and counts as new.
    const isMended = (source?.unbuilt ?? []).length > 0 && (sourceAfter?.unbuilt ?? []).length === 0;
    const isBuiltNow = ({ path, reason }: UnreadFile): boolean =>
      reason === 'not-applied' && isMended && other?.files.includes(path) === true;
    const [old, now] = [read.state ?? empty, readAfter.state ?? emptyAfter];
    if (isCatalog && [old, now].every(hasNoManifest)) return;
    const unreadBefore = old.unread.filter((file) => !isBuiltNow(file));
    const own = [one, other].flatMap((unit) => (unit ? [unit, ...(unit.parts ?? [])] : []));
    const pair = {
      base: { ...withHere(before, { ...old, unread: unreadBefore }, one, side[1]), label: base[0] },
      head: { ...withHere(after, now, other, sideAfter[1]), label: head[0], ...movedFrom(name, moved.get(name)) },
    };
    const around = {
      units: after,
      parts: partsAround(cluster, own),
      read: new Set(own.flatMap(({ files }) => files)),
      touched: {
        base: { units: before, parts: partsBeside(was.get(cluster), own, cluster) },
        head: { units: after, parts: partsBeside(is.get(cluster), own, cluster) },
      },
    };
    const states = withUntouched(pair, around);
    into.states.push({ unit: name, ...(isCluster ? { isCluster } : {}), ...states, options, appliedBy: other?.appliedBy ?? [] });
  };
  const units = touched.map((name, index): TouchedUnit => {
    head[1].progress?.({ doing: 'reviewing', done: index, all: touched.length });
    const into: ReadSoFar = { states: [], inParts: [], problems: [] };
    add(into, name, ...(narrowed.get(name) ?? [undefined, undefined]));
    return { name, ...into };
  });
  const components = isChoice(choice) || (shard && shard.index > 1) ? [] : brokenComponents(before, after);
  const areClusters = names.every((name) => (was.get(name) ?? is.get(name))?.kind === 'cluster');
  const identities = names.map((name) => [name, identityIn(before, was.get(name)), identityIn(after, is.get(name))] as const);
  return {
    units: [...units, ...components],
    empty: { base: empty, head: emptyAfter },
    unread,
    all: names.length,
    touched: allTouched,
    identities,
    reading,
    areClusters,
    unexpanded: after.unexpanded,
    beyond: after.loadingBeyond(allTouched.flatMap((name) => changedParts(name))),
    unknown,
  };
}

/** Components that no kustomization loads, and that the change breaks. */
function brokenComponents(before: Units, after: Units): TouchedUnit[] {
  const was = new Map(before.components.map((unit) => [unit.name, unit]));
  const changed = after.components.filter((unit) => identityIn(before, was.get(unit.name)) !== identityIn(after, unit));
  const broken = [...after.componentProblems(changed)].filter(([, problems]) => problems.length > 0);
  const wasBroken = before.componentProblems(broken.flatMap(([name]) => was.get(name) ?? []));
  return broken
    .filter(([name]) => !wasBroken.get(name)?.length)
    .map(([name, problems]) => ({
      name,
      problems: problems.map((problem) => ({ ...problem, isAside: true as const })),
      states: [],
      inParts: [],
      base: [],
      head: [],
    }));
}

/** The files of BASE, without the parts that HEAD cannot build: these are compared by their files, not by their permissions. */
function sourceBefore(
  base: GivenFiles | undefined,
  head: GivenFiles | undefined,
  unbuilt: (names: ReadonlySet<string>) => GivenFiles | undefined,
): GivenFiles | undefined {
  const before = new Set(base?.unbuilt);
  const names = new Set((head?.unbuilt ?? []).filter((name) => !before.has(name)));
  return names.size === 0 ? base : unbuilt(names);
}

interface ReadSoFar {
  readonly states: UnitStates[];
  readonly inParts: string[];
  readonly problems: Problem[];
}

/** Drops unread files that are equal on both sides, except listed reasons and test data, so that their text is never read. */
function withoutCommon(base: readonly UnreadFile[], head: readonly UnreadFile[]): UnreadSides {
  const keyOf = ({ path, reason, content }: UnreadFile): string => JSON.stringify([path, reason, content]);
  const [before, after] = [base, head].map((files) => new Set(files.map(keyOf))) as [Set<string>, Set<string>];
  const isTold = (other: ReadonlySet<string>) => (file: UnreadFile) =>
    LISTED.has(file.reason) || file.reason === 'test-data' || !other.has(keyOf(file));
  return { base: base.filter(isTold(after)), head: head.filter(isTold(before)) };
}

function hasNoManifest({ documents }: State): boolean {
  return documents.every(({ value, bundle }) => bundle !== undefined || !isMapping(value) || !('kind' in value));
}

/** The options of a side, with the catalogs of its revision. */
function ofSide([input, options]: Side): Side[1] {
  return { ...options, catalog: catalogsOfSide(options.catalog ?? [], input) };
}

/** The state of a side without any files. */
export function emptyState([label, options]: Side): State | undefined {
  const { state } = readState([], options);
  return state && { ...state, label };
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

function identityIn(units: Units, unit: Unit | undefined): string | undefined {
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

function lockFilesIn(units: Units, unit: Unit | undefined): string[] {
  return unit ? units.locksOf(unit).map(({ file }) => file) : [];
}

/** Whether a unit contains objects that a lock or a catalog resolves. */
function asksForOperators(units: Units, unit: Unit | undefined): boolean {
  return unit !== undefined && units.mentioning(['Subscription', 'ClusterExtension'], [unit]).length > 0;
}

function costIn(units: Units, unit: Unit | undefined): number {
  return unit ? units.costOf(unit) : 0;
}

function movedFrom(to: string, moved: MovedUnit | undefined): Pick<State, 'movedFrom'> {
  return moved ? { movedFrom: { from: moved.from.name, to, same: moved.same } } : {};
}

/** Whether a cluster of Applications is in one state only: it can be new or gone with many units that the change does not touch. */
function isHalf(...both: readonly (Unit | undefined)[]): boolean {
  return both.filter((unit) => unit?.kind === 'cluster' && unit.entry === undefined).length === 1;
}

/**
 * Whether what reaches a cluster was not there on the other side, wherever else it was: the other side says which clusters there are, and
 * this one is not among them.
 */
function arrives(others: Units, other: Unit | undefined, unit: Unit | undefined): boolean {
  return other === undefined && unit?.isDestination === true && others.reading === 'applications';
}

/** A part of a cluster. A unit that no Application brings to the cluster can still be in the repository. */
function partOf(units: Units, cluster: Unit | undefined, name: string): Unit | undefined {
  const part = cluster?.parts?.find((its) => its.name === name);
  if (part || cluster?.entry) return part;
  const unit = units.unitAt(name);
  return unit?.kind === 'cluster' ? unit.parts?.find((its) => its.name === name) : unit;
}
