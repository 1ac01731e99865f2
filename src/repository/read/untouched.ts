/** The rest of a cluster: what units that a change does not touch say of the roles, accounts and people that it names. */
import { type Asked, askedBy, boundRoles, marksWith, rolesNamed, type State, type Untouched, untouchedIn } from '../../review/index.js';
import type { Unit } from '../units/unit.js';
import type { Units } from '../units/units.js';
import { readUntouched, type UntouchedRead } from '../units/untouched.js';

type Pair = Readonly<Record<'base' | 'head', State>>;

/** Where to look. */
export interface Around {
  readonly units: Units;
  /** The parts of the cluster that the change does not touch. */
  readonly parts: readonly Unit[];
  /** What was read already. */
  readonly read: ReadonlySet<string>;
  /** Of each side, the other parts of the cluster that the change touches: they are reviewed apart, and can have another role of one name. */
  readonly touched: Readonly<Record<'base' | 'head', Beside>>;
}

interface Beside {
  readonly units: Units;
  readonly parts: readonly Unit[];
}

/** How often a role leads to another unit, at most. */
const MOST_STEPS = 4;

/** Both states with what else is in their cluster, as far as it decides about the change. */
export function withUntouched(pair: Pair, around: Around): Pair {
  const { base, head } = withRest(pair, around);
  return { base: withNamesakes(base, around.touched.base), head: withNamesakes(head, around.touched.head) };
}

/** A state with the roles of parts beside it that have a name which its bindings give. */
function withNamesakes(state: State, { units, parts }: Beside): State {
  const names = parts.length === 0 ? undefined : boundRoles(state);
  if (!names || names.size === 0) return state;
  const beside = untouchedOf(readUntouched(units, parts, names));
  const { untouched = untouchedOf(NOTHING) } = state;
  return { ...state, untouched: { ...untouched, roles: [...untouched.roles, ...beside.roles] } };
}

function withRest(pair: Pair, around: Around): Pair {
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

/** What is in the same cluster, from unit to unit. */
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

/** All other files, as they stand: nobody knows where they are applied. */
function elsewhere({ units, parts, read }: Around): Unit {
  const known = new Set([...read, ...parts.flatMap(({ files }) => files)]);
  const files = [...new Set(units.units.flatMap((unit) => unit.files))].filter((file) => !known.has(file));
  return { name: 'elsewhere', kind: 'folder', files };
}
