/** Both states of a repository, unit by unit: those that a change touches are read, and no others. */
import { type Problem, stops } from '../manifest/problem.js';
import type { ClusterEntry } from '../model/cluster-entry.js';
import type { UnreadFile } from '../model/unread-file.js';
import { catalogsOfSide } from '../source/catalogs-beside.js';
import { type Choice, chosenUnits, isChoice } from '../source/choose-units.js';
import { inShard, type Shard } from '../source/shards.js';
import type { Reading, Unit } from '../source/unit.js';
import { otherSide, type Units, unitsIn } from '../source/units.js';
import type { State } from '../state/state.js';
import { narrowedPair } from './narrowed.js';
import { readState } from './read-state.js';
import type { Side } from './read-states.js';

/** One unit in both states; a state without it is empty. */
export interface UnitStates {
  readonly unit: string;
  readonly base: State;
  readonly head: State;
  /** Argo CD's and Flux's objects that name it, after the change. */
  readonly appliedBy: readonly string[];
}

/** What was read of a repository. */
export interface UnitsRead {
  readonly units: readonly UnitStates[];
  /** States with nothing but what was not read. */
  readonly rest: Pick<UnitStates, 'base' | 'head'>;
  /** Why units are not read in HEAD. */
  readonly problems: readonly Problem[];
  /** How many units there are in either state. */
  readonly all: number;
  /** How many of them the change touches, in all shards. */
  readonly touched: number;
  /** Why each is reviewed apart. */
  readonly reading: Reading;
  /** Whether each of them is a cluster. */
  readonly areClusters: boolean;
  /** ApplicationSets of which the repository alone does not say what they apply, after the change. */
  readonly unexpanded: readonly string[];
  /** Clusters that are no whole, and reviewed part by part. */
  readonly inParts: readonly string[];
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
  const [before, after] = [base, head].map(([input, { remote }]) => unitsIn(input, clusters, remote));
  const reading = before?.reading ?? after?.reading ?? (isChoice(choice) ? 'alternatives' : undefined);
  if (!before || !after || reading === undefined) return undefined;
  const [empty, emptyAfter] = [emptyState(base), emptyState(head)];
  if (!empty || !emptyAfter) return undefined;
  const asked = isChoice(choice) ? [before, after].map((units) => chosenUnits(units, choice)) : [];
  const names = [...new Set((asked.length > 0 ? asked : [before, after]).flatMap(({ units }) => units).map(({ name }) => name))].sort();
  const unknown = (asked[0]?.unknown ?? []).filter((name) => asked[1]?.unknown.includes(name));
  const [was, is] = [byName(before, names), byName(after, names)];
  const hasChanged = (one: Unit | undefined, other: Unit | undefined): boolean => identityIn(before, one) !== identityIn(after, other);
  const allTouched = names.filter((name) => hasChanged(was.get(name), is.get(name)));
  const costOf = ({ name }: { readonly name: string }): number =>
    [[after, is] as const, [before, was] as const].reduce((cost, [units, known]) => cost + costIn(units, known.get(name)), 0);
  const named = allTouched.map((name) => ({ name }));
  const touched = (shard ? inShard(named, shard, costOf) : named).map(({ name }) => name);
  // What is read of a unit is read together, and kept.
  const [beside, besideAfter] = [otherSide(head[0]), otherSide(base[0])];
  const narrowed = new Map(
    touched.map((name) => [name, narrowedPair([before, was.get(name)], [after, is.get(name)], [beside, besideAfter])]),
  );
  const whole = [...narrowed.values()].filter(([one, other]) => !isHalf(one, other));
  before.read(
    whole.flatMap(([one]) => one ?? []),
    beside,
  );
  after.read(
    whole.flatMap(([, other]) => other ?? []),
    besideAfter,
  );
  const units: UnitStates[] = [];
  const [unread, unreadAfter] = isChoice(choice) ? [[], []] : ([[...before.unread()], [...after.unread()]] as [UnreadFile[], UnreadFile[]]);
  const problems: Problem[] = [];
  const inParts: string[] = [];
  const done = new Set<string>();
  const add = (name: string, one: Unit | undefined, other: Unit | undefined): void => {
    const key = `${(one ?? other)?.kind === 'cluster'} ${name}`;
    if (done.has(key)) return;
    done.add(key);
    const parts = [...new Map([...(one?.parts ?? []), ...(other?.parts ?? [])].map((part) => [part.name, part])).keys()];
    const addParts = (): void => {
      for (const part of parts) {
        const [partBefore, partAfter] = [partOf(before, one, part), partOf(after, other, part)];
        if (hasChanged(partBefore, partAfter)) add(part, partBefore, partAfter);
      }
    };
    if (isHalf(one, other)) {
      addParts();
      return;
    }
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
    if (parts.length > 0 && (!read.state || !readAfter.state)) {
      inParts.push(name);
      addParts();
      return;
    }
    problems.push(...readAfter.problems.filter(stops));
    if (!read.state) unread.push(notBuilt(name, before, one));
    // What nobody could read before is new.
    if (readAfter.state)
      units.push({
        unit: name,
        base: { ...(read.state ?? empty), label: base[0] },
        head: { ...readAfter.state, label: head[0] },
        appliedBy: other?.appliedBy ?? [],
      });
    else unreadAfter.push(notBuilt(name, after, other));
  };
  for (const name of touched) add(name, ...(narrowed.get(name) ?? [undefined, undefined]));
  const rest = { base: { ...empty, unread }, head: { ...emptyAfter, unread: unreadAfter } };
  const areClusters = names.every((name) => (was.get(name) ?? is.get(name))?.kind === 'cluster');
  return {
    units,
    rest,
    problems,
    all: names.length,
    touched: allTouched.length,
    reading,
    areClusters,
    inParts,
    unexpanded: after.unexpanded,
    unknown,
  };
}

/** Catalogs of a revision are those of that revision. */
function ofSide([input, options]: Side): Side[1] {
  return { ...options, catalog: catalogsOfSide(options.catalog ?? [], input) };
}

function emptyState([label, options]: Side): State | undefined {
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

function costIn(units: Units, unit: Unit | undefined): number {
  return unit ? units.costOf(unit) : 0;
}

/** A cluster that Applications make is new or gone with many units that the change does not touch. */
function isHalf(...both: readonly (Unit | undefined)[]): boolean {
  return both.filter((unit) => unit?.kind === 'cluster' && unit.entry === undefined).length === 1;
}

/** A part of a cluster. What Applications do not bring there can be in the repository for all that. */
function partOf(units: Units, cluster: Unit | undefined, name: string): Unit | undefined {
  const part = cluster?.parts?.find((its) => its.name === name);
  if (part || cluster?.entry) return part;
  const unit = units.unitAt(name);
  return unit?.kind === 'cluster' ? unit.parts?.find((its) => its.name === name) : unit;
}

function notBuilt(path: string, units: Units, unit: Unit | undefined): UnreadFile {
  return { path, file: path, reason: 'not-built', content: identityIn(units, unit) ?? '' };
}
