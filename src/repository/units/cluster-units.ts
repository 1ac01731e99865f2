/** Units that reach one cluster, as one: those that the configuration names, and those that Argo CD and Flux bring together. */
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import { type AppliedIn, type AppliedPath, appliedByEach } from '../applied/applied-paths.js';
import { type Around, appliedUnit } from '../applied/applied-units.js';
import { type FoundFile, problemFile } from '../input/found-file.js';
import type { GivenFiles } from '../input/read-files.js';
import { folderOfPath } from '../trees/file-tree.js';
import type { Unit } from './unit.js';

/** What was read of a unit. */
export interface UnitFiles extends GivenFiles {
  /** Why it is not built. */
  readonly notBuilt?: readonly Problem[];
}

/** A cluster of the configuration. @param unitsAt what a tool applies that is given a path */
export function clusterOf(entry: ClusterEntry, unitsAt: (path: string) => readonly Unit[]): Unit {
  const found = entry.paths.map((path) => ({ path, units: unitsAt(path) }));
  const missing = found.filter(({ units }) => units.length === 0).map(({ path }) => path);
  const parts = new Map(found.flatMap(({ units }) => units).map((unit) => [unit.name, unit]));
  return { ...clusterUnit(entry.name, [...parts.values()]), entry, ...(missing.length > 0 ? { missing } : {}) };
}

/** Units as one. */
export function clusterUnit(name: string, parts: readonly Unit[]): Unit {
  const files = [...new Set(parts.flatMap((part) => part.files))];
  return { name, kind: 'cluster', files, parts };
}

/** The clusters, and what reaches none of them, which is judged apart: nothing is left out because nobody names it. */
export function withClusters(clusters: readonly Unit[], leaves: readonly Unit[]): Unit[] {
  const covered = new Set(clusters.flatMap(({ files }) => files));
  const parts = new Set(clusters.flatMap((cluster) => (cluster.entry ? [] : (cluster.parts ?? []).map(({ name }) => name))));
  const releases = new Set(
    clusters.flatMap((cluster) => (cluster.parts ?? []).flatMap(({ name, kind }) => (kind === 'chart' ? [name] : []))),
  );
  const rest = leaves.filter(({ name, kind, files }) =>
    // The files of a chart say nothing of another release.
    kind === 'chart' ? !releases.has(name) : !(parts.has(name) && kind === 'kustomization') && files.some((file) => !covered.has(file)),
  );
  // Plain files are applied one by one: what reaches a cluster is not beside what nobody names.
  const left = rest.map((unit) => {
    const files = unit.files.filter((file) => !covered.has(file));
    const { name, kind } = unit;
    return kind === 'folder' && files.length < unit.files.length ? { name, kind, files } : unit;
  });
  const taken = new Set(left.map(({ name }) => name));
  // A cluster can have the name of a folder that does not reach it.
  const named = clusters.map((cluster) => (taken.has(cluster.name) ? { ...cluster, name: `cluster ${cluster.name}` } : cluster));
  return [...named.sort((a, b) => compareText(a.name, b.name)), ...left];
}

/** Files that are applied as they stand can be more of one folder for one cluster than for another. */
export function unitKey({ name, kind, files }: Unit): string {
  return kind === 'folder' ? [name, ...files].join('\0') : name;
}

/** The parts of units, each once; a unit without any is one itself. */
export function partsOf(units: readonly Unit[]): Unit[] {
  return [...new Map(units.flatMap((unit) => (unit.parts ?? [unit]).map((part) => [unitKey(part), part]))).values()];
}

/** What was read of all parts; one that is not built is named, and stops no other one. */
export function joined({ name, entry, parts = [] }: Unit, given: ReadonlyMap<string, UnitFiles>): GivenFiles {
  const read = parts.flatMap((part) => given.get(unitKey(part)) ?? []);
  const seen = new Set<string>();
  const isFirst = ({ within }: FoundFile): boolean => {
    if (!within) return true;
    const isNew = !seen.has(within.path);
    seen.add(within.path);
    return isNew;
  };
  const isShared = read.length > 1 ? ({ isShared: true } as const) : {};
  return {
    name,
    ...(entry ? {} : { isGuessed: true }),
    files: read.flatMap(({ files, notBuilt }) =>
      notBuilt
        ? notBuilt.map((problem) => problemFile({ ...problem, tolerated: true }))
        : files.filter(isFirst).map((file) => ({ ...file, ...isShared })),
    ),
    unread: read.flatMap(({ unread = [] }) => unread),
    unbuilt: read.flatMap(({ unbuilt = [] }) => unbuilt),
    near: (name) => {
      for (const one of read) {
        const file = one.near(name);
        if (file !== undefined) return file;
      }
      return undefined;
    },
  };
}

// Clusters that Argo CD and Flux make of units: an Application in its own cluster brings more to the one that it is applied to itself.

/** What a unit applies, and to which cluster. */
interface Edge {
  readonly unit: Unit;
  readonly to?: string | undefined;
}

/**
 * The clusters: one of each unit that nothing names and that applies others, with what it applies to its own cluster, and so on; and
 * one of each name that a destination has. A unit can reach several. One that applies nothing else is none. And the names of all units
 * that something applies, wherever to.
 *
 * @param objectsOf what kustomizations make, by their names
 */
export function appliedClusters(
  known: readonly Unit[],
  applied: AppliedIn,
  around: Around,
  objectsOf: (units: readonly Unit[]) => ReadonlyMap<string, readonly unknown[]>,
): { readonly clusters: readonly Unit[]; readonly reached: ReadonlySet<string> } {
  const byName = new Map(known.map((unit) => [unit.name, unit]));
  const isHolder = ({ kind, files }: Unit): boolean => kind === 'kustomization' && files.some((file) => applied.holders.has(file));
  const unitOf = (one: AppliedPath): Unit => {
    const found = appliedUnit(one, around);
    return found.kind === 'folder' ? found : (byName.get(found.name) ?? found);
  };
  const folders = folderHolders(known, applied);
  const objects = new Map(folders.flatMap(({ files }) => files).map((file) => [`file ${file}`, applied.holders.get(file) ?? []]));
  let edges: ReadonlyMap<string, readonly Edge[]> = new Map();
  let more = known.filter(isHolder);
  // What is built can name others that are built.
  do {
    for (const [name, values] of objectsOf(more)) objects.set(`unit ${name}`, values);
    for (const { name } of more) objects.set(`unit ${name}`, objects.get(`unit ${name}`) ?? []);
    const { paths } = appliedByEach(objects, applied.here, applied.secrets);
    // Of a chart, there is nothing without Helm.
    const edgesIn = (its: readonly AppliedPath[]): Edge[] =>
      its.map((one) => ({ unit: unitOf(one), to: one.to })).filter(({ unit }) => unit.files.length > 0);
    edges = new Map([...paths].map(([key, its]) => [key, edgesIn(its)]));
    const named = [...edges.values()].flatMap((its) => its.map(({ unit }) => unit)).filter(isHolder);
    more = [...new Map(named.map((unit) => [unit.name, unit])).values()].filter(({ name }) => !objects.has(`unit ${name}`));
  } while (more.length > 0);
  const edgesOf = (unit: Unit): readonly Edge[] => keysOf(unit).flatMap((key) => edges.get(key) ?? []);
  const holders = [...known.filter(isHolder), ...folders].filter((unit) => edgesOf(unit).length > 0);
  const reached = new Set([...edges.values()].flatMap((its) => its.map(({ unit }) => unit.name)));
  return { clusters: clustersOf(rootsOf(holders, edgesOf), edgesOf), reached };
}

/** Plain files that apply something: those of one folder are taken to be applied together. */
function folderHolders(known: readonly Unit[], { holders }: AppliedIn): Unit[] {
  const files = known.filter(({ kind }) => kind === 'folder').flatMap((unit) => unit.files.filter((file) => holders.has(file)));
  return [...groupBy([...new Set(files)], folderOfPath)].map(([folder, its]) => ({ name: folder || '.', kind: 'folder', files: its }));
}

/** What is built by its name, and plain files one by one: a folder can be named with more of them or with fewer. */
function keysOf({ name, kind, files }: Unit): string[] {
  return kind === 'folder' ? files.map((file) => `file ${file}`) : [`unit ${name}`];
}

/** Those that no other one leads to; of several that lead to each other, the first. */
function rootsOf(holders: readonly Unit[], edgesOf: (unit: Unit) => readonly Edge[]): Unit[] {
  const reached = new Map(holders.map((unit) => [unit, new Set(reach([unit], edgesOf).flatMap(keysOf))]));
  const leads = (from: Unit, to: Unit): boolean => keysOf(to).every((key) => reached.get(from)?.has(key) === true);
  return holders.filter((one) =>
    holders.every((other) => other === one || !leads(other, one) || (leads(one, other) && compareText(one.name, other.name) < 0)),
  );
}

/** All that these lead to, in any cluster. */
function reach(units: readonly Unit[], edgesOf: (unit: Unit) => readonly Edge[]): Unit[] {
  const found = new Map<string, Unit>();
  const open = units.flatMap((unit) => edgesOf(unit).map((edge) => edge.unit));
  for (let unit = open.pop(); unit; unit = open.pop()) {
    const key = keysOf(unit).join('\0');
    if (found.has(key)) continue;
    found.set(key, unit);
    open.push(...edgesOf(unit).map((edge) => edge.unit));
  }
  return [...found.values()];
}

function clustersOf(roots: readonly Unit[], edgesOf: (unit: Unit) => readonly Edge[]): Unit[] {
  const parts = new Map<string, Map<string, Unit>>();
  const open = roots.map((unit) => ({ unit, cluster: unit.name, isNamed: false }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { unit, cluster, isNamed } = next;
    const key = `${isNamed ? 'named' : 'own'} ${cluster}`;
    const its = parts.get(key) ?? new Map<string, Unit>();
    parts.set(key, its);
    const first = its.get(unit.name);
    if (first && unit.files.every((file) => first.files.includes(file))) continue;
    its.set(unit.name, first ? { ...unit, files: [...new Set([...first.files, ...unit.files])] } : unit);
    // What goes to a cluster that nobody names is in none.
    for (const { unit: other, to } of edgesOf(unit))
      if (to !== '') open.push(to === undefined ? { unit: other, cluster, isNamed } : { unit: other, cluster: to, isNamed: true });
  }
  return [...parts]
    .filter(([key, its]) => key.startsWith('named ') || its.size > 1)
    .map(([key, its]) =>
      clusterUnit(
        key.slice(key.indexOf(' ') + 1),
        [...its.values()].sort((a, b) => compareText(a.name, b.name)),
      ),
    );
}
