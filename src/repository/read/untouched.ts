/** Adds the rest of a cluster: objects of untouched units about the roles, accounts and users that the change names. */
import { type Asked, askedBy, boundRoles, marksWith, rolesNamed, type State, type Untouched, untouchedIn } from '../../review/index.js';
import type { Unit } from '../units/unit.js';
import type { Units } from '../units/units.js';
import { readUntouched, type UntouchedRead } from '../units/untouched.js';

type Pair = Readonly<Record<'base' | 'head', State>>;

/** The units around the ones under review. */
export interface Around {
  readonly units: Units;
  /** The parts of the cluster that the change does not touch. */
  readonly parts: readonly Unit[];
  /** Files that are already read. */
  readonly read: ReadonlySet<string>;
  /** Per side, the cluster's other touched parts: they are reviewed apart, and can have another role with the same name. */
  readonly touched: Readonly<Record<'base' | 'head', Beside>>;
}

interface Beside {
  readonly units: Units;
  readonly parts: readonly Unit[];
}

/** The maximum number of steps from a role to further units. */
const MOST_STEPS = 4;

/** Both states, with the other objects of their cluster that matter to the change. */
export function withUntouched(pair: Pair, around: Around): Pair {
  const { base, head } = withObjectsAround(pair, around);
  return { base: withNamesakes(base, around.touched.base), head: withNamesakes(head, around.touched.head) };
}

/** A state, with those roles of the cluster's other parts that its bindings name. */
function withNamesakes(state: State, { units, parts }: Beside): State {
  const names = parts.length === 0 ? undefined : boundRoles(state);
  if (!names || names.size === 0) return state;
  const beside = untouchedOf(readUntouched(units, parts, names));
  const { untouched = untouchedOf(NOTHING) } = state;
  return { ...state, untouched: { ...untouched, roles: [...untouched.roles, ...beside.roles] } };
}

function withObjectsAround(pair: Pair, around: Around): Pair {
  const asked = askedBy(pair.base, pair.head);
  if (asked.names.size === 0) return pair;
  const read = inCluster(pair, around, asked);
  const certain = withBoth(pair, untouchedOf(read));
  const open = new Set([...askedBy(certain.base, certain.head).roles].filter((name) => asked.roles.has(name)));
  return open.size === 0 ? certain : withBoth(pair, untouchedOf(read, readUntouched(around.units, [elsewhere(around)], open)));
}

function withBoth({ base, head }: Pair, untouched: Untouched): Pair {
  return { base: { ...base, untouched }, head: { ...head, untouched } };
}

/** The objects of the same cluster, followed from unit to unit. */
function inCluster({ base, head }: Pair, { units, parts }: Around, asked: Asked): UntouchedRead {
  if (parts.length === 0) return NOTHING;
  let names = new Set([...asked.names, ...asked.namespaces]);
  for (let step = 1; ; step += 1) {
    const read = readUntouched(units, parts, names);
    const more = step < MOST_STEPS ? rolesNamed(untouchedOf(read), asked, [base, head]).filter((name) => !names.has(name)) : [];
    if (more.length === 0) return read;
    names = new Set([...names, ...more]);
  }
}

function untouchedOf(ofCluster: UntouchedRead, others: UntouchedRead = NOTHING): Untouched {
  const documents = [ofCluster, others].flatMap((read) => read.documents.map((one) => ({ ...one, isOfCluster: read === ofCluster })));
  return untouchedIn(
    documents,
    (object) => marksWith(['left-alone', 'unknown'], object).length > 0,
    (source, at) => ofCluster.place(source, at) ?? others.place(source, at),
  );
}

const NOTHING: UntouchedRead = { documents: [], place: () => undefined };

/** All other files, unbuilt: their place of application is unknown. */
function elsewhere({ units, parts, read }: Around): Unit {
  const known = new Set([...read, ...parts.flatMap(({ files }) => files)]);
  const files = [...new Set(units.units.flatMap((unit) => unit.files))].filter((file) => !known.has(file));
  return { name: 'elsewhere', kind: 'folder', files };
}
