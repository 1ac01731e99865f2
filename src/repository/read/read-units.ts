/** Reads both states of a repository, unit by unit: only the units that a change touches. */
import { once } from '../../base/manifest/once.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import { LISTED, type UnreadFile } from '../../olm/model/unread-file.js';
import type { State } from '../../review/index.js';
import { DELIVERY_GROUPS, mentioningDeliveries } from '../applied/deliveries.js';
import { homeOf } from '../trees/git-tree.js';
import { type Choice, inShard, isChoice, type Shard } from '../units/choose-units.js';
import type { Unit } from '../units/unit.js';
import type { Units } from '../units/units.js';
import { narrowedPair } from './narrowed.js';
import {
  earlierUnit,
  hasChanged,
  identityIn,
  type PairedUnits,
  pairedUnits,
  touchedNames,
  type UnitPair,
  unitsOfBoth,
} from './paired-units.js';
import { addPair, changedParts, isHalf, type PairsRead, type ReadingPairs } from './read-pairs.js';
import { readState } from './read-state.js';
import type { Side } from './read-states.js';
import type { TouchedUnit, UnitsRead, UnreadSides } from './units-read.js';
import { besideKustomizations, withoutLoaded } from './unlisted.js';

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
export function readUnits(base: Side, head: Side, asked: UnitsAsked = {}): UnitsRead | undefined {
  const { choice = {}, shard, sidesOf = () => [base, head] } = asked;
  const both = unitsOfBoth(base, head, asked);
  const [empty, emptyAfter] = both ? [emptyState(base), emptyState(head)] : [];
  if (!both || !empty || !emptyAfter) return undefined;
  const paired = pairedUnits(both, base, head, choice);
  const { before, after, names, was, is } = paired;
  const allTouched = touchedNames(paired);
  const touched = shard ? inShardOf(paired, allTouched, shard) : allTouched;
  const narrowed = narrowedPairs(paired, touched);
  readTogether(paired, narrowed);
  const unread = isChoice(choice) ? { base: [], head: [] } : unreadOf(paired, allTouched);
  const reading: ReadingPairs = {
    paired,
    base,
    head,
    empty: { base: empty, head: emptyAfter },
    home: once(() => {
      const home = homeOf(base[0], head[0]);
      const areSettingsBuilt = [before, after].every(({ reading }) => reading === 'applications');
      return home && { ...home, ownRepositories: before.ownRepositories(home), areSettingsBuilt };
    }),
    sidesOf,
    done: new Set(),
  };
  const units = touched.map((name, index): TouchedUnit => {
    head[1].progress?.({ doing: 'reviewing', done: index, all: touched.length });
    const into: PairsRead = { states: [], inParts: [], problems: [] };
    addPair(into, reading, { name, pair: narrowed.get(name) ?? [undefined, undefined], cluster: name });
    return { name, ...into };
  });
  const components = isChoice(choice) || (shard && shard.index > 1) ? [] : brokenComponents(before, after);
  return {
    units: [...units, ...components],
    empty: reading.empty,
    unread,
    all: names.length,
    touched: allTouched,
    identities: names.map((name) => [name, identityIn(before, was.get(name)), identityIn(after, is.get(name))] as const),
    reading: both.reading,
    areClusters: names.every((name) => (was.get(name) ?? is.get(name))?.kind === 'cluster'),
    unexpanded: after.unexpanded,
    beyond: after.loadingBeyond(allTouched.flatMap((name) => changedParts(paired, name))),
    unknown: paired.unknown,
  };
}

/** The touched units of a shard. */
function inShardOf(paired: PairedUnits, touched: readonly string[], shard: Shard): readonly string[] {
  const { before, after, is } = paired;
  const costOf = ({ name }: { readonly name: string }): number => costIn(after, is.get(name)) + costIn(before, earlierUnit(paired, name));
  return inShard(
    touched.map((name) => ({ name })),
    shard,
    costOf,
  ).map(({ name }) => name);
}

/** The touched pairs, each reduced to the parts to read. */
function narrowedPairs(paired: PairedUnits, touched: readonly string[]): ReadonlyMap<string, UnitPair> {
  const { before, after, is, beside } = paired;
  return new Map(
    touched.map((name) => [
      name,
      narrowedPair([before, earlierUnit(paired, name)], [after, is.get(name)], beside, (one, other) => hasChanged(paired, one, other)),
    ]),
  );
}

/** Reads all units together; the readers keep the results. */
function readTogether({ before, after, beside }: PairedUnits, pairs: ReadonlyMap<string, UnitPair>): void {
  const whole = [...pairs.values()].filter(([one, other]) => !isHalf(one, other));
  before.read(
    whole.flatMap(([one]) => one ?? []),
    beside[0],
  );
  after.read(
    whole.flatMap(([, other]) => other ?? []),
    beside[1],
  );
}

/** The unread files of both sides in no unit. */
function unreadOf(paired: PairedUnits, touched: readonly string[]): UnreadSides {
  const { before, after, is } = paired;
  // Locks are read, although no kustomization lists them.
  const locks = new Set(
    touched.flatMap((name) => [...lockFilesIn(before, earlierUnit(paired, name)), ...lockFilesIn(after, is.get(name))]),
  );
  const others = (files: readonly UnreadFile[]): UnreadFile[] => files.filter(({ file }) => !locks.has(file));
  // The change did not hide files that were already unlisted.
  const besides = (files: readonly UnreadFile[]): UnreadFile[] => besideKustomizations(others(files), before.isPlain);
  const [old, now] = [besides(before.unread()), besides(after.unread())];
  const [deliver, deliverNow] = [before, after].map((units, side) =>
    deliveriesOf(
      units,
      touched.map((name) => (side === 0 ? earlierUnit(paired, name) : is.get(name))),
    ),
  );
  // With other deliveries, HEAD can apply a file in a way that is not known.
  const areSame = deliver !== undefined && deliver === deliverNow;
  return { ...withoutCommon(withoutLoaded(old, after.loadedAs), areSame ? withoutLoaded(now, before.loadedAs) : now), whole: old };
}

/** The objects of units that can make a tool apply manifests, as one text; undefined if not all of these units can be read. */
function deliveriesOf(units: Units, of: readonly (Unit | undefined)[]): string | undefined {
  const some = units.mentioning(
    DELIVERY_GROUPS,
    of.filter((unit) => unit !== undefined),
  );
  const objects = some.map((unit) => units.wholeObjects(unit));
  return objects.some((read) => read === undefined) ? undefined : mentioningDeliveries(objects.flatMap((read) => read ?? []));
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

/** Drops unread files that are equal on both sides, except listed reasons and test data, so that their text is never read. */
function withoutCommon(base: readonly UnreadFile[], head: readonly UnreadFile[]): UnreadSides {
  const keyOf = ({ path, reason, content }: UnreadFile): string => JSON.stringify([path, reason, content]);
  const [before, after] = [base, head].map((files) => new Set(files.map(keyOf))) as [Set<string>, Set<string>];
  const isTold = (other: ReadonlySet<string>) => (file: UnreadFile) =>
    LISTED.has(file.reason) || file.reason === 'test-data' || file.reason === 'test-step' || !other.has(keyOf(file));
  return { base: base.filter(isTold(after)), head: head.filter(isTold(before)) };
}

/** The state of a side without any files. */
export function emptyState([label, options]: Side): State | undefined {
  const { state } = readState([], options);
  return state && { ...state, label };
}

function lockFilesIn(units: Units, unit: Unit | undefined): string[] {
  return unit ? units.locksOf(unit).map(({ file }) => file) : [];
}

function costIn(units: Units, unit: Unit | undefined): number {
  return unit ? units.costOf(unit) : 0;
}
