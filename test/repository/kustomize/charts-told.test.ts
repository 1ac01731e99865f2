/** Charts of kustomizations that Helm cannot render here: a change is told once, with the file and the value that changes. */
import { expect, it } from 'vitest';
import { lines } from '../../support/lines.js';
import { type Files, NAMESPACE, reviewFolder } from '../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const CHART = ['  - name: apps', '    repo: https://charts.example', '    version: 0.4.0', '    valuesFile: values.yaml'];
const BASE: Files = {
  'prod/ns.yaml': NAMESPACE,
  'prod/kustomization.yaml': lines('resources: [ns.yaml]', 'helmCharts:', ...CHART, '    additionalValuesFiles: [more.yaml]'),
  'prod/values.yaml': lines('apps:', '  one: {path: a}', '  two: {path: b}'),
  'prod/more.yaml': lines('colour: red', 'list: [a]'),
};

/** A replaced text of a file, and what is told of it. */
const CHANGES: readonly (readonly [file: string, from: string, to: string, told: string])[] = [
  ['kustomization.yaml', '0.4.0', '0.4.1', 'version changes from "0.4.0" to "0.4.1"'],
  ['kustomization.yaml', 'name: apps', 'name: others', 'others'],
  ['kustomization.yaml', '    version', '    releaseName: new\n    version', 'releaseName new is new'],
  ['kustomization.yaml', '    version', '    valuesInline: {colour: blue}\n    version', 'valuesInline.colour blue is new'],
  ['kustomization.yaml', 'resources', 'helmGlobals: {chartHome: x}\nresources', 'helmGlobals.chartHome x is new'],
  ['values.yaml', '  two: {path: b}\n', '', 'values.yaml: apps.two.path b is removed'],
  ['values.yaml', 'path: a', 'path: c', 'values.yaml: apps.one.path changes from a to c'],
  ['more.yaml', 'red', 'blue', 'more.yaml: colour changes from red to blue'],
  ['more.yaml', '[a]', '[a, b]', 'more.yaml: list[1] b is new'],
];

const changed = (file: string, from: string, to: string): Files => {
  const path = `prod/${file}`;
  const text = BASE[path]?.replace(from, to) ?? '';
  expect(text).not.toBe(BASE[path]);
  return { ...BASE, [path]: text };
};
const changesIn = (text: string): string[] =>
  (/\nChanges\n((?: {2}.*\n)*)/.exec(text)?.[1] ?? '').split('\n').filter((line) => line !== '');

it.each(CHANGES)('%s: %j becomes %j', (file, from, to, told) => {
  const both = [
    [BASE, changed(file, from, to)],
    [changed(file, from, to), BASE],
  ] as const;
  const [there, back] = both.map(([before, after]) => reviewFiles(before, after));
  expect(there?.headline).toContain(told);
  for (const { text } of [there, back].flatMap((one) => one ?? [])) {
    expect(text.match(/^\w+\[(?:unread-file|file-changed|operator-file-changed)\]/gm)).toHaveLength(1);
    expect(changesIn(text)).toHaveLength(1);
    expect(text).not.toContain('blanks or comments');
  }
});

it('a comment in the values changes nothing, and a role in them stops the change', () => {
  expect(reviewFiles(BASE, changed('values.yaml', 'apps:', '# all\napps:')).headline).toBe('No change in meaning');
  expect(reviewFiles(BASE, changed('values.yaml', 'path: a', 'path: a, role: cluster-admin'))).toMatchObject({ code: 1 });
});
