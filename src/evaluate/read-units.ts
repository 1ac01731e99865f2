/** Both states of a repository, unit by unit: those that a change touches are read, and no others. */
import { type Problem, stops } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import type { UnreadFile } from '../model/unread-file.js';
import { otherSide, type Unit, type Units, unitsIn } from '../source/units.js';
import type { State } from '../state/state.js';
import { readState } from './read-state.js';
import type { Side } from './read-states.js';

/** One unit in both states; a state without it is empty. */
export interface UnitStates {
  readonly unit: string;
  readonly base: State;
  readonly head: State;
}

/** What was read of a repository. */
export interface UnitsRead {
  readonly units: readonly UnitStates[];
  /** States with nothing but what was not read. */
  readonly rest: Omit<UnitStates, 'unit'>;
  /** Why units are not read in HEAD. */
  readonly problems: readonly Problem[];
  /** How many units there are in either state. */
  readonly all: number;
}

/** Reads the touched units of both states; nothing where their inputs are one unit each, or make one cluster. */
export function readUnits(base: Side, head: Side): UnitsRead | undefined {
  const [before, after] = [unitsIn(base[0]), unitsIn(head[0])];
  if (!before || !after || !(before.areAlternatives || after.areAlternatives)) return undefined;
  const [empty, emptyAfter] = [emptyState(base), emptyState(head)];
  if (!empty || !emptyAfter) return undefined;
  const names = [...new Set([...before.units, ...after.units].map(({ name }) => name))].sort();
  const [was, is] = [byName(before, names), byName(after, names)];
  const touched = names.filter((name) => identityIn(before, was.get(name)) !== identityIn(after, is.get(name)));
  const [given, givenAfter] = [before.read(some(was, touched), otherSide(head[0])), after.read(some(is, touched), otherSide(base[0]))];
  const units: UnitStates[] = [];
  const [unread, unreadAfter]: UnreadFile[][] = [[...before.unread()], [...after.unread()]];
  const problems: Problem[] = [];
  for (const unit of touched) {
    const [source, sourceAfter] = [given.get(unit), givenAfter.get(unit)];
    const read = source ? readState([source], base[1]) : { state: empty, problems: [] };
    const cluster: Cluster | undefined = read.state?.cluster;
    const readAfter = sourceAfter ? readState([sourceAfter], { ...head[1], before: cluster }) : { state: emptyAfter, problems: [] };
    problems.push(...readAfter.problems.filter(stops));
    if (!read.state) unread?.push(notBuilt(unit, before, was.get(unit)));
    // What nobody could read before is new.
    if (readAfter.state)
      units.push({ unit, base: { ...(read.state ?? empty), label: base[0] }, head: { ...readAfter.state, label: head[0] } });
    else unreadAfter?.push(notBuilt(unit, after, is.get(unit)));
  }
  const rest = { base: { ...empty, unread: unread ?? [] }, head: { ...emptyAfter, unread: unreadAfter ?? [] } };
  return { units, rest, problems, all: names.length };
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

function some(units: ReadonlyMap<string, Unit>, names: readonly string[]): Unit[] {
  return names.flatMap((name) => units.get(name) ?? []);
}

function notBuilt(path: string, units: Units, unit: Unit | undefined): UnreadFile {
  return { path, file: path, reason: 'not-built', content: identityIn(units, unit) ?? '' };
}
