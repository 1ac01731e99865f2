/** Reads both states of a repository of catalogs: compares what OLM installs from the head of each channel that a change moves. */
import { isError } from '../../base/manifest/problem.js';
import { isCatalogBlob } from '../../olm/catalog/blob.js';
import type { State } from '../../review/index.js';
import { type CatalogHead, catalogHeads } from '../bundles/catalog-heads.js';
import { inShard, type Shard } from '../units/choose-units.js';
import { readPair, readStates, type Side, type SideSources } from './read-states.js';
import { emptyState } from './read-units.js';
import type { TouchedUnit, UnitsRead } from './units-read.js';

/** The name of the unit with all files, whose differences are listed. */
const ALL = '.';

/** Reads the channels whose head a change moves, and the files; nothing unless the inputs are such repositories. */
export function readCatalogs(base: Side, head: Side, shard?: Shard): UnitsRead | undefined {
  const found = catalogHeads(base[0], head[0]);
  if (!found) return undefined;
  const [empty, emptyAfter] = [emptyState(base), emptyState(head)];
  if (!empty || !emptyAfter) return undefined;
  const own = shard ? inShard(found.moved, shard, () => 1) : found.moved;
  const units = own.map(({ name, base: was, head: is }): TouchedUnit => {
    const read = readPair(placed(base, was), placed(head, is));
    const states = { base: withoutBlobs(read.base.state ?? empty, base), head: withoutBlobs(read.head.state ?? emptyAfter, head) };
    return { name, inParts: [], problems: [], states: [{ unit: name, ...states, options: read.options, appliedBy: [] }] };
  });
  const isOwn = shard === undefined || shard.index === 1;
  return {
    units: [...units, ...(isOwn ? [filesOf(base, head, empty, emptyAfter)] : [])],
    empty: { base: empty, head: emptyAfter },
    unread: { base: [], head: [] },
    all: found.all,
    touched: found.moved.map(({ name }) => name),
    identities: found.moved.map(({ name }) => [name, base[0], head[0]]),
    reading: 'channels',
    areClusters: false,
    unexpanded: [],
    beyond: [],
    unknown: [],
  };
}

/** A side where a Subscription installs the head of the channel. */
function placed([, options]: Side, head: CatalogHead | undefined): SideSources {
  const { placement = { watchNamespaces: [], byOlmV1: false }, ...others } = options;
  if (!head) return { sources: [], options: others };
  return { sources: [head.files], options: { ...others, lock: false, placement: { ...placement, channel: head.channel } } };
}

/** The state without the catalog itself, whose differences are listed once, with the files. */
function withoutBlobs(state: State, [label]: Side): State {
  const documents = state.documents.filter(({ value, bundle }) => bundle !== undefined || !isCatalogBlob(value));
  // The Subscription is generated: it follows the channel, and nothing about it is a finding.
  return { ...state, label, documents, findings: state.findings.filter(({ subject }) => subject.kind !== 'Subscription') };
}

function filesOf(base: Side, head: Side, empty: State, emptyAfter: State): TouchedUnit {
  const read = readStates(base, head);
  const problems = read.head.problems.filter((problem) => isError(problem) || problem.isAside);
  const states = { base: read.base.state ?? empty, head: read.head.state ?? emptyAfter };
  return { name: ALL, inParts: [], problems, states: [{ unit: ALL, ...states, options: read.options, appliedBy: [] }] };
}
