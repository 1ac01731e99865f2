/** Both states of a repository, unit by unit: those that a change touches are read, and no others. */
import { isMapping } from '../manifest/plain-data.js';
import { type Problem, stops } from '../manifest/problem.js';
import type { ClusterEntry } from '../model/cluster-entry.js';
import type { UnreadFile } from '../model/unread-file.js';
import { catalogsOfSide } from '../source/catalogs-beside.js';
import { type Choice, chosenUnits, isChoice } from '../source/choose-units.js';
import { progress } from '../source/progress.js';
import { inShard, type Shard } from '../source/shards.js';
import type { Reading, Unit } from '../source/unit.js';
import { otherSide, type Units, unitsIn } from '../source/units.js';
import type { State } from '../state/state.js';
import { readState } from './read-state.js';
import type { Side } from './read-states.js';

/** One unit in both states; a state without it is empty. */
export interface UnitStates {
  readonly unit: string;
  readonly base: State;
  readonly head: State;
}

/** Why a unit was not read whole, on both sides. */
export interface UnitUnread {
  /** Of HEAD. */
  readonly problems: readonly Problem[];
  readonly base: readonly UnreadFile[];
  readonly head: readonly UnreadFile[];
}

/** What was read of a unit that the change touches, or of its parts. */
export interface TouchedUnit extends UnitUnread {
  readonly name: string;
  readonly states: readonly UnitStates[];
}

/** What was read of a repository. */
export interface UnitsRead {
  /** Of those that the change touches, the ones of this shard. */
  readonly units: readonly TouchedUnit[];
  /** Both states without anything. */
  readonly empty: Omit<UnitStates, 'unit'>;
  /** What is in no unit, and not read. */
  readonly unread: Pick<UnitUnread, 'base' | 'head'>;
  /** How many units there are in either state. */
  readonly all: number;
  /** Those that the change touches, in all shards. */
  readonly touched: readonly string[];
  /** Changes with anything that any unit is made of, on either side. */
  readonly identities: readonly (readonly [name: string, base: string | undefined, head: string | undefined])[];
  /** Why each is reviewed apart. */
  readonly reading: Reading;
  /** Whether each of them is a cluster. */
  readonly areClusters: boolean;
  /** Names that were asked for, and that neither state has. */
  readonly unknown: readonly string[];
}

/** What says which units there are, and how they are read. */
export interface UnitsAsked {
  /** The clusters of BASE: a change must not decide how it is judged. */
  readonly clusters?: readonly ClusterEntry[];
  readonly choice?: Choice;
  /** Of all units that the change touches, only those of this part are read. @default all */
  readonly shard?: Shard | undefined;
  /** Both sides with the settings of a cluster. */
  sidesOf?(entry: ClusterEntry): readonly [base: Side, head: Side];
}

/** Reads the touched units of both states; nothing where their inputs are one unit each, or make one cluster. */
export function readUnits(
  base: Side,
  head: Side,
  { clusters = [], choice = {}, shard, sidesOf = () => [base, head] }: UnitsAsked = {},
): UnitsRead | undefined {
  const [before, after] = [base, head].map(([input, options]) => unitsIn(input, clusters, options));
  const reading = before?.reading ?? after?.reading ?? (isChoice(choice) ? 'alternatives' : undefined);
  if (!before || !after || reading === undefined) return undefined;
  const [empty, emptyAfter] = [emptyState(base), emptyState(head)];
  if (!empty || !emptyAfter) return undefined;
  const asked = isChoice(choice) ? [before, after].map((units) => chosenUnits(units, choice)) : [];
  const names = [...new Set((asked.length > 0 ? asked : [before, after]).flatMap(({ units }) => units).map(({ name }) => name))].sort();
  const unknown = (asked[0]?.unknown ?? []).filter((name) => asked[1]?.unknown.includes(name));
  const [was, is] = [byName(before, names), byName(after, names)];
  const [catalogs, catalogsAfter] = [before.below(ofSide(base).catalog ?? []), after.below(ofSide(head).catalog ?? [])];
  const otherCatalogs = before.identityOf({ files: [...catalogs] }) !== after.identityOf({ files: [...catalogsAfter] });
  const isOfCatalogs = (unit: Unit | undefined, files: ReadonlySet<string>): boolean =>
    unit?.files.every((file) => files.has(file)) ?? true;
  const hasChanged = (one: Unit | undefined, other: Unit | undefined): boolean =>
    identityIn(before, one) !== identityIn(after, other) ||
    ((otherCatalogs || lockIn(before, one) !== lockIn(after, other)) && (asksForOperators(before, one) || asksForOperators(after, other)));
  const allTouched = names.filter((name) => hasChanged(was.get(name), is.get(name)));
  const costOf = ({ name }: { readonly name: string }): number =>
    [[after, is] as const, [before, was] as const].reduce((cost, [units, known]) => cost + costIn(units, known.get(name)), 0);
  const named = allTouched.map((name) => ({ name }));
  const touched = (shard ? inShard(named, shard, costOf) : named).map(({ name }) => name);
  // What is read of a unit is read together, and kept.
  const [beside, besideAfter] = [otherSide(head[0]), otherSide(base[0])];
  before.read(some(was, touched), beside);
  after.read(some(is, touched), besideAfter);
  // No kustomization lists a lock, which is read for all that.
  const locks = new Set(allTouched.flatMap((name) => [lockFileIn(before, was.get(name)), lockFileIn(after, is.get(name))]));
  const others = (files: readonly UnreadFile[]): UnreadFile[] => files.filter(({ file }) => !locks.has(file));
  const unread = isChoice(choice) ? { base: [], head: [] } : { base: others(before.unread()), head: others(after.unread()) };
  const add = (into: ReadSoFar, name: string, one: Unit | undefined, other: Unit | undefined): void => {
    const entry = one?.entry ?? other?.entry;
    const [side, sideAfter] = entry ? sidesOf(entry) : [base, head];
    const [source, sourceAfter] = [
      one && before.read([one], beside).get(one.name),
      other && after.read([other], besideAfter).get(other.name),
    ];
    const read = source ? readState([source], ofSide(side)) : { state: empty, problems: [] };
    const readAfter = sourceAfter
      ? readState([sourceAfter], { ...ofSide(sideAfter), before: read.state?.cluster })
      : { state: emptyAfter, problems: [] };
    // What of a cluster cannot be judged as one whole is judged part by part.
    const parts = [...new Map([...(one?.parts ?? []), ...(other?.parts ?? [])].map((part) => [part.name, part])).keys()];
    if (parts.length > 0 && (!read.state || !readAfter.state)) {
      for (const part of parts) {
        const [partBefore, partAfter] = [one, other].map((unit) => unit?.parts?.find((its) => its.name === part));
        if (hasChanged(partBefore, partAfter)) add(into, part, partBefore, partAfter);
      }
      return;
    }
    into.problems.push(...readAfter.problems.filter(stops));
    if (!read.state) into.base.push(notBuilt(name, before, one));
    // What nobody could read before is new.
    // Bundles of a catalog are judged with what asks for them; a manifest among them is one like any other.
    const isCatalog = isOfCatalogs(one, catalogs) && isOfCatalogs(other, catalogsAfter);
    if (isCatalog && read.state && readAfter.state && [read.state, readAfter.state].every(hasNoManifest)) return;
    if (readAfter.state)
      into.states.push({ unit: name, base: { ...(read.state ?? empty), label: base[0] }, head: { ...readAfter.state, label: head[0] } });
    else into.head.push(notBuilt(name, after, other));
  };
  const units = touched.map((name, done): TouchedUnit => {
    progress({ doing: 'reviewing', done, all: touched.length });
    const into: ReadSoFar = { states: [], problems: [], base: [], head: [] };
    add(into, name, was.get(name), is.get(name));
    return { name, ...into };
  });
  const areClusters = names.every((name) => (was.get(name) ?? is.get(name))?.kind === 'cluster');
  const identities = names.map((name) => [name, identityIn(before, was.get(name)), identityIn(after, is.get(name))] as const);
  return {
    units,
    empty: { base: empty, head: emptyAfter },
    unread,
    all: names.length,
    touched: allTouched,
    identities,
    reading,
    areClusters,
    unknown,
  };
}

interface ReadSoFar {
  readonly states: UnitStates[];
  readonly problems: Problem[];
  readonly base: UnreadFile[];
  readonly head: UnreadFile[];
}

function hasNoManifest({ documents }: State): boolean {
  return documents.every(({ value, bundle }) => bundle !== undefined || !isMapping(value) || !('kind' in value));
}

/** Catalogs of a revision are those of that revision. */
function ofSide([input, options]: Side): Side[1] {
  return { ...options, catalog: catalogsOfSide(options.catalog ?? [], input) };
}

/** The state of a side without any files. */
export function emptyState([label, options]: Side): State | undefined {
  const { state } = readState([], options);
  return state && { ...state, label };
}

function byName(units: Units, names: readonly string[]): ReadonlyMap<string, Unit> {
  const known = new Map(units.units.map((unit) => [unit.name, unit]));
  return new Map(
    names.flatMap((name): [string, Unit][] => {
      const unit = known.get(name) ?? units.unitAt(name);
      return unit ? [[name, unit]] : [];
    }),
  );
}

function identityIn(units: Units, unit: Unit | undefined): string | undefined {
  return unit && units.identityOf(unit);
}

function lockIn(units: Units, unit: Unit | undefined): string | undefined {
  return unit && units.lockOf(unit)?.identity;
}

function lockFileIn(units: Units, unit: Unit | undefined): string | undefined {
  return unit && units.lockOf(unit)?.file;
}

/** Whether a lock or a catalog beside it says something of a unit. */
function asksForOperators(units: Units, unit: Unit | undefined): boolean {
  return unit !== undefined && units.mentioning(['Subscription', 'ClusterExtension'], [unit]).length > 0;
}

function costIn(units: Units, unit: Unit | undefined): number {
  return unit ? units.costOf(unit) : 0;
}

function some(units: ReadonlyMap<string, Unit>, names: readonly string[]): Unit[] {
  return names.flatMap((name) => units.get(name) ?? []);
}

function notBuilt(path: string, units: Units, unit: Unit | undefined): UnreadFile {
  return { path, file: path, reason: 'not-built', content: identityIn(units, unit) ?? '' };
}
