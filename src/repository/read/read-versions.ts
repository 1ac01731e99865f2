/** Reads both states of a folder of bundles. A new or changed version is paired with its predecessor, as if both were installed. */
import { isError } from '../../base/manifest/problem.js';
import type { State } from '../../review/index.js';
import { bundleVersions, type VersionPair } from '../bundles/bundle-versions.js';
import { type GivenFiles, namesOf } from '../input/read-files.js';
import { inShard, type Shard } from '../units/choose-units.js';
import { readPair, type Side } from './read-states.js';
import { emptyState } from './read-units.js';
import type { TouchedUnit, UnitsRead } from './units-read.js';

/** The name of the unit with all files outside of the bundles. */
const REST = '.';

/** Reads the versions that a change touches; undefined unless the inputs are folders of bundles that install no operator. */
export function readVersions(base: Side, head: Side, shard?: Shard): UnitsRead | undefined {
  const found = bundleVersions(base[0], head[0]);
  const [empty, emptyAfter] = found ? [emptyState(base), emptyState(head)] : [];
  if (!found || !empty || !emptyAfter) return undefined;
  const { touched, rest } = found;
  const unitOf = (
    name: string,
    sources: readonly [was: readonly (string | GivenFiles)[], is: readonly (string | GivenFiles)[]],
  ): TouchedUnit => {
    const [was, is] = sources;
    // A removed bundle stays installed where it runs: its removal takes nothing away, so it is read as not installed.
    const { placement: _, ...plain } = base[1];
    const read = readPair({ sources: was, options: is.length === 0 ? plain : base[1] }, { sources: is, options: head[1] });
    const problems = read.head.problems.filter((problem) => isError(problem) || problem.isAside);
    const states = { base: named(read.base.state ?? empty, base), head: named(read.head.state ?? emptyAfter, head) };
    return { name, inParts: [], problems, states: [{ unit: name, ...states, options: read.options, appliedBy: [] }] };
  };
  const own = shard ? inShard(touched, shard, () => 1) : touched;
  const units = own.map(({ name, ...pair }) => unitOf(name, [inputList(pair.base), inputList(pair.head)]));
  const isOwn = rest !== undefined && (shard === undefined || shard.index === 1);
  const all = [...units, ...(isOwn ? [unitOf(REST, [[rest[0]], [rest[1]]])] : [])];
  return {
    units: all,
    empty: { base: empty, head: emptyAfter },
    unread: { base: [], head: [] },
    all: found.all,
    touched: touched.map(({ name }) => name),
    identities: touched.map(({ name, base: was, head: is }: VersionPair) => [name, was && namesOf([was]), is && namesOf([is])]),
    reading: 'versions',
    areClusters: false,
    unexpanded: [],
    beyond: [],
    unknown: [],
  };
}

function inputList<T>(input: T | undefined): readonly T[] {
  return input === undefined ? [] : [input];
}

function named(state: State, [label]: Side): State {
  return { ...state, label };
}
