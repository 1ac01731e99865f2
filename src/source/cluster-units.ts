/** Units that reach one cluster, as one. */
import { compareText } from '../kubernetes/object.js';
import type { Problem } from '../manifest/problem.js';
import type { ClusterEntry } from '../model/repository-options.js';
import { type FoundFile, type GivenFiles, problemFile } from './read-files.js';
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
  const taken = new Set(rest.map(({ name }) => name));
  // A cluster can have the name of a folder that does not reach it.
  const named = clusters.map((cluster) => (taken.has(cluster.name) ? { ...cluster, name: `cluster ${cluster.name}` } : cluster));
  return [...named.sort((a, b) => compareText(a.name, b.name)), ...rest];
}

/** Files that are applied as they stand can be more of one folder for one cluster than for another. */
export function unitKey({ name, kind, files }: Unit): string {
  return kind === 'folder' ? [name, ...files].join('\0') : name;
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
    unread: read.flatMap((one) => [
      ...(one.unread ?? []),
      ...(one.notBuilt ? [{ path: one.name, file: one.name, reason: 'not-built' as const, content: '' }] : []),
    ]),
    near: (file) => {
      for (const one of read) {
        const found = one.near(file);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
