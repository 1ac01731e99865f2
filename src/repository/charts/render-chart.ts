/** Renders charts with Helm, if installed, in a temporary copy of their files; and makes units of their releases. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { replaceActions } from '../../base/inside/template-text.js';
import { compareText } from '../../base/kubernetes/object.js';
import { valueAt } from '../../base/manifest/field-path.js';
import type { OriginOf } from '../../base/manifest/locator.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { AppliedPath } from '../applied/applied-paths.js';
import { chartFault } from '../kustomize/build-fault.js';
import type { OtherSide } from '../kustomize/built-origins.js';
import { helmGate, installedHelm } from '../kustomize/tools.js';
import { type FileTree, pathIn, textAt } from '../trees/file-tree.js';
import { isFile } from '../trees/tree-paths.js';
import type { Unit } from '../units/unit.js';
import { CHART_FILE, type ChartFiles, chartFiles, chartName } from './chart-files.js';
import { ownRelease, type Release, releaseOf } from './chart-release.js';

const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 1 << 26;

/** The rendered text of a chart, or the problem. */
export type RenderedChart = { readonly text: SourceText } | { readonly problem: Problem };

/**
 * Renders a chart.
 *
 * @param helm the full path of Helm
 * @param temporary the parent folder of the copy
 * @example
 * renderChart(tree, ownRelease('charts/etcd'), chartFiles(tree, 'charts/etcd'), { helm: '/usr/bin/helm', temporary: tmpdir() })
 */
export function renderChart(
  tree: FileTree,
  release: Release,
  { files, lack = release.lack }: ChartFiles,
  { helm, temporary, other }: { readonly helm: string; readonly temporary: string; readonly other?: OtherSide | undefined },
): RenderedChart {
  const problem = notRendered(tree.nameOf(pathIn(release.chart, CHART_FILE)));
  const all = [...new Set([...files, ...release.files.map(([, file]) => file)])];
  tree.expect?.(all);
  const tooLarge = all.find((file) => tree.read(file) === undefined);
  if (tooLarge !== undefined)
    return problem(`${printable(tooLarge)} cannot be read, or is too large`, 'make it smaller, or take it out of the chart');
  if (release.words.some((word) => word.includes('\0'))) return problem('a NUL in the input of Helm', 'take it out');
  if (lack !== undefined)
    return problem(
      lack,
      'add the missing files to the repository, or render it yourself and pipe it: helm template NAME CHART | cdk8s-olm check -',
    );
  const place = mkdtempSync(join(temporary, `cdk8s-olm-helm-${process.pid}-`));
  try {
    copyFiles(tree, all, join(place, 'copy'));
    const { status, stdout, said } = runHelm(helm, release, place);
    if (status === 0) {
      const text = { file: `helm template ${tree.nameOf(release.chart)}`, text: stdout };
      return { text: { ...text, originOf: chartOrigins(tree, release.chart, text, other) } };
    }
    const fault = chartFault(tree, all, said);
    return fault ? { problem: fault } : problem(said.replace(/^Error: /, ''), 'correct the chart, or the values that it is given');
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function notRendered(file: string): (found: string, fix: string) => { readonly problem: Problem } {
  return (found, fix) => ({
    problem: {
      code: 'CHART_NOT_RENDERED',
      message: 'Helm cannot render this chart',
      file,
      found,
      expected: 'a chart and values that are all in the repository',
      fix,
    },
  });
}

function copyFiles(tree: FileTree, files: readonly string[], folder: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), tree.read(file) ?? '');
  }
}

/**
 * Runs Helm without network, and with nothing of its own but the copy.
 *
 * @param place a folder with the copy, which Helm can write to
 * @returns the output; `said` names no folder of this machine
 */
function runHelm(
  helm: string,
  release: Release,
  place: string,
): { readonly status: number | null; readonly stdout: string; readonly said: string } {
  const copy = join(place, 'copy');
  const values = join(place, 'values.yaml');
  if (release.values !== undefined) writeFileSync(values, release.values);
  const given = release.files.flatMap(([word, file]) => {
    const [option = '', name] = word.split(' ');
    return [option, name === undefined ? file : `${name}=${file}`];
  });
  const proxy = 'http://127.0.0.1:9';
  const { status, stdout, stderr, error } = spawnSync(
    helmGate(helm, join(place, 'tool')),
    ['template', `./${release.chart}`, ...release.words, ...given, ...(release.values === undefined ? [] : ['--values', values])],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { PATH: '', TMPDIR: place, HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
    },
  );
  const said = (stderr || (error?.message ?? '')).replaceAll(`${copy}/`, '').replaceAll(`${place}/`, '').trim();
  return { status, stdout, said };
}

// From what Helm rendered back to the template: as its actions stand in the place of values, it is read with others in their place.

/** The comment that Helm writes before each object; the first part is the name of the chart. */
const SOURCE = /^# Source: [^/]+\/(.+)$/;

/**
 * @param chart the chart's folder
 * @param rendered Helm's output
 */
export function chartOrigins(tree: FileTree, chart: string, rendered: SourceText, other?: OtherSide): OriginOf {
  let known: ReadonlyMap<number, { readonly file: string; readonly value: unknown }> | undefined;
  const open = (): NonNullable<typeof known> => {
    known ??= documentsWithSource(rendered);
    return known;
  };
  return ({ document, path }, at) => {
    const { file: name, value } = open().get(document) ?? {};
    const file = pathIn(chart, name ?? CHART_FILE);
    const original = textAt(tree, file);
    const text = name === undefined ? original : withoutActions(original);
    const lines = new Map(text.split('\n').map((line, index) => [line, original.split('\n')[index] ?? line]));
    return [
      {
        file: tree.nameOf(file),
        text,
        ...templateOf(text, valueAt(value, path), at),
        ...(other ? { isNew: (line: string) => !other(file)?.has(lines.get(line) ?? line) } : {}),
      },
    ];
  };
}

/** The objects, each with its template. */
function documentsWithSource(rendered: SourceText): Map<number, { readonly file: string; readonly value: unknown }> {
  const starts = rendered.text.split('\n').flatMap((line, index) => {
    const [, file] = SOURCE.exec(line) ?? [];
    return file === undefined ? [] : [{ file, line: index }];
  });
  const lengths = rendered.text.split(/^---.*$/m);
  const found = new Map<number, { readonly file: string; readonly value: unknown }>();
  let line = 0;
  const lineOf = lengths.map((part) => {
    const start = line;
    line += part.split('\n').length - 1;
    return { start, end: line };
  });
  const { documents } = parseDocuments(rendered);
  // The text begins with a separator, so the part before it is no document.
  const offset = rendered.text.startsWith('---') ? 1 : 0;
  for (const { value, source } of documents) {
    const part = lineOf[source.document + offset];
    const own = part && starts.filter((start) => start.line <= part.end).at(-1);
    if (own) found.set(source.document, { file: own.file, value });
  }
  return found;
}

/** The text with every action replaced, character by character, so that all other characters keep their places. */
export function withoutActions(text: string): string {
  const marked = replaceActions(text, (action) => action.replace(/[^\n]/g, '\0'));
  return marked
    .split('\n')
    .map((line) => (line.includes('\0') ? line.replaceAll('\0', line.replaceAll('\0', '').trim() === '' ? ' ' : 'x') : line))
    .join('\n');
}

/** The document and the field of a template that an object comes from. */
function templateOf(
  text: string,
  object: unknown,
  at: readonly (string | number)[],
): { readonly document: number; readonly path: readonly (string | number)[] } {
  const { documents } = parseDocuments({ file: '', text });
  const { kind, metadata } = isMapping(object) ? object : {};
  const alike = documents.filter(({ value }) => isMapping(value) && value.kind === kind);
  const named = alike.find(({ value }) => isMapping(metadata) && valueAt(value, ['metadata', 'name']) === metadata.name);
  const found = named ?? alike[0];
  return found ? { document: found.source.document, path: [...at] } : { document: 0, path: [] };
}

// Charts as units: one for each release of an Application.

/** Helm's path, if installed. */
export function helmHere(): string | undefined {
  return installedHelm(process.env.PATH ?? '');
}

/** Whether a folder is a chart. */
export function isChart(tree: FileTree, folder: string): boolean {
  return isFile(tree, pathIn(folder, CHART_FILE));
}

/** The unit of an Application's release of a chart; equal releases share a unit. */
export function releasesIn(tree: FileTree): (one: AppliedPath) => Unit | undefined {
  const byName = new Map<string, Unit>();
  return ({ path, chart }) => {
    if (!chart || !isChart(tree, path)) return undefined;
    const release = releaseOf(path, chart, (file) => isFile(tree, file));
    const found = unitOf(tree, release, `${path || '.'} (${release.name})`);
    const same = JSON.stringify(release);
    let { name } = found;
    // Several clusters can have releases with the same name.
    for (let count = 2; byName.has(name) && JSON.stringify(byName.get(name)?.release) !== same; count += 1) name = `${found.name} ${count}`;
    byName.set(name, { ...found, name });
    return byName.get(name);
  };
}

/** The releases of all Applications, in byte order. */
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

/** The unit of a chart with its own values. */
export function ownChartUnit(tree: FileTree, folder: string): Unit {
  return unitOf(tree, ownRelease(folder, chartName(tree, folder)), folder || '.');
}

function unitOf(tree: FileTree, release: Release, name: string): Unit {
  const { files } = chartFiles(tree, release.chart);
  return { name, kind: 'chart', files: [...new Set([...files, ...release.files.map(([, file]) => file)])], release };
}

/** Renders a release with Helm. */
export function readChart(tree: FileTree, release: Release, helm: string, other?: OtherSide): RenderedChart {
  return renderChart(tree, release, chartFiles(tree, release.chart), { helm, temporary: tmpdir(), other });
}
