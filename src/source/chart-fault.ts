/** What Helm says where it cannot render a chart, as a problem at the line of the template that is at fault. */
import { printable } from '../manifest/printable.js';
import type { Problem } from '../manifest/problem.js';
import { CHART_FILE } from './chart-files.js';
import { type FileTree, folderOfPath, pathIn } from './file-tree.js';

/** As Helm names a file: by the name of the chart, and its path in that. */
const TEMPLATE = /([\w.-]+)\/((?:charts\/[\w.-]+\/)*(?:templates|crds)\/[^\s:"'()]+?)(?=[\s:"'()]|$)(?::(\d+))?(?::(\d+))?/;
const VALUES = /\b(?:values\.yaml|Chart\.yaml)\b/;
/** What it says before the fault. */
const AROUND = [/^(?:.*\b[Ee]rror: )?(?:template: |(?:execution|parse|YAML parse) error (?:at|on) )/s, /^.*\b[Ee]rror: /s];

/**
 * The problem behind a message; nothing where it is not one of Helm about a chart.
 *
 * @param files in which the template is looked for
 * @param said by Helm, or by kustomize that started it
 * @example
 * chartFault(tree, files, 'Error: execution error at (etcd/templates/csv.yaml:3:4): no channel')?.line // 3
 */
export function chartFault(tree: FileTree, files: Iterable<string>, said: string): Problem | undefined {
  const all = [...files];
  const [whole = '', , inside, line, column] = TEMPLATE.exec(said) ?? [];
  const charts = all.filter((path) => path.endsWith(`/${CHART_FILE}`) || path === CHART_FILE).map(folderOfPath);
  const [name] = inside === undefined ? (VALUES.exec(said) ?? []) : [inside];
  if (name === undefined || !/\bError: |\berror (?:at|on) \(?/.test(said)) return undefined;
  const file =
    charts.map((chart) => pathIn(chart, name)).find((path) => all.includes(path)) ?? charts.map((chart) => pathIn(chart, CHART_FILE))[0];
  if (file === undefined) return undefined;
  const text = AROUND.reduce((rest, words) => rest.replace(words, ''), said.replace(/\s+/g, ' '));
  const found = text.replaceAll(whole, '').replace(/^[\s:()]+|[\s:]+$/g, '');
  return {
    code: 'CHART_NOT_RENDERED',
    message: 'Helm cannot render this chart',
    file: tree.nameOf(file),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
    found: printable(found || text),
    expected: 'templates and values that Helm renders without a cluster and without other hosts',
    fix: 'correct the template, or give the value that it needs',
  };
}
