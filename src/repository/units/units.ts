/** What the tools of a repository apply one by one: its kustomizations that no other one loads, folders of plain manifests, and clusters of these. */

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compareText } from '../../base/kubernetes/object.js';
import { isGitInput } from '../../base/manifest/input-name.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { Watched } from '../../olm/model/progress.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import type { Elsewhere } from '../../olm/model/unknown-operator.js';
import type { PassedOver, UnreadFile, UnreadReason } from '../../olm/model/unread-file.js';
import { appliesHere, ownPaths } from '../applied/applied-here.js';
import { appliedIn } from '../applied/applied-paths.js';
import { withApplied } from '../applied/applied-units.js';
import { CHART_FILE } from '../charts/chart-files.js';
import { helmHere } from '../charts/render-chart.js';
import { withPipelines } from '../input/forge-pipelines.js';
import type { Tolerates, Unknown } from '../input/left-out.js';
import { unreadFile, withoutForges } from '../input/manifest-files.js';
import { treeOf } from '../input/open-input.js';
import type { KustomizationsRead, Source } from '../input/read-files.js';
import { type BuildCache, buildCacheFor } from '../kustomize/build-cache.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { subscriptionsElsewhere } from '../kustomize/elsewhere.js';
import { kustomizationIn } from '../kustomize/kustomization.js';
import { closureOf } from '../kustomize/kustomization-graph.js';
import { withRemotes } from '../kustomize/remote-folders.js';
import { componentProblems, unloadedComponents } from '../kustomize/unloaded-components.js';
import { type FileTree, isBelow, pathIn } from '../trees/file-tree.js';
import type { Home } from '../trees/git-tree.js';
import { excluding } from '../trees/glob.js';
import { appliedClusters, clusterOf, partsOf, withClusters } from './cluster-units.js';
import { areAlternatives, arePlain, isOfSite, leavesOf, repositoryFiles } from './leaf-units.js';
import { folderOf, kustomizationOf, kustomizationUnit, type Reading, type Unit } from './unit.js';
import { type UnitContents, unitContents } from './unit-contents.js';
import { type UnitReader, unitReader } from './unit-files.js';

/** The units of an input. */
export interface Units extends UnitContents, Pick<UnitReader, 'read' | 'unbuilt' | 'wholeObjects'> {
  readonly units: readonly Unit[];
  /** Components that no kustomization loads, which are no units. */
  readonly components: readonly Unit[];
  /** Why these Components cannot be built, by their names. */
  componentProblems(components: readonly Unit[]): ReadonlyMap<string, readonly Problem[]>;
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
  /** The files of the input below these paths, which are as on a command line. */
  below(paths: readonly string[]): ReadonlySet<string>;
  /** Those that load files from outside of a kustomization's folder, and that Flux alone is not known to apply. */
  loadingBeyond(units: readonly Unit[]): readonly string[];
  /** Whether an object of a cluster applies nothing but parts of it, which were all read whole. */
  appliesHere(object: unknown, cluster: Unit, home: Home): boolean;
  /** Of an object that applies nothing but paths of this repository: those that are not there. */
  ownPaths(object: unknown, home: Home): { readonly missing: readonly string[] } | undefined;
  /** Whether anything says where a unit is applied, or could: here, or for a unit that is not here. */
  isPlaced(unit: Unit): boolean;
  /** What remote bases of it have of OLM, as far as anything here tells. */
  elsewhere(unit: Unit): readonly Elsewhere[];
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
  { remote = [], cache, exclude = [], progress }: KustomizationsRead = {},
  isAsked: boolean | 'apart' = false,
): Units | undefined {
  try {
    const found = treeOf(input);
    if (!found) return undefined;
    const tree = excluding(withRemotes(found, input, remote), exclude);
    const { folder, isTop } = tree.top?.() ?? { folder: '' };
    const entries = folder === '' ? clusters : [];
    return isAsked || entries.length > 0 || kustomizationIn(tree, '') === undefined || isTop
      ? unitsOfTree(tree, entries, { cache: buildCacheFor(cache, [input]), progress }, isAsked)
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

/**
 * What may be as it is in an input: in a whole repository, files that are no manifests, as not all of it need be applied. Whoever names
 * something asks for it.
 */
export function toleratesIn(inputs: readonly Source[]): Tolerates {
  return inputs.every(isAnything) ? isNobodys : () => false;
}

/** Whether something may be no manifest, or may need what is not here. */
function isNobodys(what: Unknown, { code }: Problem): boolean {
  const isOpen = ('file' in what || ('object' in what && code === 'DUPLICATE_OBJECT')) && !what.isApplied;
  return isOpen || code === 'KUSTOMIZATION_NOT_BUILT' || code === 'CHART_NOT_RENDERED';
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

function unitsOfTree(
  own: FileTree,
  entries: readonly ClusterEntry[],
  how: Watched & { readonly cache: BuildCache | undefined },
  isAsked: boolean | 'apart',
): Units | undefined {
  const repository = repositoryFiles(own);
  const { tree, place, found, manifests, charts } = repository;
  const applied = appliedIn(tree, manifests, repository.kustomizations, place, charts);
  // Plain files can be for several clusters, too.
  const isSentOut = applied.paths.some(({ to }) => to !== undefined);
  const isNamed = entries.length > 0;
  const canBeOne = !isAsked && !isNamed && !isSentOut;
  if (canBeOne && arePlain(repository)) return undefined;
  const leaves = leavesOf(repository, applied);
  const isBuilt = leaves.units.some((unit) => unit.kind !== 'folder' || isOfSite(unit));
  if (canBeOne && (!isBuilt || leaves.units.length < 2)) return undefined;

  const around = { tree, manifests, chartAt: leaves.chartAt };
  const known = withApplied(leaves.units, applied.paths, around, isAsked === 'apart');
  const byName = new Map(known.map((unit) => [unit.name, unit]));
  const contents = unitContents(tree);
  const helm = charts.size > 0 ? helmHere() : undefined;
  const { read, unbuilt, wholeObjects, objectsOf } = unitReader(tree, { ...how, helm, identityOf: contents.identityOf });

  const isWhole = kustomizationIn(own, '') === undefined && !areAlternatives(leaves.units, tree);
  const { clusters: joins, reached } = isNamed || place !== '' ? NO_CLUSTERS : appliedClusters(known, applied, around, objectsOf);
  // What is one cluster anyway has no second one.
  const areJoined = joins.length > (isWhole && !isSentOut && isAsked !== 'apart' ? 1 : 0);
  const partsAt = (path: string): readonly Unit[] => leaves.unitsAt(path).map((unit) => byName.get(unit.name) ?? unit);
  const clusters = isNamed ? entries.map((entry) => clusterOf(entry, partsAt)) : areJoined ? joins : [];
  const reading = isNamed ? 'clusters' : areJoined ? 'applications' : isWhole ? undefined : 'alternatives';
  const units = clusters.length === 0 ? known : withClusters(clusters, known);

  const isRead = new Set(units.flatMap(({ files }) => files));
  const isPlain = new Set(leaves.units.flatMap(({ kind, files }) => (kind === 'folder' ? files : [])));
  // What a set applies that cannot be expanded can be anything here.
  const saysWhere = isNamed || applied.unexpanded.length > 0 || leaves.units.some(isOfSite);
  const components = unloadedComponents(tree, repository.kustomizations).map((file) => kustomizationUnit(tree, file));
  return {
    units,
    components,
    componentProblems: (some) => {
      const found = componentProblems(
        tree,
        some.flatMap((unit) => kustomizationOf(tree, unit) ?? []),
        how,
      );
      return new Map([...found].map(([file, problems]) => [kustomizationUnit(tree, file).name, problems]));
    },
    ...(reading === undefined ? {} : { reading }),
    charts: [...charts].filter((chart) => helm === undefined || !isRead.has(pathIn(chart, CHART_FILE))).sort(compareText),
    unexpanded: applied.unexpanded,
    appliesElsewhere: applied.elsewhere,
    ...contents,
    read,
    unbuilt,
    wholeObjects,
    isPlain: (path) => isPlain.has(pathIn(place, path)),
    unread: () => {
      const listed = [...found.files, ...found.ignored, ...found.written, ...found.kustomizations];
      const reasonOf = (path: string): UnreadReason => (leaves.testData.has(pathIn(place, path)) ? 'test-data' : 'not-listed');
      const all = [...found.passedOver(), ...listed.map((path): PassedOver => [path, reasonOf(path)])];
      const left = all.filter(([path]) => !isRead.has(pathIn(place, path)));
      return withPipelines(own, withoutForges(own, left), found).map(([path, reason]) => unreadFile(own, path, reason));
    },
    unitAt: (name) => {
      const named = units.find((unit) => unit.name === name) ?? byName.get(name);
      if (named) return named;
      const [only, ...more] = leaves.unitsAt(folderOf(name));
      return more.length === 0 ? only : undefined;
    },
    below: (paths) => {
      const places = paths.map((path) => resolve(path));
      const isInOne = (path: string): boolean => places.some((folder) => isBelow(resolve(own.nameOf(path)), folder));
      const all = places.length === 0 ? [] : [...found.files, ...found.ignored, ...found.kustomizations];
      return new Set(all.filter(isInOne).map((path) => pathIn(place, path)));
    },
    loadingBeyond: (some) => partsOf(some).flatMap((part) => (loadsBeyond(tree, part) ? [part.name] : [])),
    appliesHere: (object, cluster, home) => appliesHere(object, cluster, home, { applied, around, objectsOf: wholeObjects }),
    ownPaths: (object, home) => ownPaths(object, home, { applied, around }),
    isPlaced: ({ name, kind, appliedBy }) =>
      saysWhere ||
      (kind !== 'kustomization' && kind !== 'folder') ||
      appliedBy !== undefined ||
      reached.has(name) ||
      applied.paths.some(({ path }) => isBelow(folderOf(name), path) || isBelow(path, folderOf(name))),
    elsewhere: (unit) =>
      (unit.parts ?? [unit]).flatMap((part) => {
        const file = kustomizationOf(tree, part);
        return file === undefined ? [] : subscriptionsElsewhere(tree, file);
      }),
  };
}

const NO_CLUSTERS = { clusters: [], reached: new Set<string>() };

function loadsBeyond(tree: FileTree, unit: Unit): boolean {
  const file = kustomizationOf(tree, unit);
  const { appliedBy = [] } = unit;
  const isFlux = appliedBy.length > 0 && appliedBy.every((by) => by.startsWith('Kustomization '));
  return file !== undefined && !isFlux && closureOf(tree, file).beyond.size > 0;
}
