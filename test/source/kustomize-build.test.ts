import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskTree } from '../../src/source/disk-tree.js';
import { closuresIn } from '../../src/source/kustomization-loads.js';
import { buildKustomizations, kustomizeCommand } from '../../src/source/kustomize-build.js';
import { itWith, program } from '../support/needs.js';

const PATH = process.env.PATH ?? '';

describe('building a kustomization', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cdk8s-olm-'));
    mkdirSync(join(root, 'temporary'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function build(files: Readonly<Record<string, string>>, path = PATH) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, 'input', name)), { recursive: true });
      writeFileSync(join(root, 'input', name), text);
    }
    const tree = diskTree(join(root, 'input'));
    return buildKustomizations(tree, ['prod'], closuresIn(tree), { path, temporary: join(root, 'temporary') }).get('prod');
  }
  const base = {
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  };

  itWith([program('kubectl')], 'gives what it makes, and leaves nothing behind', () => {
    expect(build({ ...base, 'prod/kustomization.yaml': 'resources: [../base]\nnamespace: prod\n' })).toEqual({
      text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: prod\n',
    });
    expect(readdirSync(join(root, 'temporary'))).toEqual([]);
  });

  itWith([program('kubectl')], 'says what the tool says when it fails', () => {
    const outcome = build({ 'prod/kustomization.yaml': 'resources: [bad.yaml]\n', 'prod/bad.yaml': 'a: [' });
    expect(outcome).toMatchObject({ failure: 'failed', message: expect.stringContaining('bad.yaml') });
    expect(JSON.stringify(outcome)).not.toContain(join(root, 'temporary'));
  });

  itWith([program('kubectl')], 'cannot reach what lies outside the tree', () => {
    writeFileSync(join(root, 'secret.yaml'), 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n');
    expect(build({ 'prod/kustomization.yaml': 'resources: [../../secret.yaml]\n' })).toEqual({
      refused: [{ file: 'prod/kustomization.yaml', entry: '../../secret.yaml', reason: 'outside' }],
    });
  });

  it.each([
    ['a file of another host', 'resources: ["https://example.com/a.yaml"]\n', 'https://example.com/a.yaml', 'remote'],
    ['a repository', 'components: [github.com/a/b]\n', 'github.com/a/b', 'remote'],
    ['a patch of another host', 'patches: [{path: "http://localhost/p.yaml"}]\n', 'http://localhost/p.yaml', 'remote'],
    ['Helm', 'helmCharts: [{name: a}]\n', 'helmCharts', 'helm'],
  ])('is refused for %s', (_, text, entry, reason) => {
    expect(build({ 'prod/kustomization.yaml': text })).toMatchObject({ refused: [{ file: 'prod/kustomization.yaml', entry, reason }] });
  });

  itWith([program('kubectl')], 'leaves out what is not here, and its patches change nothing', () => {
    const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
    const outcome = build({
      ...base,
      'base/kustomization.yaml': 'resources: [a.yaml, "https://example.com/x.yaml?ref=1"]\n',
      'gone/kustomization.yaml': 'resources: ["github.com/a/b"]\n',
      'prod/kustomization.yaml': [
        'resources: [../base, ../gone]',
        'namespace: prod',
        'helmCharts: [{name: c, repo: "https://example.com"}]',
        'generators: [plugin.yaml]',
        'patchesStrategicMerge: [patches.yaml]',
        'patches: [{path: "https://example.com/p.yaml"}]',
        'configMapGenerator: [{name: g, files: ["k=https://example.com/k"]}]',
      ].join('\n'),
      'prod/plugin.yaml': 'apiVersion: x/v1\nkind: Plugin\nmetadata: {name: a}\n',
      'prod/patches.yaml': `${map('a')}data: {x: "1"}\n---\n${map('of.the.other')}data: {x: "2"}\n`,
    });
    expect(outcome).toMatchObject({
      text: 'apiVersion: v1\ndata:\n  x: "1"\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: prod\n',
    });
    const { parts = [] } = outcome && 'parts' in outcome ? outcome : {};
    expect(parts.map(({ file, entry }) => `${file}: ${entry}`)).toEqual([
      'prod/kustomization.yaml: plugin.yaml',
      'prod/kustomization.yaml: https://example.com/p.yaml',
      'prod/kustomization.yaml: https://example.com/k',
      'prod/kustomization.yaml: helmCharts',
      'base/kustomization.yaml: https://example.com/x.yaml?ref=1',
      'gone/kustomization.yaml: github.com/a/b',
    ]);
  });

  itWith([program('kubectl')], 'builds several side by side, and one that fails stops no other', () => {
    for (const [name, text] of Object.entries({
      ...base,
      'a/kustomization.yaml': 'resources: [../base]\nnamePrefix: x-\n',
      'b $(id)/kustomization.yaml': 'resources: [../base]\nnameSuffix: -y\n',
      'c/kustomization.yaml': 'patches: [{path: gone.yaml}]\nresources: [../base]\n',
      'd/kustomization.yaml': 'resources: ["https://example.com/a.yaml"]\n',
    })) {
      mkdirSync(dirname(join(root, 'input', name)), { recursive: true });
      writeFileSync(join(root, 'input', name), text);
    }
    const tree = diskTree(join(root, 'input'));
    const folders = ['a', 'b $(id)', 'c', 'd'];
    const built = buildKustomizations(tree, folders, closuresIn(tree), { path: PATH, temporary: join(root, 'temporary') });
    expect(built.get('a')).toMatchObject({ text: expect.stringContaining('name: x-a') });
    expect(built.get('b $(id)')).toMatchObject({ text: expect.stringContaining('name: a-y') });
    expect(built.get('c')).toMatchObject({ failure: 'failed', message: expect.stringMatching(/^[^\n]*gone\.yaml[^\n]*$/) });
    expect(built.get('d')).toMatchObject({ refused: [{ reason: 'remote' }] });
    expect(JSON.stringify([...built])).not.toContain(join(root, 'temporary'));
    expect(readdirSync(join(root, 'temporary'))).toEqual([]);
  });

  itWith([program('kubectl')], 'gives each build its own files alone: what another one loads decides nothing', () => {
    const patch =
      'apiVersion: builtin\n  kind: PatchTransformer\n  metadata: {name: p}\n  path: ../other/patch.yaml\n  target: {kind: ConfigMap}\n';
    for (const [name, text] of Object.entries({
      ...base,
      'a/kustomization.yaml': `resources: [../base]\ntransformers:\n- |\n  ${patch}`,
      'other/kustomization.yaml': 'resources: [../base]\npatches: [{path: patch.yaml}]\n',
      'other/patch.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: "1"}\n',
    })) {
      mkdirSync(dirname(join(root, 'input', name)), { recursive: true });
      writeFileSync(join(root, 'input', name), text);
    }
    const tree = diskTree(join(root, 'input'));
    const surroundings = { path: PATH, temporary: join(root, 'temporary') };
    const alone = buildKustomizations(tree, ['a'], closuresIn(tree), surroundings);
    expect(alone.get('a')).toMatchObject({ failure: 'failed' });
    const both = buildKustomizations(tree, ['a', 'other'], closuresIn(tree), surroundings);
    expect(both.get('other')).toMatchObject({ text: expect.stringContaining('x: "1"') });
    expect(both.get('a')).toEqual(alone.get('a'));
  });

  it('needs a tool, and says what to pipe without', () => {
    expect(build({ 'prod/kustomization.yaml': 'namePrefix: a-\n' }, '')).toEqual({
      failure: 'not-installed',
      message: 'neither kustomize nor kubectl is installed',
      command: `kubectl kustomize ${join(root, 'input/prod')} | cdk8s-olm render -`,
    });
  });

  it('names a command that works for a commit, too', () => {
    expect(kustomizeCommand('clusters/prod')).toBe('kubectl kustomize clusters/prod | cdk8s-olm render -');
    expect(kustomizeCommand('git:main:prod')).toBe(
      'git worktree add --detach /tmp/base main && kubectl kustomize /tmp/base/prod | cdk8s-olm render -',
    );
  });
});
