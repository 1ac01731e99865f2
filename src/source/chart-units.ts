/** Charts as units: one for each release that Applications make of a chart. */
import { tmpdir } from 'node:os';
import { compareText } from '../kubernetes/object.js';
import type { AppliedPath } from './applied-paths.js';
import type { OtherSide } from './built-origins.js';
import { CHART_FILE, chartFiles, chartName } from './chart-files.js';
import { ownRelease, type Release, releaseOf } from './chart-release.js';
import { type FileTree, isFile, pathIn } from './file-tree.js';
import { installedHelm } from './helm-tool.js';
import { type RenderedChart, renderChart } from './render-chart.js';
import type { Unit } from './unit.js';

/** Helm's path, where it is installed. */
export function helmHere(): string | undefined {
  return installedHelm(process.env.PATH ?? '');
}

/** Whether a folder is a chart. */
export function isChart(tree: FileTree, folder: string): boolean {
  return isFile(tree, pathIn(folder, CHART_FILE));
}

/** What an Application makes of a chart: the same unit for the same release. */
export function releasesIn(tree: FileTree): (one: AppliedPath) => Unit | undefined {
  const byName = new Map<string, Unit>();
  return ({ path, chart }) => {
    if (!chart || !isChart(tree, path)) return undefined;
    const release = releaseOf(path, chart, (file) => isFile(tree, file));
    const found = unitOf(tree, release, `${path || '.'} (${release.name})`);
    const same = JSON.stringify(release);
    let { name } = found;
    // Clusters can have releases of one name.
    for (let count = 2; byName.has(name) && JSON.stringify(byName.get(name)?.release) !== same; count += 1) name = `${found.name} ${count}`;
    byName.set(name, { ...found, name });
    return byName.get(name);
  };
}

/** The releases that Applications make of charts, in byte order. */
export function chartUnits(applied: readonly AppliedPath[], chartAt: (one: AppliedPath) => Unit | undefined): Unit[] {
  const byName = new Map<string, Unit>();
  for (const one of applied) {
    const unit = chartAt(one);
    if (!unit) continue;
    const appliedBy = [...new Set([...(byName.get(unit.name)?.appliedBy ?? []), one.by])].sort(compareText);
    byName.set(unit.name, { ...unit, appliedBy });
  }
  return [...byName.values()].sort((a, b) => compareText(a.name, b.name));
}

/** A chart with its own values. */
export function ownChartUnit(tree: FileTree, folder: string): Unit {
  return unitOf(tree, ownRelease(folder, chartName(tree, folder)), folder || '.');
}

function unitOf(tree: FileTree, release: Release, name: string): Unit {
  const { files } = chartFiles(tree, release.chart);
  return { name, kind: 'chart', files: [...new Set([...files, ...release.files.map(([, file]) => file)])], release };
}

/** What Helm makes of a release. */
export function readChart(tree: FileTree, release: Release, helm: string, other?: OtherSide): RenderedChart {
  return renderChart(tree, release, chartFiles(tree, release.chart), { helm, temporary: tmpdir(), other });
}
