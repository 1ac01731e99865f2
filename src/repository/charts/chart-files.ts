/** Finds the files of a chart in the repository, and whether Helm can render the chart from them alone. */
import { isMapping } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import type { UnreadFile, UnreadReason } from '../../olm/model/unread-file.js';
import type { HELM_FIELDS } from '../kustomize/kustomization-fields.js';
import { isRemote, resolvedPath } from '../kustomize/refused-kustomization.js';
import { type FileTree, pathIn, textAt } from '../trees/file-tree.js';
import { documentsAt, isFile } from '../trees/tree-paths.js';

/** The file that makes a folder a chart. */
export const CHART_FILE = 'Chart.yaml';
/** The dependencies of a Helm 2 chart. */
const REQUIREMENTS_FILE = 'requirements.yaml';
const DEPENDENCIES = 'charts';
/** The schema can name other hosts and files, and does not change the rendering. */
const SCHEMA = 'values.schema.json';

/** A chart. */
export interface ChartFiles {
  /** Every file that Helm reads. */
  readonly files: readonly string[];
  /** Why the files are not enough to render the chart. */
  readonly lack?: string;
}

/**
 * The files of a chart.
 *
 * @example
 * chartFiles(tree, 'charts/etcd') // { files: ['charts/etcd/Chart.yaml', 'charts/etcd/templates/csv.yaml'] }
 */
export function chartFiles(tree: FileTree, folder: string): ChartFiles {
  const found = { files: [] as string[], links: [] as string[] };
  collect(tree, folder, found);
  const { files, links } = found;
  if (!files.includes(pathIn(folder, CHART_FILE))) return { files, lack: `there is no ${printable(pathIn(folder, CHART_FILE))}` };
  // Helm would follow the link, even out of the repository.
  if (links[0] !== undefined) return { files, lack: `${printable(links[0])} is a link that is not followed` };
  const missing = dependenciesOf(tree, folder, files).find((name) => !hasDependency(folder, files, name));
  return missing === undefined
    ? { files }
    : { files, lack: `its dependency ${printable(missing)} is not in ${printable(pathIn(folder, DEPENDENCIES))}/` };
}

function collect(tree: FileTree, folder: string, found: { readonly files: string[]; readonly links: string[] }): void {
  for (const { name, kind } of tree.list(folder)) {
    const path = pathIn(folder, name);
    if (kind === 'folder') collect(tree, path, found);
    else if (kind !== 'file') found.links.push(path);
    else if (name !== SCHEMA) found.files.push(path);
  }
}

/** The dependencies of a chart. Helm refuses a chart without one of them, whatever its condition. */
function dependenciesOf(tree: FileTree, folder: string, files: readonly string[]): string[] {
  return [CHART_FILE, REQUIREMENTS_FILE]
    .map((name) => pathIn(folder, name))
    .filter((file) => files.includes(file))
    .flatMap((file) => documentsAt(tree, file))
    .flatMap(({ value }) => (isMapping(value) && Array.isArray(value.dependencies) ? value.dependencies : []))
    .flatMap((dependency: unknown) => (isMapping(dependency) && typeof dependency.name === 'string' ? [dependency.name] : []));
}

/** Whether a dependency is in the chart, as a folder or packed. */
function hasDependency(folder: string, files: readonly string[], name: string): boolean {
  const place = pathIn(folder, DEPENDENCIES);
  return files.some((path) => {
    if (path === `${place}/${name}/${CHART_FILE}`) return true;
    return path.startsWith(`${place}/${name}-`) && path.endsWith('.tgz') && !path.slice(place.length + 1).includes('/');
  });
}

/** A template's queries about its cluster, which is unknown here. A packed chart is opaque, so it counts as doubtful, too. */
const OF_CLUSTER = /\bCapabilities\b/;

/** An object in a file that Helm does not render, but that a tool applies if it applies the folder unrendered. */
const OBJECT = /^kind:\s/m;
const RENDERED = /^(?:.*\/)?(?:templates|crds)\//;

/** The chart files through which a cluster can get other objects than those rendered here. */
export function doubtfulFiles(tree: FileTree, files: readonly string[]): UnreadFile[] {
  const charts = chartsAmong(files);
  return files.flatMap((path) => {
    const reasons = charts.filter((chart) => path.startsWith(chart)).map((chart) => doubtAbout(tree, path, path.slice(chart.length)));
    const reason = reasons.find((one) => one === 'chart-part') ?? reasons.find((one) => one !== undefined);
    return reason === undefined ? [] : [{ path, file: tree.nameOf(path), reason, content: tree.identityOf(path) }];
  });
}

/** Argo CD adds the parameters of this file to the Application's. */
const PARAMETERS = /(?:^|\/)\.argocd-source[^/]*$/;
const DATA = /\.(?:ya?ml|json)$/;

function doubtAbout(tree: FileTree, path: string, inChart: string): UnreadReason | undefined {
  if (path.endsWith('.tgz') || PARAMETERS.test(path)) return 'chart-part';
  const text = textAt(tree, path);
  const isRendered = RENDERED.test(inChart);
  if (OF_CLUSTER.test(text) || (!isRendered && DATA.test(path) && OBJECT.test(text))) return 'chart-part';
  // Values are already part of the rendering, unless a template renders them as a template.
  return isRendered || !DATA.test(path) || text.includes('{{') ? 'chart-rendered' : undefined;
}

/** The name of a chart. */
export function chartName(tree: FileTree, folder: string): string {
  const [first] = documentsAt(tree, pathIn(folder, CHART_FILE));
  const { name } = isMapping(first?.value) ? first.value : {};
  return typeof name === 'string' ? name : '';
}

/** The files except Helm's templates. */
export function withoutTemplates(files: Iterable<string>): string[] {
  const all = [...files];
  const charts = chartsAmong(all);
  return all.filter((path) => !charts.some((chart) => path.startsWith(`${chart}templates/`)));
}

/** The folders of charts, each with a trailing slash. */
function chartsAmong(files: readonly string[]): string[] {
  return files.flatMap((path) => (path === CHART_FILE || path.endsWith(`/${CHART_FILE}`) ? [path.slice(0, -CHART_FILE.length)] : []));
}

// The charts that a kustomization renders, and whether all are in the repository: kustomize would fetch any other chart.

/** The default folder in which kustomize looks for charts. */
const CHARTS = 'charts';

/** Fields that kustomize passes to Helm unchanged: Helm would read a value with a leading dash as an option. */
const GIVEN = ['name', 'releaseName', 'namespace', 'version', 'kubeVersion'] as const;
/** The other fields of an entry that are supported here. */
const OTHERS = ['repo', 'valuesFile', 'additionalValuesFiles', 'valuesInline', 'valuesMerge', 'includeCRDs', 'skipHooks', 'skipTests'];
const CHART_FIELDS: ReadonlySet<string> = new Set([...GIVEN, ...OTHERS, 'apiVersions']);

/**
 * The charts in a field of a kustomization, with their values files.
 *
 * @param globals the kustomization's `helmGlobals`
 */
export function chartsNamed(
  tree: FileTree,
  folder: string,
  field: (typeof HELM_FIELDS)[number],
  entries: unknown,
  globals: unknown,
): ChartFiles {
  const home = isMapping(globals) && typeof globals.chartHome === 'string' ? globals.chartHome : CHARTS;
  const found = [entries].flat().map((entry) => ofEntry(tree, folder, entry, home));
  const lack = field === 'helmCharts' ? found.flatMap((one) => one.lack ?? [])[0] : 'the field belongs to early versions of kustomize';
  return { files: found.flatMap(({ files }) => files), ...(lack === undefined ? {} : { lack }) };
}

function ofEntry(tree: FileTree, folder: string, entry: unknown, chartHome: string): ChartFiles {
  if (!isMapping(entry)) return { files: [], lack: 'one of its entries is not a mapping' };
  const { name, version, repo, valuesFile, additionalValuesFiles = [], apiVersions = [] } = entry;
  const charts = resolvedPath(folder, typeof entry.chartHome === 'string' ? entry.chartHome : chartHome);
  if (charts === undefined || typeof name !== 'string') return { files: [], lack: 'its chart is outside of the repository' };
  const values = [valuesFile ?? [], additionalValuesFiles].flat(2).map((text: unknown) => {
    // Helm ends a path at a comma.
    const path = typeof text !== 'string' || isRemote(text) || /[,\\"]/.test(text) ? undefined : resolvedPath(folder, text);
    return path !== undefined && isFile(tree, path) ? path : undefined;
  });
  // kustomize uses a folder per version for a chart that it fetches.
  const place = isText(version) && isText(repo) ? resolvedPath(charts, `${name}-${version}`) : charts;
  const chart = resolvedPath(place ?? charts, name) ?? charts;
  const own = chartFiles(tree, isFile(tree, pathIn(chart, CHART_FILE)) ? chart : (resolvedPath(charts, name) ?? charts));
  const files = [...values.filter((path) => path !== undefined), ...own.files];
  const strange = Object.keys(entry).find((field) => !CHART_FIELDS.has(field));
  const option = [...GIVEN.map((field) => entry[field]), ...[apiVersions].flat()].find(
    (text) => typeof text === 'string' && text.startsWith('-'),
  );
  const lack =
    strange !== undefined
      ? `its ${printable(strange)} is not read here`
      : option !== undefined
        ? `Helm would read its ${printable(String(option))} as an option`
        : !isFile(tree, pathIn(chart, CHART_FILE))
          ? `there is no ${printable(pathIn(chart, CHART_FILE))}`
          : values.includes(undefined)
            ? 'a file of its values is not in the repository'
            : own.lack;
  return { files, ...(lack === undefined ? {} : { lack }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
