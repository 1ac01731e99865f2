/** Rendering charts with Helm, where it is installed, in a copy of their files that is removed again. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceText } from '../manifest/parse.js';
import { printable } from '../manifest/printable.js';
import type { Problem } from '../manifest/problem.js';
import type { OtherSide } from './built-origins.js';
import { chartFault } from './chart-fault.js';
import { CHART_FILE, type ChartFiles } from './chart-files.js';
import { chartOrigins } from './chart-origins.js';
import type { Release } from './chart-release.js';
import { type FileTree, pathIn } from './file-tree.js';
import { helmGate } from './helm-tool.js';

const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 1 << 26;

/** What a chart renders to, or why it does not. */
export type RenderedChart = { readonly text: SourceText } | { readonly problem: Problem };

/**
 * Renders a chart.
 *
 * @param helm its whole path
 * @param temporary a folder for the copy
 * @example
 * renderChart(tree, ownRelease('charts/etcd'), chartFiles(tree, 'charts/etcd'), { helm: '/usr/bin/helm', temporary: tmpdir() })
 */
export function renderChart(
  tree: FileTree,
  release: Release,
  { files, lack = release.lack }: ChartFiles,
  { helm, temporary, other }: { readonly helm: string; readonly temporary: string; readonly other?: OtherSide | undefined },
): RenderedChart {
  const chartFile = pathIn(release.chart, CHART_FILE);
  const problem = (found: string, fix: string): RenderedChart => ({
    problem: {
      code: 'CHART_NOT_RENDERED',
      message: 'Helm cannot render this chart',
      file: tree.nameOf(chartFile),
      found,
      expected: 'a chart and values that are all in the repository',
      fix,
    },
  });
  const all = [...new Set([...files, ...release.files.map(([, file]) => file)])];
  tree.expect?.(all);
  const tooLarge = all.find((file) => tree.read(file) === undefined);
  if (tooLarge !== undefined)
    return problem(`${printable(tooLarge)} cannot be read, or is too large`, 'make it smaller, or take it out of the chart');
  if (release.words.some((word) => word.includes('\0'))) return problem('a NUL in what Helm is given', 'take it out');
  if (lack !== undefined)
    return problem(
      lack,
      'add what is missing to the repository, or render it yourself and pipe it: helm template NAME CHART | cdk8s-olm check -',
    );
  const place = mkdtempSync(join(temporary, `cdk8s-olm-helm-${process.pid}-`));
  try {
    const copy = join(place, 'copy');
    for (const file of all) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), tree.read(file) ?? '');
    }
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
    if (status === 0) {
      const text = { file: `helm template ${tree.nameOf(release.chart)}`, text: stdout };
      return { text: { ...text, originOf: chartOrigins(tree, release.chart, text, other) } };
    }
    const said = (stderr || (error?.message ?? '')).replaceAll(`${copy}/`, '').replaceAll(`${place}/`, '').trim();
    const fault = chartFault(tree, all, said);
    return fault ? { problem: fault } : problem(said.replace(/^Error: /, ''), 'correct the chart, or the values that it is given');
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
