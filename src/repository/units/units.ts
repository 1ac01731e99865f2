/** Finds the units of a repository: kustomizations that no other one loads, folders of plain manifests, charts, and clusters of these. */

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { isGitInput } from '../../base/manifest/git-input.js';
import { once, oncePerKey } from '../../base/manifest/once.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import type { Problem } from '../../base/manifest/problem.js';
import { listed } from '../../base/wording/phrases.js';
import type { Watched } from '../../olm/model/progress.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import type { Elsewhere } from '../../olm/model/unknown-operator.js';
import type { PassedOver, UnreadFile, UnreadReason } from '../../olm/model/unread-file.js';
import { appliesHere, type OwnPaths, ownPaths, ownRepositories } from '../applied/applied-here.js';
import type { AppliedIn } from '../applied/applied-paths.js';
import { type Around, appliedUnit, isOfFlux, withApplied } from '../applied/applied-units.js';
import { CHART_FILE } from '../charts/chart-files.js';
import { helmHere } from '../charts/render-chart.js';
import type { Walked } from '../input/files-by-kind.js';
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
import { type FileTree, pathIn } from '../trees/file-tree.js';
import type { Home } from '../trees/git-tree.js';
import { excluding } from '../trees/glob.js';
import { isBelow } from '../trees/tree-paths.js';
import { appliedClusters, clusterOf, partsOf, withClusters } from './cluster-units.js';
import {
  areAlternatives,
  arePlain,
  isOfSite,
  type Leaves,
  leavesOf,
  type RepositoryFiles,
  repositoryFiles,
  withoutTests,
} from './leaf-units.js';
import { folderOf, kustomizationOf, kustomizationUnit, type Reading, type Unit } from './unit.js';
import { type UnitContents, unitContents } from './unit-contents.js';
import { type UnitReader, unitReader } from './unit-files.js';

/** The units of an input. */
export interface Units extends UnitContents, Pick<UnitReader, 'read' | 'refused' | 'unbuilt' | 'wholeObjects'> {
  readonly units: readonly Unit[];
  /** The input's path in its repository. */
  readonly place: string;
  /** Components that no kustomization loads; they are no units. */
  readonly components: readonly Unit[];
  /** Problems of Components that cannot be built, by name. */
  componentProblems(components: readonly Unit[]): ReadonlyMap<string, readonly Problem[]>;
  /** Why the units are judged apart; absent if all units are one cluster. */
  readonly reading?: Reading;
  /** Folders of Helm charts that are not rendered. */
  readonly charts: readonly string[];
  /** ApplicationSets that the repository alone cannot expand. */
  readonly unexpanded: readonly string[];
  /** Applications and the like that apply nothing of this repository, if the input is the whole repository. */
  readonly appliesElsewhere: readonly string[];
  /** The settings of applying objects that the units are read with, in words. */
  readonly settings: readonly string[];
  /** Whether a path is in a unit of plain manifests. */
  isPlain(path: string): boolean;
  /** The content of a file that the kustomization of a unit loads. */
  loadedAs(path: string): string | undefined;
  /** Files in no unit that could be applied. */
  unread(): readonly UnreadFile[];
  /** The unit with this name. If there is none: the kustomization, folder or file at this path. */
  unitAt(name: string): Unit | undefined;
  /** The files of the input below these paths of the command line. */
  below(paths: readonly string[]): ReadonlySet<string>;
  /** Units that load files from outside of a kustomization's folder, unless only Flux applies them. */
  loadingBeyond(units: readonly Unit[]): readonly string[];
  /** Whether an object of a cluster only applies parts of the cluster, all of them completely read. */
  appliesHere(object: unknown, cluster: Unit, home: Home): boolean;
  /** The missing paths of an object that only applies paths of this repository; nothing for any other object. */
  ownPaths(object: unknown, home: Home, given?: readonly unknown[]): OwnPaths | undefined;
  /** The GitRepositories of Flux that are this repository. */
  ownRepositories(home: Home): ReadonlySet<string>;
  /** Whether the repository defines, or could define, where a unit is applied. */
  isPlaced(unit: Unit): boolean;
  /** The objects of OLM in the unit's remote bases, as far as the repository names them. */
  elsewhere(unit: Unit): readonly Elsewhere[];
}

/**
 * The units of a folder or commit; nothing if the input is one unit, such as a kustomization, or a folder without kustomizations. A
 * kustomization at the top of a repository is one unit among others: it must not hide them.
 *
 * @param clusters the clusters of the configuration, used only for the top of a repository
 * @param how options for reading kustomizations
 * @param isAsked whether a single unit is returned, too, as in a review whose other revision has several; `apart` if the input cannot
 *   be read as one: then applied plain folders are separate units
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
    // Reading the input as one unit reports the error.
    return undefined;
  }
}

/** Whether the input is a whole repository, rather than a named part: not every file of a repository is applied. */
export function isAnything(input: Source): boolean {
  try {
    return typeof input !== 'string' || treeOf(input)?.top?.().isTop === true;
  } catch {
    return false;
  }
}

/**
 * The problems to tolerate in an input: in a whole repository, files that are no manifests and that nothing applies, because not every
 * file is applied. A named input tolerates none.
 */
export function toleratesIn(inputs: readonly Source[]): Tolerates {
  if (!inputs.every(isAnything)) return () => false;
  const isApplied = oncePerKey((input: Source) => (typeof input === 'string' ? appliedIn(input) : input.isApplied));
  return (what, problem) => isNobodys(what, problem) && !('file' in what && inputs.some((input) => isApplied(input)?.(what.file)));
}

/** Whether a file may be no manifest, or may need something that is not here. */
function isNobodys(what: Unknown, { code }: Problem): boolean {
  if (code === 'KUSTOMIZATION_NOT_BUILT' || code === 'CHART_NOT_RENDERED') return true;
  if ('file' in what) return !what.isApplied && !what.isManifest;
  return 'object' in what && code === 'DUPLICATE_OBJECT' && !what.isApplied;
}

/** The same as `isApplied` of a unit, for a repository that is read as one. */
function appliedIn(input: string): ((file: string) => boolean) | undefined {
  const own = treeOf(input);
  if (!own) return undefined;
  const { files, applied } = withoutTests(repositoryFiles(own));
  return plainApplied(applied, files);
}

/** Whether a file, by its name, is one of the plain files that objects apply. */
function plainApplied(applied: AppliedIn, { tree, manifests }: Pick<RepositoryFiles, 'tree' | 'manifests'>): (file: string) => boolean {
  const around = { tree, manifests, ...waysOf(applied) };
  const names = once(() => {
    const folders = applied.paths.map((one) => appliedUnit(one, around)).filter(({ kind }) => kind === 'folder');
    return new Set(folders.flatMap(({ files }) => files).map((file) => tree.nameOf(file)));
  });
  return (file) => names().has(file);
}

/**
 * The lines of files at the other revision of a review, from the whole repository of the input.
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
      // A revision without the file has no lines.
      return undefined;
    }
  };
  return (path) => {
    if (!known.has(path)) known.set(path, linesAt(path));
    return known.get(path);
  };
}

/** The tree of the whole repository. If a revision lacks the folder, looks from its parents. */
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
  const { files: repository, applied, steps } = withoutTests(repositoryFiles(own));
  const { tree, place, found, manifests, charts } = repository;
  // Plain files can have several destination clusters, too.
  const isSentOut = applied.paths.some(({ to }) => to !== undefined);
  const isNamed = entries.length > 0;
  const isChanged = steps.size > 0 || areChanged(applied, tree);
  const canBeOne = !isAsked && !isNamed && !isSentOut && !isChanged;
  if (canBeOne && arePlain(repository)) return undefined;
  const leaves = leavesOf(repository, applied);
  const isBuilt = leaves.units.some((unit) => unit.kind !== 'folder' || isOfSite(unit));
  if (canBeOne && (!isBuilt || leaves.units.length < 2)) return undefined;

  const around = { tree, manifests, chartAt: leaves.chartAt, ...waysOf(applied) };
  const known = withApplied(leaves.units, applied.paths, around, isAsked === 'apart');
  const byName = new Map(known.map((unit) => [unit.name, unit]));
  const contents = unitContents(tree);
  const helm = charts.size > 0 ? helmHere() : undefined;
  const isApplied = plainApplied(applied, repository);
  const { objectsOf, ...reader } = unitReader(tree, { ...how, helm, identityOf: contents.identityOf, isApplied });
  const isWhole = kustomizationIn(own, '') === undefined && !areAlternatives(leaves.units, tree);
  const { clusters: joins, reached } = isNamed || place !== '' ? NO_CLUSTERS : appliedClusters(known, applied, around, objectsOf);
  // A whole that is one cluster only splits if there is a second cluster.
  const areJoined = joins.length > (isWhole && !isSentOut && !isChanged && isAsked !== 'apart' ? 1 : 0);
  const partsAt = (path: string): readonly Unit[] => leaves.unitsAt(path).map((unit) => byName.get(unit.name) ?? unit);
  const clusters = isNamed ? entries.map((entry) => clusterOf(entry, partsAt)) : areJoined ? joins : [];
  const reading = isNamed ? 'clusters' : areJoined ? 'applications' : isWhole && !isChanged ? undefined : 'alternatives';
  const units = clusters.length === 0 ? known : withClusters(clusters, known);
  const isRead = filesOf(units);
  const isPlain = new Set(leaves.units.flatMap(({ kind, files }) => (kind === 'folder' ? files : [])));
  const isLoaded = new Set(leaves.units.flatMap(({ kind, files }) => (kind === 'kustomization' ? files : [])));
  // An ApplicationSet that cannot be expanded can apply any unit.
  const saysWhere = isNamed || applied.unexpanded.length > 0 || leaves.units.some(isOfSite);
  const components = unloadedComponents(tree, repository.kustomizations).map((file) => kustomizationUnit(tree, file));
  return {
    units,
    place,
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
    settings: settingsIn(units),
    ...contents,
    ...reader,
    isPlain: (path) => isPlain.has(pathIn(place, path)),
    loadedAs: (path) => (isLoaded.has(pathIn(place, path)) ? own.identityOf(path) : undefined),
    unread: () => {
      const left = passedOver(found, (path) => testReason(pathIn(place, path), steps, leaves)).filter(
        ([path]) => !isRead.has(pathIn(place, path)),
      );
      return withPipelines(own, withoutForges(own, left), found).map(([path, reason]) => unreadFile(own, path, reason));
    },
    unitAt: (name) => {
      const named = units.find((unit) => unit.name === name) ?? byName.get(name);
      if (named) return named;
      const [only, ...more] = leaves.unitsAt(folderOf(name));
      return more.length === 0 ? only : undefined;
    },
    below: (paths) => filesBelow(repository, own, paths),
    loadingBeyond: (some) => partsOf(some).flatMap((part) => (loadsBeyond(tree, part) ? [part.name] : [])),
    appliesHere: (object, cluster, home) => appliesHere(object, cluster, home, { applied, around, objectsOf: reader.wholeObjects }),
    ownPaths: (object, home, given) => ownPaths(object, home, { applied, around }, given),
    ownRepositories: (home) => ownRepositories(tree, manifests, home),
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

/**
 * Whether the appliers decide what becomes of files: by settings, because Flux applies files that Argo CD leaves out, or because Argo CD
 * applies the files of a kustomization without building it.
 */
function areChanged({ paths, skipped }: AppliedIn, tree: FileTree): boolean {
  return paths.some(
    ({ settings, by, path, isPlain }) =>
      settings !== undefined || (skipped.size > 0 && isOfFlux(by)) || (isPlain && kustomizationIn(tree, path) !== undefined),
  );
}

/** The files that Argo CD leaves out, and the paths that are applied in several ways. */
function waysOf({ paths, skipped }: AppliedIn): Pick<Around, 'skipped' | 'isSeveral'> {
  const ways = groupBy(paths, ({ path }) => path);
  const several = new Set(
    [...ways].filter(([, all]) => new Set(all.map(({ settings }) => sortedText(settings ?? null))).size > 1).map(([path]) => path),
  );
  return { skipped, isSeveral: (path) => several.has(path) };
}

/** The files of units, and the files that Argo CD leaves out of them, which the units report. */
function filesOf(units: readonly Unit[]): ReadonlySet<string> {
  return new Set([...units, ...partsOf(units)].flatMap(({ files, leftOut = [] }) => [...files, ...leftOut.map(([file]) => file)]));
}

/** The files of an input below paths of the command line. */
function filesBelow({ found, place }: RepositoryFiles, own: FileTree, paths: readonly string[]): ReadonlySet<string> {
  const places = paths.map((path) => resolve(path));
  const isInOne = (path: string): boolean => places.some((folder) => isBelow(resolve(own.nameOf(path)), folder));
  const all = places.length === 0 ? [] : [...found.files, ...found.ignored, ...found.kustomizations];
  return new Set(all.filter(isInOne).map((path) => pathIn(place, path)));
}

/** The files of an input that could be left out, with the reason for each. */
function passedOver(found: Walked, testReasonOf: (path: string) => UnreadReason | undefined): PassedOver[] {
  const listed = [...found.files, ...found.ignored, ...found.written, ...found.kustomizations];
  return [...found.passedOver(), ...listed.map((path): PassedOver => [path, testReasonOf(path) ?? 'not-listed'])];
}

function testReason(path: string, steps: ReadonlySet<string>, { testData }: Leaves): UnreadReason | undefined {
  return steps.has(path) ? 'test-step' : testData.has(path) ? 'test-data' : undefined;
}

/** The settings of the units, in words. */
function settingsIn(units: readonly Unit[]): string[] {
  const all = [...units, ...partsOf(units)].flatMap(({ settings, leftOut = [] }) => [
    ...(settings ? [`${settings.by} (${settings.names.join(', ')})`] : []),
    ...(leftOut.length > 0 ? [`files that Argo CD leaves out (${listed(leftOut.map(([file]) => file))})`] : []),
  ]);
  return [...new Set(all)].sort(compareText);
}

const NO_CLUSTERS = { clusters: [], reached: new Set<string>() };

function loadsBeyond(tree: FileTree, unit: Unit): boolean {
  const file = kustomizationOf(tree, unit);
  const { appliedBy = [] } = unit;
  const isFlux = appliedBy.length > 0 && appliedBy.every((by) => by.startsWith('Kustomization '));
  return file !== undefined && !isFlux && closureOf(tree, file).beyond.size > 0;
}
