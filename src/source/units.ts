/** What the tools of a repository apply one by one: its kustomizations that no other one loads, folders of plain manifests, and clusters of these. */

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { valuesOf } from '../inside/index.js';
import { OLM_GROUPS } from '../kubernetes/kinds.js';
import { compareText, groupBy } from '../kubernetes/object.js';
import { LOCK_FILE } from '../lock/lock-file.js';
import { parseDocuments } from '../manifest/parse.js';
import { sortedText } from '../manifest/plain-data.js';
import type { ClusterEntry } from '../model/repository-options.js';
import type { Elsewhere } from '../model/unknown-operator.js';
import type { PassedOver, UnreadFile, UnreadReason } from '../model/unread-file.js';
import { appliesHere, ownPaths } from './applied-here.js';
import { appliedIn } from './applied-paths.js';
import { withApplied } from './applied-units.js';
import { type BuildCache, buildCacheFor } from './build-cache.js';
import type { OtherSide } from './built-origins.js';
import { CHART_FILE } from './chart-files.js';
import { appliedClusters, clusterOf, joined, type UnitFiles, unitKey, withClusters } from './cluster-units.js';
import { subscriptionsElsewhere } from './elsewhere.js';
import { chainOf, type FileTree, folderOfPath, nearest, pathIn } from './file-tree.js';
import { withPipelines } from './forge-pipelines.js';
import { type Home, isGitInput } from './git-tree.js';
import { excluding } from './glob.js';
import { kustomizationIn, readKustomization } from './kustomization.js';
import { closureOf, outermost } from './kustomization-graph.js';
import { filesByKind, unreadFile, withoutForges } from './manifest-files.js';
import { mentionsOf } from './mentions.js';
import { treeOf } from './open-input.js';
import type { FoundFile, GivenFiles, KustomizationsRead, Source } from './read-files.js';
import { withRemotes } from './remote-folders.js';
import { chartUnits, helmHere, ownChartUnit, releasesIn } from './render-chart.js';
import type { SetsAside } from './set-aside.js';
import { testDataIn } from './test-data.js';
import { folderOf, kustomizationOf, kustomizationUnit, placeOf, type Reading, type Unit } from './unit.js';
import { readUnits } from './unit-files.js';

/** The units of an input. */
export interface Units {
  readonly units: readonly Unit[];
  /** Why each is judged apart; absent where all of them are one cluster. */
  readonly reading?: Reading;
  /** Folders of Helm charts that are not rendered. */
  readonly charts: readonly string[];
  /** ApplicationSets for which the repository alone does not define what they apply. */
  readonly unexpanded: readonly string[];
  /** Applications and others that apply nothing of this repository, where all of it is the input. */
  readonly appliesElsewhere: readonly string[];
  /** Whether a path is in a unit of plain manifests. */
  isPlain(path: string): boolean;
  /** What is in no unit, and could be applied. */
  unread(): readonly UnreadFile[];
  /** The unit of this name, or else what is there: a kustomization, which is none by itself if another one loads it, a folder or a file. */
  unitAt(name: string): Unit | undefined;
  /** Changes with anything that the unit is made of. */
  identityOf(unit: Pick<Unit, 'files' | 'release' | 'parts'>): string;
  /** The locks that it and its parts are judged by, as messages name them, and what changes with their content. */
  locksOf(unit: Unit): readonly { readonly file: string; readonly identity: string }[];
  /** The files of the input below these paths, which are as on a command line. */
  below(paths: readonly string[]): ReadonlySet<string>;
  /** Those that load files from outside of a kustomization's folder, and that Flux alone is not known to apply. */
  loadingBeyond(units: readonly Unit[]): readonly string[];
  /** What it takes to judge it, to compare it with others. */
  costOf(unit: Unit): number;
  /** Whether an object of a cluster applies nothing but parts of it, which were all read whole. */
  appliesHere(object: unknown, cluster: Unit, home: Home): boolean;
  /** Of an object that applies nothing but paths of this repository: those that are not there. */
  ownPaths(object: unknown, home: Home): { readonly missing: readonly string[] } | undefined;
  /** Whether anything says where a unit is applied, or could: here, or for a unit that is not here. */
  isPlaced(unit: Unit): boolean;
  /** The objects of a unit that was read, as a whole; nothing otherwise. */
  wholeObjects(unit: Unit): readonly unknown[] | undefined;
  /** What remote bases of it have of OLM, as far as anything here tells. */
  elsewhere(unit: Unit): readonly Elsewhere[];
  /** Those of them that have one of the words in one of their files. @param isWhole see mentionsOf */
  mentioning(words: readonly string[], of: readonly Unit[], isWhole?: boolean): readonly Unit[];
  /**
   * What is read of these units, by their name; kustomizations are built side by side.
   *
   * @param other of a review
   */
  read(units: readonly Unit[], other?: OtherSide): ReadonlyMap<string, GivenFiles>;
}

/**
 * The units of a folder or commit; nothing where the input is one unit by itself, such as a kustomization, or a folder without any.
 * A kustomization at the top of a repository is one unit beside the others: it must not hide them.
 *
 * @param clusters of the repository, which count at its top
 * @param how they are read
 * @param isAsked whether they are wanted even where they are one, as in a review of which the other side has several; `apart` where
 *   they cannot be read as one: then plain folders that somebody applies are units of their own
 * @example
 * unitsIn('git:origin/main')?.units.map(({ name }) => name)
 */
export function unitsIn(
  input: string,
  clusters: readonly ClusterEntry[] = [],
  { remote = [], cache, exclude = [] }: KustomizationsRead = {},
  isAsked: boolean | 'apart' = false,
): Units | undefined {
  try {
    const found = treeOf(input);
    if (!found) return undefined;
    const tree = excluding(withRemotes(found, input, remote), exclude);
    const { folder, isTop } = tree.top?.() ?? { folder: '' };
    const entries = folder === '' ? clusters : [];
    return isAsked || entries.length > 0 || kustomizationIn(tree, '') === undefined || isTop
      ? unitsOfTree(tree, entries, buildCacheFor(cache, [input]), isAsked)
      : undefined;
  } catch {
    // What cannot be read is told where the input is read as one unit.
    return undefined;
  }
}

/** Whether all that a repository has is read, and not what somebody names: not all of it need be applied. */
export function isAnything(input: Source): boolean {
  try {
    return typeof input !== 'string' || treeOf(input)?.top?.().isTop === true;
  } catch {
    return false;
  }
}

/** Of a whole repository, broken files that nothing lists are set aside; whoever names something asks for it. */
export function setsAsideIn(inputs: readonly Source[]): SetsAside | undefined {
  return inputs.every(isAnything) ? () => true : undefined;
}

/**
 * The other side of a review: the tree of the repository that an input is in.
 *
 * @example
 * otherSide('git:origin/main')('overlays/prod/kustomization.yaml')?.has('namespace: prod')
 */
export function otherSide(input: string): OtherSide {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  let tree: FileTree | undefined;
  const linesAt = (path: string): ReadonlySet<string> | undefined => {
    try {
      tree ??= topOf(input);
      const bytes = tree?.read(path);
      return bytes && new Set(new TextDecoder().decode(bytes).split('\n'));
    } catch {
      // A side without the file has no line of it.
      return undefined;
    }
  };
  return (path) => {
    if (!known.has(path)) known.set(path, linesAt(path));
    return known.get(path);
  };
}

/** A folder that one side lacks is in the tree of what is around it. */
function topOf(input: string): FileTree | undefined {
  const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  let place = isGitInput(input) ? input.replace(/^(git:[^:]*):.*$/s, '$1') : input;
  while (!isGitInput(place) && place !== dirname(place) && !isFolder(place)) place = dirname(place);
  const tree = treeOf(place);
  return tree?.top?.().tree ?? tree;
}

/** In bytes that are read: a build and a judgement take their time however little there is. */
const COST_OF_UNIT = 1 << 16;

function unitsOfTree(
  own: FileTree,
  entries: readonly ClusterEntry[],
  cache: BuildCache | undefined,
  isAsked: boolean | 'apart',
): Units | undefined {
  const { tree: top, folder: place } = own.top?.() ?? { tree: own, folder: '' };
  const tree = remembering(top);
  const found = filesByKind(own);
  const kustomizations = found.kustomizations.map((file) => pathIn(place, file));
  tree.expect?.(kustomizations);
  const charts = new Set(
    found.files.filter((file) => file.split('/').at(-1) === CHART_FILE).map((file) => folderOfPath(pathIn(place, file))),
  );
  const manifests = found.files.map((file) => pathIn(place, file)).filter((file) => !chainOf(file).some((folder) => charts.has(folder)));
  /** The units of a folder: what is outside of it loads nothing of it. */
  const unitsBelow = (folder: string): readonly Unit[] => {
    const inside = kustomizations.filter((file) => isBelow(file, folder));
    const built = outermost(tree, inside)
      .filter((file) => readKustomization(tree, file)?.kind !== 'Component')
      .map((file) => kustomizationUnit(tree, file));
    const loaded = new Set(inside.flatMap((file) => [...closureOf(tree, file).files]));
    const plain = plainUnits(
      manifests.filter((file) => isBelow(file, folder) && !loaded.has(file)),
      new Set(inside.map(folderOfPath)),
      folder,
    );
    return [...built, ...plain].sort((a, b) => compareText(a.name, b.name));
  };
  /** What a tool applies that is given a path: the kustomization there, or else all that is below. */
  const unitsAt = (path: string): readonly Unit[] => {
    const file = kustomizationIn(tree, path);
    if (file !== undefined) return [kustomizationUnit(tree, file)];
    const releases = rendered.filter(({ release }) => release?.chart === path);
    if (releases.length > 0) return releases;
    if (charts.has(path)) return [ownChartUnit(tree, path)];
    return manifests.includes(path) ? [{ name: path, kind: 'folder', files: [path] }] : unitsBelow(path);
  };
  const unitAt = (name: string): Unit | undefined => {
    const [only, ...more] = unitsAt(name === '.' ? '' : name);
    return more.length === 0 ? only : undefined;
  };
  const applied = appliedIn(tree, manifests, kustomizations, place, charts);
  const helm = charts.size > 0 ? helmHere() : undefined;
  const chartAt = releasesIn(tree);
  const rendered = chartUnits(applied.paths, chartAt);
  const named = new Set(rendered.flatMap(({ files }) => files));
  const loadedCharts = new Set(kustomizations.flatMap((file) => [...closureOf(tree, file).files]));
  // Charts of which nothing here says what they are given.
  const unnamed = [...charts].filter((chart) => {
    const file = pathIn(chart, CHART_FILE);
    return !named.has(file) && !loadedCharts.has(file) && !chainOf(chart).some((around) => around !== chart && charts.has(around));
  });
  const below = unitsBelow(place);
  const expected = below.filter(
    testDataIn(
      tree,
      applied,
      found.files.map((file) => pathIn(place, file)),
    ),
  );
  const testData = new Set(expected.flatMap(({ files }) => files));
  const leaves = [
    ...below.filter((unit) => !expected.includes(unit)),
    ...rendered,
    ...unnamed.filter((chart) => isBelow(chart, place)).map((chart) => ownChartUnit(tree, chart)),
  ].sort((a, b) => compareText(a.name, b.name));
  const isBuilt = leaves.some(({ kind, name }) => kind !== 'folder' || OF_SITE.test(name));
  // Plain files can be for several clusters, too.
  const isSentOut = applied.paths.some(({ to }) => to !== undefined);
  if (!isAsked && entries.length === 0 && !isSentOut && (!isBuilt || leaves.length < 2)) return undefined;
  const around = { tree, manifests, chartAt };
  const known = withApplied(leaves, applied.paths, around, isAsked === 'apart');
  const byName = new Map(known.map((unit) => [unit.name, unit]));
  const identities = new Map<string, string>();
  const identityOf = (path: string): string => {
    const known = identities.get(path) ?? tree.identityOf(path);
    identities.set(path, known);
    return known;
  };
  const identityIn: Units['identityOf'] = ({ files, release, parts = [] }) => {
    const hash = createHash('sha1');
    // What Helm is given to a part can stand in a file of another cluster.
    for (const given of [release, ...parts.map((part) => part.release)]) hash.update(given ? sortedText(given) : '');
    for (const path of [...files].sort(compareText)) hash.update(`${path}\0${identityOf(path)}\0`);
    return hash.digest('hex');
  };
  const given = new Map<string, UnitFiles>();
  const readParts = (parts: readonly Unit[], other?: OtherSide): void => {
    const more = parts.filter((part) => !given.has(unitKey(part)));
    for (const [key, files] of readUnits(tree, more, { cache, other, helm, identityOf: identityIn })) given.set(key, files);
  };
  const objectsOf = (holders: readonly Unit[]): ReadonlyMap<string, readonly unknown[]> => {
    const built = readUnits(tree, holders, { cache, identityOf: identityIn });
    return new Map([...built].map(([name, { files }]) => [name, objectsIn(files)]));
  };
  const isWhole = kustomizationIn(own, '') === undefined && !areAlternatives(leaves, tree);
  const none = { clusters: [], reached: new Set<string>() };
  const { clusters: joins, reached } = entries.length > 0 || place !== '' ? none : appliedClusters(known, applied, around, objectsOf);
  const clusters =
    entries.length > 0
      ? entries.map((entry) => clusterOf(entry, (path) => unitsAt(path).map((unit) => byName.get(unit.name) ?? unit)))
      : // What is one cluster anyway has no second one.
        joins.length > (isWhole && !isSentOut && isAsked !== 'apart' ? 1 : 0)
        ? joins
        : [];
  const reading = entries.length > 0 ? 'clusters' : clusters.length > 0 ? 'applications' : isWhole ? undefined : 'alternatives';
  const units = clusters.length === 0 ? known : withClusters(clusters, known);
  const sizes = new Map<string, number>();
  const read = new Set(units.flatMap(({ files }) => files));
  const wholeObjects = (unit: Unit): readonly unknown[] | undefined => {
    const files = given.get(unitKey(unit));
    return files && !files.notBuilt && (files.unread ?? []).length === 0 ? objectsIn(files.files) : undefined;
  };
  // What a set applies that cannot be expanded can be anything here.
  const saysWhere = entries.length > 0 || applied.unexpanded.length > 0 || leaves.some(({ name }) => OF_SITE.test(name));
  const plain = new Set(leaves.flatMap(({ kind, files }) => (kind === 'folder' ? files : [])));
  return {
    units,
    ...(reading === undefined ? {} : { reading }),
    charts: [...charts].filter((chart) => helm === undefined || !read.has(pathIn(chart, CHART_FILE))).sort(compareText),
    unexpanded: applied.unexpanded,
    appliesElsewhere: applied.elsewhere,
    isPlain: (path) => plain.has(pathIn(place, path)),
    unread: () => {
      const listed = [...found.files, ...found.ignored, ...found.written, ...found.kustomizations];
      const reasonOf = (path: string): UnreadReason => (testData.has(pathIn(place, path)) ? 'test-data' : 'not-listed');
      const all = [...found.passedOver(), ...listed.map((path): PassedOver => [path, reasonOf(path)])];
      const left = all.filter(([path]) => !read.has(pathIn(place, path)));
      return withPipelines(own, withoutForges(own, left), found).map(([path, reason]) => unreadFile(own, path, reason));
    },
    unitAt: (name) => units.find((unit) => unit.name === name) ?? byName.get(name) ?? unitAt(name),
    identityOf: identityIn,
    below: (paths) => {
      const places = paths.map((path) => resolve(path));
      const isInOne = (path: string): boolean => places.some((folder) => isBelow(resolve(own.nameOf(path)), folder));
      const all = places.length === 0 ? [] : [...found.files, ...found.ignored, ...found.kustomizations];
      return new Set(all.filter(isInOne).map((path) => pathIn(place, path)));
    },
    locksOf: (unit) => {
      const parts = unit.parts ?? [unit];
      const paths = parts.flatMap((part) => nearest(tree, placeOf(part), LOCK_FILE) ?? []);
      return [...new Set(paths)].map((path) => ({ file: tree.nameOf(path), identity: identityOf(path) }));
    },
    loadingBeyond: (some) => {
      const parts = new Map(some.flatMap((unit) => (unit.parts ?? [unit]).map((part) => [unitKey(part), part])));
      const isFlux = ({ appliedBy = [] }: Unit): boolean =>
        appliedBy.length > 0 && appliedBy.every((by) => by.startsWith('Kustomization '));
      const isBeyond = (unit: Unit): boolean => {
        const file = kustomizationOf(tree, unit);
        return file !== undefined && closureOf(tree, file).beyond.size > 0 && !isFlux(unit);
      };
      return [...parts.values()].flatMap((part) => (isBeyond(part) ? [part.name] : []));
    },
    costOf: ({ files, parts = [] }) => {
      const unknown = files.filter((path) => !sizes.has(path));
      tree.expect?.(unknown);
      for (const path of unknown) sizes.set(path, tree.read(path)?.length ?? 0);
      return files.reduce((sum, path) => sum + (sizes.get(path) ?? 0), COST_OF_UNIT * Math.max(parts.length, 1));
    },
    appliesHere: (object, cluster, home) => appliesHere(object, cluster, home, { applied, around, objectsOf: wholeObjects }),
    isPlaced: ({ name, kind, appliedBy }) =>
      saysWhere ||
      (kind !== 'kustomization' && kind !== 'folder') ||
      appliedBy !== undefined ||
      reached.has(name) ||
      applied.paths.some(({ path }) => isBelow(folderOf(name), path) || isBelow(path, folderOf(name))),
    wholeObjects,
    elsewhere: (unit) =>
      (unit.parts ?? [unit]).flatMap((part) => {
        const file = kustomizationOf(tree, part);
        return file === undefined ? [] : subscriptionsElsewhere(tree, file);
      }),
    ownPaths: (object, home) => ownPaths(object, home, { applied, around }),
    mentioning: (words, of, isWhole = false) => {
      tree.expect?.([...new Set(of.flatMap(({ files }) => files))]);
      const mentions = mentionsOf(words.some((word) => OF_OPERATORS.has(word)) ? [...words, ...OTHER_FORMS] : words, isWhole);
      const known = new Map<string, boolean>();
      const isIn = (path: string): boolean => {
        const bytes = known.has(path) ? undefined : tree.read(path);
        if (!known.has(path)) known.set(path, bytes !== undefined && mentions(bytes));
        return known.get(path) === true;
      };
      return of.filter(({ files }) => files.some(isIn));
    },
    read: (wanted, other) => {
      const parts = new Map(wanted.flatMap((unit) => (unit.parts ?? [unit]).map((part) => [unitKey(part), part])));
      readParts([...parts.values()], other);
      return new Map(
        wanted.flatMap((unit): [string, GivenFiles][] => {
          const files = unit.parts ? joined(unit, given) : given.get(unitKey(unit));
          return files ? [[unit.name, files]] : [];
        }),
      );
    },
  };
}

/** The objects of texts; of what is not built, none. */
function objectsIn(files: readonly FoundFile[]): unknown[] {
  return files.flatMap((found) => {
    const read = found.text();
    return 'text' in read ? valuesOf(parseDocuments({ file: found.file, text: read.text }).documents) : [];
  });
}

/** Whether a path is a folder or in it. */
function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Whether two of them are made of one file, or something of one is not here. */
function areAlternatives(units: readonly Unit[], tree: FileTree): boolean {
  if (units.some(({ kind }) => kind === 'chart') || units.filter(({ name }) => OF_SITE.test(name)).length > 1) return true;
  const built = units.filter(({ kind }) => kind === 'kustomization');
  return overlap(built) || built.some((unit) => closureOf(tree, kustomizationOf(tree, unit) ?? '').refused.length > 0);
}

/** The tree, which looks into each folder once. */
function remembering(tree: FileTree): FileTree {
  const known = new Map<string, ReturnType<FileTree['list']>>();
  return {
    ...tree,
    list: (folder) => {
      const entries = known.get(folder) ?? tree.list(folder);
      known.set(folder, entries);
      return entries;
    },
  };
}

/** Whether two of them are made of one file. */
function overlap(units: readonly Unit[]): boolean {
  const seen = new Set<string>();
  for (const { files } of units)
    for (const file of files) {
      if (seen.has(file)) return true;
      seen.add(file);
    }
  return false;
}

/** Words of objects of OLM, and those of what makes such objects without naming them. */
const OF_OPERATORS: ReadonlySet<string> = new Set([...OLM_GROUPS, 'Subscription']);
const OTHER_FORMS = ['clusterGroup', 'operators-installer', 'OperatorPolicy'];

/** Validated Patterns: values of one site, or of one kind of cluster. */
const OF_SITE = /(?:^|\/)values-[^/]+\.ya?ml$/;

/**
 * Folders of manifests that no kustomization loads: the largest ones without any kustomization in them. What lies beside a
 * kustomization or below it is left out by that.
 */
function plainUnits(files: readonly string[], kustomized: ReadonlySet<string>, place: string): Unit[] {
  const around = new Set([...kustomized].flatMap((folder) => chainOf(pathIn(folder, 'x'))));
  const own = files.flatMap((file) => {
    const chain = chainOf(file).filter((folder) => folder.length >= place.length);
    if (chain.some((folder) => kustomized.has(folder))) return [];
    return [{ file, unit: OF_SITE.test(file) ? file : (chain.find((folder) => !around.has(folder)) ?? folderOfPath(file)) }];
  });
  return [...groupBy(own, ({ unit }) => unit)].map(([folder, members]) => ({
    name: folder || '.',
    kind: 'folder',
    files: members.map(({ file }) => file),
  }));
}
