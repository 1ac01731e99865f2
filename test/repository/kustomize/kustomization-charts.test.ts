import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFault } from '../../../src/repository/kustomize/build-fault.js';
import { closureOf } from '../../../src/repository/kustomize/kustomization-graph.js';
import { buildKustomizations } from '../../../src/repository/kustomize/kustomize-build.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { chart, HELM, standIn } from '../../support/chart.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';
import { describeWith, itWith, program } from '../../support/needs.js';

const prod = (...more: readonly string[]): Record<string, string> => ({
  'prod/kustomization.yaml': lines('namePrefix: p-', 'helmCharts:', '  - name: etcd', ...more.map((line) => `    ${line}`)),
});

/** Why the charts of `prod` cannot be rendered, if they cannot. */
function lackOf(folder: string): string | undefined {
  const [part, ...others] = closureOf(diskTree(folder), 'prod/kustomization.yaml').refused;
  expect(others).toEqual([]);
  return part && 'lack' in part ? part.lack : undefined;
}

function build(files: Readonly<Record<string, string>>, path = process.env.PATH ?? '') {
  const folder = folderOf(files);
  const temporary = folderOf({ 'keep/x': '' });
  const tree = diskTree(folder);
  const built = buildKustomizations(tree, ['prod'], { path, temporary }).get('prod');
  expect(readdirSync(temporary)).toEqual(['keep']);
  return { tree, built };
}

describe('charts of a kustomization are rendered by Helm unless', () => {
  it('nothing is in the way', () => {
    expect(lackOf(folderOf({ ...prod('valuesInline: {channel: fast}'), ...chart('prod/charts/etcd') }))).toBeUndefined();
    expect(lackOf(folderOf({ ...prod('version: "1"', 'repo: https://x.example'), ...chart('prod/charts/etcd-1/etcd') }))).toBeUndefined();
  });

  it.each([
    ['the chart is not there', prod(), 'there is no prod/charts/etcd/Chart.yaml'],
    [
      'kustomize would fetch it',
      { ...prod('version: "2"', 'repo: https://x.example'), ...chart('prod/charts/etcd') },
      'there is no prod/charts/etcd-2/etcd/Chart.yaml',
    ],
    [
      'a value would be an option',
      { ...prod('releaseName: --post-renderer=/bin/sh'), ...chart('prod/charts/etcd') },
      'Helm would read its --post-renderer=/bin/sh as an option',
    ],
    [
      'values are outside',
      { ...prod('additionalValuesFiles: [/etc/passwd]'), ...chart('prod/charts/etcd') },
      'a file of its values is not in the repository',
    ],
    [
      'values are of another host',
      { ...prod('valuesFile: https://x.example/v.yaml'), ...chart('prod/charts/etcd') },
      'a file of its values is not in the repository',
    ],
    [
      'a field is not known',
      { ...prod('nameTemplate: "{{ getHostByName `x.example` }}"'), ...chart('prod/charts/etcd') },
      'its nameTemplate is not read here',
    ],
    [
      'a dependency is not there',
      { ...prod(), ...chart('prod/charts/etcd', { 'Chart.yaml': lines('name: etcd', 'dependencies: [{name: common}]') }) },
      'its dependency common is not in prod/charts/etcd/charts/',
    ],
  ])('%s', (_, files, lack) => {
    expect(lackOf(folderOf(files))).toBe(lack);
  });

  it('a link leads out of the repository', () => {
    const folder = folderOf({ ...prod(), ...chart('prod/charts/etcd') });
    symlinkSync('/etc/passwd', join(folder, 'prod/charts/etcd/templates/passwd.yaml'));
    expect(lackOf(folder)).toBe('prod/charts/etcd/templates/passwd.yaml is a link that is not followed');
  });
});

describeWith([program('kubectl')], 'a kustomization with a chart of the repository, with a program that stands for Helm', () => {
  it('is built as kustomize would build it', () => {
    const { path, argumentsFile, folder } = standIn();
    const { built } = build({ ...prod('releaseName: rel', 'namespace: tea', 'includeCRDs: true'), ...chart('prod/charts/etcd') }, path);
    expect(built).toEqual({ text: lines('apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: p-printed') });
    const words = readFileSync(argumentsFile, 'utf8')
      .replaceAll(/\S*\/(?=prod\/|etcd-kustomize)/g, '')
      .trim()
      .split('\n');
    expect(words).toEqual([
      'template',
      'rel',
      'prod/charts/etcd',
      '--namespace',
      'tea',
      '-f',
      'etcd-kustomize-values.yaml',
      '--include-crds',
      '--skip-schema-validation',
    ]);
    const environment = readFileSync(join(folder, 'environment'), 'utf8');
    expect(environment).toMatch(/KUBECONFIG='\/dev\/null'/);
    expect(environment.match(/HELM_\w+='[^']*'/g)?.filter((line) => !line.includes('/tool/home'))).toEqual([]);
  });

  it('is left without it where Helm is too old', () => {
    const { path, argumentsFile } = standIn('v3.15.4');
    expect(build({ ...prod(), ...chart('prod/charts/etcd') }, path).built).toMatchObject({
      refused: [{ entry: 'helmCharts', isRenderable: true }],
    });
    expect(existsSync(argumentsFile)).toBe(false);
  });
});

describeWith([program('kubectl'), HELM], 'a kustomization with a chart of the repository', () => {
  it('is built with what Helm renders, and leaves nothing behind', () => {
    const files = { ...prod('releaseName: rel', 'namespace: tea', 'valuesInline: {channel: fast}'), ...chart('prod/charts/etcd') };
    expect(build(files).built).toMatchObject({
      text: expect.stringMatching(/name: p-rel\n {2}namespace: tea\nspec:\n {2}channel: fast\n/),
    });
  });

  itWith([], 'is told at the line of the template where Helm fails', () => {
    const failing = chart('prod/charts/etcd', { 'templates/a.yaml': lines('kind: Role', 'a: {{ fail "no channel" }}') });
    const { tree, built } = build({ ...prod('releaseName: rel'), ...failing });
    if (!built || !('failure' in built)) throw new Error(JSON.stringify(built));
    expect(buildFault(tree, 'prod/kustomization.yaml', built.message)).toMatchObject({
      code: 'CHART_NOT_RENDERED',
      file: tree.nameOf('prod/charts/etcd/templates/a.yaml'),
      line: 2,
      found: 'no channel',
    });
    expect(built.message).not.toContain(tmpdir());
  });
});
