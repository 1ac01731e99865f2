/** The charts that a kustomization renders, and whether they are all here: kustomize would fetch any other one. */
import { isMapping } from '../manifest/plain-data.js';
import { printable } from '../manifest/printable.js';
import { CHART_FILE, type ChartFiles, chartFiles } from './chart-files.js';
import { type FileTree, isFile, pathIn } from './file-tree.js';
import { isRemote, resolvedPath } from './kustomization.js';
import type { HELM_FIELDS } from './kustomization-fields.js';

/** Where kustomize looks for a chart. */
const CHARTS = 'charts';

/** What kustomize gives to Helm as it is written: of one that begins with a dash Helm would make an option. */
const GIVEN = ['name', 'releaseName', 'namespace', 'version', 'kubeVersion'] as const;
/** All that an entry can have and is read here, besides these. */
const OTHERS = ['repo', 'valuesFile', 'additionalValuesFiles', 'valuesInline', 'valuesMerge', 'includeCRDs', 'skipHooks', 'skipTests'];
const CHART_FIELDS: ReadonlySet<string> = new Set([...GIVEN, ...OTHERS, 'apiVersions']);

/**
 * The charts of a field of a kustomization, with the values that it gives them.
 *
 * @param globals its `helmGlobals`
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
    // Helm takes a comma for the end of a path.
    const path = typeof text !== 'string' || isRemote(text) || /[,\\"]/.test(text) ? undefined : resolvedPath(folder, text);
    return path !== undefined && isFile(tree, path) ? path : undefined;
  });
  // kustomize has a folder for each version of a chart that it fetches.
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
        ? `Helm would take its ${printable(String(option))} for an option`
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
