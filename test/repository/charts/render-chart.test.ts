import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chartFiles, doubtfulFiles } from '../../../src/repository/charts/chart-files.js';
import { type ChartSource, ownRelease, type Release, releaseOf } from '../../../src/repository/charts/chart-release.js';
import { renderChart } from '../../../src/repository/charts/render-chart.js';
import { installedHelm } from '../../../src/repository/kustomize/tools.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { chart, HELM, PRINTED, standIn } from '../../support/chart.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';
import { describeWith, itWith } from '../../support/needs.js';

function source(helm: object, more: Partial<ChartSource> = {}): ChartSource {
  return { name: 'etcd-prod', namespace: 'tea', helm: helm as ChartSource['helm'], refs: [], ...more };
}
const there = new Set(['charts/etcd/prod.yaml', 'env/prod.yaml', 'env/a,b.yaml']);
const release = (helm: object, more?: Partial<ChartSource>): Release =>
  releaseOf('charts/etcd', source(helm, more), (path) => there.has(path));

describe('the release of an Application', () => {
  it('is given to Helm as Argo CD gives it', () => {
    expect(
      release({
        releaseName: 'rel',
        kubeVersion: '1.32',
        parameters: [
          { name: 'a', value: '1,2' },
          { name: 'b', value: '{1,2}', forceString: true },
          { name: 'a', value: 'last' },
        ],
        fileParameters: [{ name: 'script', path: 'prod.yaml' }],
        valueFiles: ['prod.yaml', '/env/prod.yaml', 'gone.yaml'],
        ignoreMissingValueFiles: true,
        values: 'x: 1',
        valuesObject: { y: 2 },
        apiVersions: ['v1'],
        skipTests: true,
      }),
    ).toEqual({
      chart: 'charts/etcd',
      name: 'rel',
      words: [
        ...['--name-template', 'rel', '--namespace', 'tea', '--kube-version', '1.32'],
        ...['--set', 'a=last', '--set-string', 'b={1,2}', '--api-versions', 'v1', '--include-crds', '--skip-tests'],
      ],
      values: expect.stringMatching(/"?y"?: ?2/),
      files: [
        ['--set-file script', 'charts/etcd/prod.yaml'],
        ['--values', 'charts/etcd/prod.yaml'],
        ['--values', 'env/prod.yaml'],
      ],
    });
    expect(release({ skipCrds: true, namespace: 'own' }).words).toEqual(['--name-template', 'etcd-prod', '--namespace', 'own']);
  });

  it('has no file of values whose path Helm would split at a comma, and read another one of the machine', () => {
    expect(release({ valueFiles: ['/env/a,b.yaml'] })).toMatchObject({
      files: [],
      lack: '/env/a,b.yaml, with values for it, is not in the repository',
    });
  });

  it('has files of another source of the same repository', () => {
    expect(release({ valueFiles: ['$values/env/prod.yaml'] }, { refs: ['values'] }).files).toEqual([['--values', 'env/prod.yaml']]);
    expect(release({ valueFiles: ['$values/env/prod.yaml'] }).lack).toBe(
      '$values/env/prod.yaml, with values for it, is not in the repository',
    );
  });

  it.each([
    ['a file that is not there', { valueFiles: ['gone.yaml'] }, 'gone.yaml, with values for it, is not in the repository'],
    [
      'a file of another host',
      { valueFiles: ['https://x.example/v.yaml'] },
      'https://x.example/v.yaml, with values for it, is not in the repository',
    ],
    ['a file outside', { valueFiles: ['../../../etc/passwd'] }, '../../../etc/passwd, with values for it, is not in the repository'],
    ['a name that is an option', { releaseName: '--post-renderer=/bin/sh' }, '--post-renderer=/bin/sh is not a valid name'],
    [
      'a name that is a template',
      { releaseName: '{{ getHostByName "x.example" }}' },
      '{{ getHostByName "x.example" }} is not a valid name',
    ],
    ['what Argo CD fills in', { parameters: [{ name: 'a', value: '$ARGOCD_APP_NAME' }] }, 'Argo CD fills in its parameter a'],
    [
      'a parameter with two files',
      { fileParameters: [{ name: 'a', path: '/env/a,b.yaml' }] },
      'the file of its parameter a is not in the repository',
    ],
    [
      'a second parameter in the name',
      { fileParameters: [{ name: 'a=/etc/passwd,b', path: 'prod.yaml' }] },
      'the file of its parameter a=/etc/passwd,b is not in the repository',
    ],
  ])('is not rendered with %s', (_, helm, lack) => {
    expect(release(helm).lack).toBe(lack);
  });
});

/** What a chart renders to, with nothing left behind. */
function render(files: Readonly<Record<string, string>>, one: Release, helm: string | undefined) {
  const tree = diskTree(folderOf(files));
  const temporary = folderOf({ 'keep/x': '' });
  const rendered = renderChart(tree, one, chartFiles(tree, one.chart), { helm: helm ?? '', temporary });
  expect(readdirSync(temporary)).toEqual(['keep']);
  return { tree, rendered };
}

describe('a chart, with a program that stands for Helm', () => {
  it('is rendered by template alone, and every other word is refused', () => {
    const { path, argumentsFile, folder } = standIn();
    const { rendered } = render(chart('charts/etcd'), { ...release({}), values: 'a: 1' }, installedHelm(path));
    expect(rendered).toMatchObject({ text: { text: PRINTED } });
    expect(
      readFileSync(argumentsFile, 'utf8')
        .replace(/\S*values\.yaml/, 'values.yaml')
        .trim()
        .split('\n'),
    ).toEqual([
      'template',
      './charts/etcd',
      '--name-template',
      'etcd-prod',
      '--namespace',
      'tea',
      '--include-crds',
      '--values',
      'values.yaml',
      '--skip-schema-validation',
    ]);
    const environment = readFileSync(join(folder, 'environment'), 'utf8');
    expect(environment).toContain("KUBECONFIG='/dev/null'");
    const refused = render(chart('charts/etcd'), { ...release({}), words: ['--post-renderer', '/bin/sh'] }, installedHelm(path));
    expect(refused.rendered).toMatchObject({ problem: { code: 'CHART_NOT_RENDERED', found: 'helm is not given --post-renderer' } });
  });

  it.each([
    ['two files in one word', ['--values', 'a.yaml,/etc/passwd']],
    ['a path in quotes', ['-f', '"a.yaml"']],
    ['two files of parameters', ['--set-file', 'a=b,c=/etc/passwd']],
  ])('is not rendered with %s', (_, words) => {
    const { path } = standIn();
    const { rendered } = render(chart('charts/etcd'), { ...release({}), words }, installedHelm(path));
    expect(rendered).toMatchObject({ problem: { found: `helm is not given the file ${words[1]}` } });
  });

  it('is not rendered with a NUL in a parameter, nor with a file that cannot be read', () => {
    const { path } = standIn();
    const given = release({ parameters: [{ name: 'a', value: 'b\0c' }] });
    expect(render(chart('charts/etcd'), given, installedHelm(path)).rendered).toMatchObject({
      problem: { found: 'a NUL in the input of Helm' },
    });
    const tree = diskTree(folderOf(chart('charts/etcd')));
    const bounded = { ...tree, read: (file: string) => (file.endsWith('values.yaml') ? undefined : tree.read(file)) };
    const helm = installedHelm(path) ?? '';
    expect(renderChart(bounded, release({}), chartFiles(tree, 'charts/etcd'), { helm, temporary: folderOf() })).toMatchObject({
      problem: { found: 'charts/etcd/values.yaml cannot be read, or is too large' },
    });
  });

  it('is not rendered without its dependencies', () => {
    const files = chart('charts/etcd', { 'Chart.yaml': lines('name: etcd', 'dependencies: [{name: common}]') });
    const { tree, rendered } = render(files, release({}), '/nowhere/helm');
    expect(rendered).toMatchObject({
      problem: { file: tree.nameOf('charts/etcd/Chart.yaml'), found: 'its dependency common is not in charts/etcd/charts/' },
    });
  });
});

describe('what Helm can make something else of than what it rendered here', () => {
  const doubts = (files: Record<string, string>) => {
    const tree = diskTree(folderOf({ 'Chart.yaml': 'name: etcd\n', ...files }));
    return doubtfulFiles(tree, Object.keys(files).concat('Chart.yaml')).map(({ path, reason }) => `${path}: ${reason}`);
  };

  it('is each template, whatever it asks for, and each file that one can read', () => {
    expect(doubts({ 'templates/a.yaml': '{{ if now }}{{ end }}', 'files/a.txt': 'x' })).toEqual([
      'templates/a.yaml: chart-rendered',
      'files/a.txt: chart-rendered',
    ]);
  });

  it('is no file of values, unless it holds a template itself', () => {
    expect(doubts({ 'values.yaml': 'a: 1' })).toEqual([]);
    expect(doubts({ 'values.yaml': 'a: "{{ now }}"' })).toEqual(['values.yaml: chart-rendered']);
  });

  it('is more than a doubt for what asks about the cluster, for packed charts, and for parameters that Argo CD adds', () => {
    const files = {
      'templates/a.yaml': '{{ .Capabilities }}',
      'charts/b.tgz': '',
      '.argocd-source.yaml': 'helm: {}',
      'b.yaml': 'kind: A\n',
    };
    expect(doubts(files)).toEqual(Object.keys(files).map((path) => `${path}: chart-part`));
  });
});

describeWith([HELM], 'a chart', () => {
  const helm = installedHelm(process.env.PATH ?? '');
  const own = ownRelease('charts/etcd', 'etcd');

  it('is rendered with what Argo CD gives it', () => {
    const given = { ...release({ parameters: [{ name: 'channel', value: 'fast' }] }) };
    expect(render(chart('charts/etcd'), given, helm).rendered).toMatchObject({
      text: { text: expect.stringMatching(/name: etcd-prod\n {2}namespace: tea\nspec:\n {2}channel: fast\n/) },
    });
    expect(render(chart('charts/etcd'), own, helm).rendered).toMatchObject({ text: { text: expect.stringContaining('channel: stable') } });
  });

  it('has its objects where the templates have them, whatever actions are around', () => {
    const files = chart('charts/etcd', {
      'templates/a.yaml': lines(
        '{{- if true }}',
        'kind: ConfigMap',
        'apiVersion: v1',
        'metadata:',
        '  name: {{ .Release.Name }}',
        'data: {a: "{{ 1 }}"}',
        '{{- end }}',
      ),
    });
    const { tree, rendered } = render(files, own, helm);
    if (!('text' in rendered)) throw new Error(JSON.stringify(rendered));
    const { file } = rendered.text;
    expect(rendered.text.originOf?.({ file, document: 0, path: [] }, ['metadata', 'name'])).toMatchObject([
      { file: tree.nameOf('charts/etcd/templates/a.yaml'), document: 0, path: ['metadata', 'name'] },
    ]);
    expect(rendered.text.originOf?.({ file, document: 1, path: [] }, ['spec'])).toMatchObject([
      { file: tree.nameOf('charts/etcd/templates/subscription.yaml'), path: ['spec'] },
    ]);
  });

  itWith([], 'reads no file of the machine, and knows nothing of its environment', () => {
    const files = chart('charts/etcd', {
      'templates/a.yaml': lines(
        'kind: ConfigMap',
        'apiVersion: v1',
        'metadata: {name: a}',
        'data: {a: "{{ .Files.Get "/etc/passwd" }}{{ .Files.Get "../../../../etc/passwd" }}"}',
      ),
    });
    expect(render(files, own, helm).rendered).toMatchObject({ text: { text: expect.stringContaining('data: {a: ""}') } });
  });

  it('with an error is a problem at the line of the template', () => {
    const files = chart('charts/etcd', { 'templates/a.yaml': lines('kind: Role', 'a: {{ .Values.b.c }}') });
    const { tree, rendered } = render(files, own, helm);
    expect(rendered).toMatchObject({
      problem: {
        code: 'CHART_NOT_RENDERED',
        file: tree.nameOf('charts/etcd/templates/a.yaml'),
        line: 2,
        found: expect.stringContaining('nil pointer'),
      },
    });
  });
});
