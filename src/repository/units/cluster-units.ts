/** Joins the units that reach one cluster: as the configuration lists them, or as Argo CD and Flux apply them. */
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import { type AppliedIn, type AppliedPath, appliedByEach } from '../applied/applied-paths.js';
import { type Around, appliedUnit } from '../applied/applied-units.js';
import { type FoundFile, problemFile } from '../input/found-file.js';
import type { GivenFiles } from '../input/read-files.js';
import { folderOfPath } from '../trees/file-tree.js';
import type { Unit } from './unit.js';

/** The files read of a unit. */
export interface UnitFiles extends GivenFiles {
  /** Why the unit is not built. */
  readonly notBuilt?: readonly Problem[];
}

/** A cluster of the configuration. @param unitsAt the units that a tool applies for a path */
export function clusterOf(entry: ClusterEntry, unitsAt: (path: string) => readonly Unit[]): Unit {
  const found = entry.paths.map((path) => ({ path, units: unitsAt(path) }));
  const missing = found.filter(({ units }) => units.length === 0).map(({ path }) => path);
  const parts = new Map(found.flatMap(({ units }) => units).map((unit) => [unit.name, unit]));
  return { ...clusterUnit(entry.name, [...parts.values()]), entry, ...(missing.length > 0 ? { missing } : {}) };
}

/** Joins units into one cluster. */
export function clusterUnit(name: string, parts: readonly Unit[]): Unit {
  const files = [...new Set(parts.flatMap((part) => part.files))];
  return { name, kind: 'cluster', files, parts };
}

/** The clusters, and the units that reach none of them, which are judged apart: no unit is left out for not being named. */
export function withClusters(clusters: readonly Unit[], leaves: readonly Unit[]): Unit[] {
  const covered = new Set(
    clusters.flatMap(({ files, parts = [] }) => [...files, ...parts.flatMap(({ leftOut = [] }) => leftOut.map(([file]) => file))]),
  );
  const parts = new Set(clusters.flatMap((cluster) => (cluster.entry ? [] : (cluster.parts ?? []).map(({ name }) => name))));
  const releases = new Set(
    clusters.flatMap((cluster) => (cluster.parts ?? []).flatMap(({ name, kind }) => (kind === 'chart' ? [name] : []))),
  );
  const rest = leaves.filter(({ name, kind, files }) =>
    // Two releases can have the files of one chart.
    kind === 'chart' ? !releases.has(name) : !(parts.has(name) && kind === 'kustomization') && files.some((file) => !covered.has(file)),
  );
  // Plain files are applied one by one: removes the files that reach a cluster from the rest of their folder.
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

/** The key of a unit. Clusters can apply different plain files of one folder, or one kustomization with different settings. */
export function unitKey({ name, kind, files, settings }: Unit): string {
  if (kind === 'folder') return [name, ...files].join('\0');
  return settings ? `${name}\0${sortedText(settings)}` : name;
}

/** The parts of units, each once; a unit without parts is its own part. */
export function partsOf(units: readonly Unit[]): Unit[] {
  return [...new Map(units.flatMap((unit) => (unit.parts ?? [unit]).map((part) => [unitKey(part), part]))).values()];
}

/** Joins the files of all parts; a part that is not built is reported, and does not stop the others. */
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
    isApplied: (file) => read.some(({ isApplied }) => isApplied?.(file)),
    near: (name) => {
      for (const one of read) {
        const file = one.near(name);
        if (file !== undefined) return file;
      }
      return undefined;
    },
  };
}

// Clusters of Argo CD and Flux: an Application with its own cluster as destination adds units to the cluster that it is applied to.

/** A unit that another unit applies, and the destination cluster. */
interface Edge {
  readonly unit: Unit;
  readonly to?: string | undefined;
}

/**
 * The clusters, and the names of all applied units. Each unit that applies others and is not applied itself makes a cluster, with all
 * that it transitively applies to its own cluster; each destination name makes another. A unit can reach several clusters. A unit that
 * applies no other unit makes no cluster.
 *
 * @param objectsOf the objects that kustomizations build, by the kustomizations' `unitKey`
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
    return found.kind === 'folder' ? found : { ...byName.get(found.name), ...found };
  };
  const folders = folderHolders(known, applied);
  const objects = new Map(folders.flatMap(({ files }) => files).map((file) => [`file ${file}`, applied.holders.get(file) ?? []]));
  let edges: ReadonlyMap<string, readonly Edge[]> = new Map();
  let more = known.filter(isHolder);
  // Built objects can apply further kustomizations.
  do {
    for (const [key, values] of objectsOf(more)) objects.set(`unit ${key}`, values);
    for (const unit of more) objects.set(`unit ${unitKey(unit)}`, objects.get(`unit ${unitKey(unit)}`) ?? []);
    const { paths } = appliedByEach(objects, applied.here, applied.secrets);
    // Without Helm, a chart has no files.
    const edgesIn = (its: readonly AppliedPath[]): Edge[] =>
      its.map((one) => ({ unit: unitOf(one), to: one.to })).filter(({ unit }) => unit.files.length > 0);
    edges = new Map([...paths].map(([key, its]) => [key, edgesIn(its)]));
    const named = [...edges.values()].flatMap((its) => its.map(({ unit }) => unit)).filter(isHolder);
    more = [...new Map(named.map((unit) => [unitKey(unit), unit])).values()].filter((unit) => !objects.has(`unit ${unitKey(unit)}`));
  } while (more.length > 0);
  const edgesOf = (unit: Unit): readonly Edge[] => keysOf(unit).flatMap((key) => edges.get(key) ?? []);
  const holders = [...known.filter(isHolder), ...folders].filter((unit) => edgesOf(unit).length > 0);
  const reached = new Set([...edges.values()].flatMap((its) => its.map(({ unit }) => unit.name)));
  return { clusters: clustersOf(rootsOf(holders, edgesOf), edgesOf), reached };
}

/** Plain files that apply units: assumes that the files of one folder are applied together. */
function folderHolders(known: readonly Unit[], { holders }: AppliedIn): Unit[] {
  const files = known.filter(({ kind }) => kind === 'folder').flatMap((unit) => unit.files.filter((file) => holders.has(file)));
  return [...groupBy([...new Set(files)], folderOfPath)].map(([folder, its]) => ({ name: folder || '.', kind: 'folder', files: its }));
}

/** The keys of a unit: that of the unit, or each plain file, because different files of a folder can be applied. */
function keysOf(unit: Unit): string[] {
  return unit.kind === 'folder' ? unit.files.map((file) => `file ${file}`) : [`unit ${unitKey(unit)}`];
}

/** The units that no other unit leads to; the first unit of a cycle. */
function rootsOf(holders: readonly Unit[], edgesOf: (unit: Unit) => readonly Edge[]): Unit[] {
  const reached = new Map(holders.map((unit) => [unit, new Set(reach([unit], edgesOf).flatMap(keysOf))]));
  const leads = (from: Unit, to: Unit): boolean => keysOf(to).every((key) => reached.get(from)?.has(key) === true);
  return holders.filter((one) =>
    holders.every((other) => other === one || !leads(other, one) || (leads(one, other) && compareText(one.name, other.name) < 0)),
  );
}

/** All units that these units transitively apply, in any cluster. */
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

/** Joins two units of a folder: one of them can apply a file that the other one leaves out. */
function merged(one: Unit, other: Unit): Unit {
  const files = [...new Set([...one.files, ...other.files])];
  const leftOut = [...(one.leftOut ?? []), ...(other.leftOut ?? [])].filter(([file]) => !files.includes(file));
  return { ...other, files, leftOut };
}

function clustersOf(roots: readonly Unit[], edgesOf: (unit: Unit) => readonly Edge[]): Unit[] {
  const parts = new Map<string, Map<string, Unit>>();
  const open = roots.map((unit) => ({ unit, cluster: unit.name, isNamed: false }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { unit, cluster, isNamed } = next;
    const key = `${isNamed ? 'named' : 'own'} ${cluster}`;
    const its = parts.get(key) ?? new Map<string, Unit>();
    parts.set(key, its);
    const name = unit.kind === 'folder' ? unit.name : unitKey(unit);
    const first = its.get(name);
    if (first && unit.files.every((file) => first.files.includes(file))) continue;
    its.set(name, first ? merged(first, unit) : unit);
    // A unit with an unknown destination is in no cluster.
    for (const { unit: other, to } of edgesOf(unit))
      if (to !== '') open.push(to === undefined ? { unit: other, cluster, isNamed } : { unit: other, cluster: to, isNamed: true });
  }
  return [...parts]
    .filter(([key, its]) => key.startsWith('named ') || its.size > 1)
    .map(([key, its]) => ({
      ...clusterUnit(
        key.slice(key.indexOf(' ') + 1),
        [...its.values()].sort((a, b) => compareText(a.name, b.name)),
      ),
      ...(key.startsWith('named ') ? { isDestination: true as const } : {}),
    }));
}
