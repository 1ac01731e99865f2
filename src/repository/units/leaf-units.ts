/** Finds the units of a repository's folders: kustomizations that no other one loads, folders of plain manifests, and charts. */
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { type AppliedIn, type AppliedPath, appliedIn } from '../applied/applied-paths.js';
import { CHART_FILE } from '../charts/chart-files.js';
import { chartUnits, ownChartUnit, releasesIn } from '../charts/render-chart.js';
import { testDataIn } from '../charts/test-data.js';
import { filesByKind, type Walked } from '../input/files-by-kind.js';
import { kustomizationIn, readKustomization } from '../kustomize/kustomization.js';
import { closureOf, loadedBy, outermost } from '../kustomize/kustomization-graph.js';
import { type FileTree, folderOfPath, pathIn } from '../trees/file-tree.js';
import { chainOf, isBelow } from '../trees/tree-paths.js';
import { testSteps } from './test-suites.js';
import { kustomizationOf, kustomizationUnit, type Unit } from './unit.js';

/** The files of an input, by their paths in its repository. */
export interface RepositoryFiles {
  /** The tree of the whole repository. */
  readonly tree: FileTree;
  /** The input's path in the repository. */
  readonly place: string;
  /** The files by kind, with paths relative to the input. */
  readonly found: Walked;
  readonly kustomizations: readonly string[];
  /** All other files except those of charts. */
  readonly manifests: readonly string[];
  /** The folders of charts. */
  readonly charts: ReadonlySet<string>;
}

export function repositoryFiles(own: FileTree): RepositoryFiles {
  const { tree: top, folder: place } = own.top?.() ?? { tree: own, folder: '' };
  const tree = remembering(top);
  const found = filesByKind(own);
  const kustomizations = found.kustomizations.map((file) => pathIn(place, file));
  tree.expect?.(kustomizations);
  const files = found.files.map((file) => pathIn(place, file));
  const charts = new Set(files.filter((file) => file.split('/').at(-1) === CHART_FILE).map(folderOfPath));
  const manifests = files.filter((file) => !chainOf(file).some((folder) => charts.has(folder)));
  return { tree, place, found, kustomizations, manifests, charts };
}

/** The files without the steps of kuttl tests that nothing applies, and the files that are applied then; a named folder keeps its tests. */
export function withoutTests(files: RepositoryFiles): {
  readonly files: RepositoryFiles;
  readonly applied: AppliedIn;
  readonly steps: ReadonlySet<string>;
} {
  const { tree, place, kustomizations, manifests, charts, found } = files;
  const appliedBy = (some: readonly string[]): AppliedIn => appliedIn(tree, some, kustomizations, place, charts);
  const applied = appliedBy(manifests);
  const plain = (): string[] => unitsBelow(files, '').flatMap((unit) => (unit.kind === 'folder' ? unit.files : []));
  const others = (): string[] => found.passedOver().map(([path]) => path);
  const steps = place === '' ? testSteps(tree, applied, { files: found.files, others, plain }) : new Set<string>();
  if (steps.size === 0) return { files, applied, steps };
  const left = manifests.filter((file) => !steps.has(file));
  return { files: { ...files, manifests: left }, applied: appliedBy(left), steps };
}

/** The tree with cached folder listings. */
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

/** The units of an input, before they are joined into clusters. */
export interface Leaves {
  readonly units: readonly Unit[];
  /** Files of folders that only contain test expectations; they are no units. */
  readonly testData: ReadonlySet<string>;
  /** The units that a tool applies for a path: the kustomization there, or otherwise all units below. */
  unitsAt(path: string): readonly Unit[];
  /** The release of a chart. */
  chartAt(one: AppliedPath): Unit | undefined;
}

export function leavesOf(files: RepositoryFiles, applied: AppliedIn): Leaves {
  const { tree, place, found, manifests, charts } = files;
  const chartAt = releasesIn(tree);
  const releases = chartUnits(applied.paths, chartAt);
  const all = found.files.map((file) => pathIn(place, file));
  const isTestData = testDataIn(tree, applied, all);
  const below = unitsBelow(files, place);
  const expected = new Set(below.filter(isTestData));
  const own = unnamedCharts(files, releases).map((chart) => ownChartUnit(tree, chart));
  const units = [...below.filter((unit) => !expected.has(unit)), ...releases, ...own];
  return {
    units: units.sort((a, b) => compareText(a.name, b.name)),
    testData: new Set([...expected].flatMap((unit) => unit.files)),
    unitsAt: (path) => {
      const file = kustomizationIn(tree, path);
      if (file !== undefined) return [kustomizationUnit(tree, file)];
      const made = releases.filter(({ release }) => release?.chart === path);
      if (made.length > 0) return made;
      if (charts.has(path)) return [ownChartUnit(tree, path)];
      return manifests.includes(path) ? [{ name: path, kind: 'folder', files: [path] }] : unitsBelow(files, path);
    },
    chartAt,
  };
}

/** Charts without a release in this repository that gives them values. */
function unnamedCharts({ tree, place, kustomizations, charts }: RepositoryFiles, releases: readonly Unit[]): string[] {
  const given = new Set([...releases.flatMap((unit) => unit.files), ...loadedBy(tree, kustomizations)]);
  const isInAnother = (chart: string): boolean => chainOf(chart).some((around) => around !== chart && charts.has(around));
  return [...charts].filter((chart) => isBelow(chart, place) && !given.has(pathIn(chart, CHART_FILE)) && !isInAnother(chart));
}

/** The units of a folder, as if no kustomization outside of the folder loaded any of its files. */
function unitsBelow({ tree, kustomizations, manifests }: RepositoryFiles, folder: string): readonly Unit[] {
  const inside = kustomizations.filter((file) => isBelow(file, folder));
  const built = outermost(tree, inside)
    .filter((file) => readKustomization(tree, file)?.kind !== 'Component')
    .map((file) => kustomizationUnit(tree, file));
  const loaded = loadedBy(tree, inside);
  const plain = plainUnits(
    manifests.filter((file) => isBelow(file, folder) && !loaded.has(file)),
    new Set(inside.map(folderOfPath)),
    folder,
  );
  return [...built, ...plain].sort((a, b) => compareText(a.name, b.name));
}

/** Values files of Validated Patterns: for one site, or for one kind of cluster. */
const OF_SITE = /(?:^|\/)values-[^/]+\.ya?ml$/;

/** Whether a unit is for one site. */
export function isOfSite({ name }: Unit): boolean {
  return OF_SITE.test(name);
}

/** Whether there are only plain manifests, and none for one site. */
export function arePlain({ kustomizations, charts, manifests }: RepositoryFiles): boolean {
  return kustomizations.length + charts.size === 0 && !manifests.some((file) => OF_SITE.test(file));
}

/**
 * Folders of manifests that no kustomization loads: the largest folders without a kustomization. Unlisted files next to or below a
 * kustomization are left out by it.
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

/** Whether units are alternatives: for different sites, with a common file, a chart, or with parts that are not in the repository. */
export function areAlternatives(units: readonly Unit[], tree: FileTree): boolean {
  if (units.some(({ kind }) => kind === 'chart') || units.filter(isOfSite).length > 1) return true;
  const built = units.filter(({ kind }) => kind === 'kustomization');
  const files = built.flatMap((unit) => unit.files);
  return new Set(files).size < files.length || built.some((unit) => closureOf(tree, kustomizationOf(tree, unit) ?? '').refused.length > 0);
}
