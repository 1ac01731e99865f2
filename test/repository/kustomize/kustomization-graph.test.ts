import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestFiles } from '../../../src/repository/input/manifest-files.js';
import { readFiles } from '../../../src/repository/input/read-files.js';
import { closureOf, outermost } from '../../../src/repository/kustomize/kustomization-graph.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';
import { committed } from '../../support/git.js';

const closure = (files: Readonly<Record<string, string>>, file = 'prod/kustomization.yaml') => {
  const { files: loaded, refused } = closureOf(diskTree(folderOf(files)), file);
  return { files: [...loaded].sort(), refused: refused.map(({ entry, reason }) => `${entry}: ${reason}`) };
};

describe('what a kustomization loads', () => {
  it('are bases, components, patches, the files of generators, and what the configuration of a plugin names', () => {
    expect(
      closure({
        'prod/kustomization.yaml': [
          'resources: [../base, own.yaml]',
          'components: [../part]',
          'patches: [{path: patch.yaml}, {patch: "- op: remove\\n  path: /spec"}, old.yaml]',
          'configMapGenerator: [{name: a, files: [key=data.txt], envs: [a.env]}]',
          'generators: [generator.yaml]',
        ].join('\n'),
        'prod/own.yaml': '',
        'prod/patch.yaml': '',
        'prod/old.yaml': '',
        'prod/data.txt': '',
        'prod/a.env': '',
        'prod/unused.yaml': '',
        'prod/generator.yaml': 'apiVersion: builtin\nkind: ConfigMapGenerator\nfiles: [k=more.txt]\n',
        'prod/more.txt': '',
        'base/kustomization.yaml': 'resources: [b.yaml]',
        'base/b.yaml': '',
        'part/kustomization.yaml': 'kind: Component\nnamePrefix: a-',
        'other/kustomization.yaml': 'resources: ["https://example.com"]',
      }),
    ).toEqual({
      files: [
        'base/b.yaml',
        'base/kustomization.yaml',
        'part/kustomization.yaml',
        'prod/a.env',
        'prod/data.txt',
        'prod/generator.yaml',
        'prod/kustomization.yaml',
        'prod/more.txt',
        'prod/old.yaml',
        'prod/own.yaml',
        'prod/patch.yaml',
      ],
      refused: [],
    });
  });

  it('is never of another host, out of the tree, of Helm, or what git keeps for itself', () => {
    expect(
      closure({
        'prod/kustomization.yaml':
          'resources: ["https://example.com/a", ../../out.yaml, ../.git/config, gone.yaml]\nhelmCharts: [{name: a}]\n',
        '.git/config': 'password',
      }),
    ).toEqual({
      files: ['prod/kustomization.yaml'],
      refused: [
        'https://example.com/a: remote',
        '../../out.yaml: outside',
        '../.git/config: outside',
        'gone.yaml: missing',
        'helmCharts: helm',
      ],
    });
  });

  it('is not what a plugin makes that kustomize has not built in, but what that goes by', () => {
    const plugin = 'apiVersion: viaduct.ai/v1\nkind: ksops\nfiles: [secret.enc.yaml]\n';
    const files = {
      'prod/kustomization.yaml': 'generators: [a.yaml, ../more]\ntransformers: ["kind: b\\napiVersion: c", labels.yaml]\n',
      'prod/a.yaml': plugin,
      'prod/secret.enc.yaml': '',
      'prod/labels.yaml': 'apiVersion: builtin\nkind: LabelTransformer\nlabels: {a: b}\n',
      'more/kustomization.yaml': 'resources: [chart.yaml]\n',
      'more/chart.yaml': 'apiVersion: builtin\nkind: HelmChartInflationGenerator\nname: a\n',
    };
    const { refused } = closureOf(diskTree(folderOf(files)), 'prod/kustomization.yaml');
    expect(refused).toEqual([
      { file: 'prod/kustomization.yaml', entry: 'a.yaml', reason: 'plugin', files: ['prod/a.yaml', 'prod/secret.enc.yaml'] },
      { file: 'prod/kustomization.yaml', entry: '../more', reason: 'plugin', files: ['more/chart.yaml'] },
      { file: 'prod/kustomization.yaml', entry: 'kind: b\napiVersion: c', reason: 'plugin', files: [] },
    ]);
  });

  it('is never what a configuration of a built-in names at another host, in whatever case, depth and place', () => {
    const url = 'http://127.0.0.1:8080/secret';
    const generator = (field: string): string => `apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: a}\n${field}\n`;
    const patch = `apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: a}\npath: ${url}\n`;
    const replacement = `apiVersion: builtin\nkind: ReplacementTransformer\nmetadata: {name: a}\nreplacements: [{path: "${url}"}]\n`;
    const all = [
      generator(`files: ["key=${url}"]`),
      generator(`Files: ["${url}"]`),
      generator(`env: ${url.replace('http', 'HTTP')}`),
      generator(`envs: [["${url}"]]`),
      patch,
      replacement,
      `${generator('literals: [a=b]')}---\n${patch}`,
      `apiVersion: builtin\nkind: ConfigMapGeneratorList\nitems: [{apiVersion: builtin, kind: ConfigMapGenerator, files: ["${url}"]}]\n`,
      'apiVersion: builtin\nkind: ConfigMapGenerator\nfiles: [\n',
    ];
    const fields = ['generators', 'transformers', 'validators'];
    for (const [index, text] of all.entries())
      for (const field of fields) {
        const inFile = closure({ 'prod/kustomization.yaml': `${field}: [leak.yaml]\n`, 'prod/leak.yaml': text });
        expect([index, field, inFile.refused]).toEqual([index, field, ['leak.yaml: plugin']]);
        const inline = closure({ 'prod/kustomization.yaml': `${field}: [${JSON.stringify(text)}]\n` });
        expect([index, field, inline.refused]).toEqual([index, field, [`${text}: plugin`]]);
      }
    const below = { 'prod/kustomization.yaml': 'generators: [../more]\n', 'more/leak.yaml': generator('literals: [a=b]') };
    const lists = ['', ', leak.yaml]\npatches: [{path: p.yaml}', ']\ncomponents: [../c', ']\nnamePrefix: [a', `, "${url}"`];
    expect(lists.map((more) => closure({ ...below, 'more/kustomization.yaml': `resources: [leak.yaml${more}]\n` }).refused[0])).toEqual([
      undefined,
      ...lists.slice(1).map(() => '../more: plugin'),
    ]);
  });

  it('end where two kustomizations name each other for plugins', () => {
    const files = { 'prod/a.yaml': '', 'prod/kustomization.yaml': 'resources: [a.yaml]\ngenerators: [../more]\n', 'more/b.yaml': '' };
    const { refused } = closure({ ...files, 'more/kustomization.yaml': 'resources: [b.yaml]\ngenerators: [../prod]\n' });
    expect(refused).toEqual(['../more: plugin', '../prod: plugin', '"../prod", which leads to prod: refused']);
    expect(closure({ ...files, 'prod/kustomization.yaml': 'transformers: [.]\n' }).refused).toEqual([
      '.: plugin',
      '".", which leads to prod: refused',
    ]);
  });

  it('may have the address of another host as a value', () => {
    const generator = 'apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: a}\nliterals: ["url=https://example.com/x?ref=y"]\n';
    const labels =
      'apiVersion: builtin\nkind: AnnotationsTransformer\nmetadata: {name: a}\nannotations: {a: "https://example.com"}\nfieldSpecs: [{path: metadata/annotations}]\n';
    expect(
      closure({
        'prod/kustomization.yaml': `generators: [a.yaml, ${JSON.stringify(generator)}]\ntransformers: [${JSON.stringify(labels)}]\n`,
        'prod/a.yaml': generator,
      }).refused,
    ).toEqual([]);
  });

  it.each([
    'Resources: ["http://127.0.0.1/a"]',
    'CONFIGMAPGENERATOR: [{name: a, files: ["http://127.0.0.1/a"]}]',
    'configMapGenerator: [{name: a, Files: ["http://127.0.0.1/a"]}]',
    'patches: [{Path: "http://127.0.0.1/a"}]',
    'replacements: [{PATH: "http://127.0.0.1/a"}]',
    'openapi: {Path: "http://127.0.0.1/a"}',
    'helmGlobals: {ChartHome: ../../..}',
  ])('is nothing where kustomize could load what is not known here: %s', (field) => {
    const [refused, ...others] = closure({ 'prod/kustomization.yaml': `resources: [a.yaml]\n${field}\n`, 'prod/a.yaml': '' }).refused;
    expect(refused).toMatch(/: field$/);
    expect(others).toEqual([]);
    const folder = folderOf({ 'prod/kustomization.yaml': `resources: [a.yaml]\n${field}\n`, 'prod/a.yaml': 'kind: ConfigMap\n' });
    expect(readFiles([join(folder, 'prod')])).toMatchObject({ texts: [], problems: [{ code: 'KUSTOMIZATION_NOT_BUILT', line: 2 }] });
  });

  it('is the chart and the values that Helm would read, as what changes in them changes what it makes', () => {
    const files = {
      'prod/kustomization.yaml':
        'helmCharts: [{name: a, valuesFile: v.yaml, additionalValuesFiles: ["https://example.com/v"]}]\nhelmGlobals: {chartHome: ../c}\n',
      'prod/v.yaml': '',
      'c/a/Chart.yaml': '',
      'c/a/templates/x.yaml': '',
      'c/b/Chart.yaml': '',
    };
    expect(closure(files)).toEqual({
      files: ['c/a/Chart.yaml', 'c/a/templates/x.yaml', 'prod/kustomization.yaml', 'prod/v.yaml'],
      refused: ['helmCharts: helm'],
    });
  });

  it('does not lead through a link out of the tree', () => {
    const folder = folderOf({
      'in/prod/kustomization.yaml': 'resources: [link.yaml, away]',
      'out/kustomization.yaml': '',
      'secret.yaml': '',
    });
    symlinkSync('../../secret.yaml', join(folder, 'in/prod/link.yaml'));
    symlinkSync('../../out', join(folder, 'in/prod/away'));
    const { files, refused } = closureOf(diskTree(join(folder, 'in')), 'prod/kustomization.yaml');
    expect([...files]).toEqual(['prod/kustomization.yaml']);
    expect(refused.map(({ reason }) => reason)).toEqual(['missing', 'missing']);
  });

  it('says which no other one uses, those of a circle among them', () => {
    const tree = diskTree(
      folderOf({
        'a/kustomization.yaml': 'resources: [../b]',
        'b/kustomization.yaml': '',
        'c/kustomization.yaml': 'resources: [../d]',
        'd/kustomization.yaml': 'resources: [../c]',
      }),
    );
    const all = ['a', 'b', 'c', 'd'].map((folder) => `${folder}/kustomization.yaml`);
    expect(outermost(tree, all)).toEqual(['a/kustomization.yaml', 'c/kustomization.yaml', 'd/kustomization.yaml']);
  });
});

describe('a kustomization in a repository', () => {
  const files = {
    'overlays/prod/kustomization.yaml': 'resources: [../../base]\n',
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    'neighbour/kustomization.yaml': 'resources: ["https://example.com/a.yaml"]\n',
  };

  it('is read where it stands, whatever its neighbours load', () => {
    const folder = folderOf({ ...files, '.git/HEAD': '' });
    expect(readFiles([join(folder, 'overlays/prod')])).toEqual({
      texts: [{ file: join(folder, 'base/a.yaml'), text: files['base/a.yaml'] }],
      problems: [],
    });
  });

  it('stays in its folder where there is no repository', () => {
    const folder = folderOf(files);
    expect(manifestFiles(diskTree(join(folder, 'overlays/prod'))).refused).toMatchObject([{ reason: 'outside' }]);
  });

  it('is read from its commit in the same way', () => {
    const folder = committed(files);
    writeFileSync(join(folder, 'base/a.yaml'), 'changed');
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(readFiles(['git:HEAD:overlays/prod'])).toEqual({
        texts: [{ file: 'git:HEAD:base/a.yaml', text: files['base/a.yaml'] }],
        problems: [],
      });
    } finally {
      process.chdir(before);
    }
  });
});
