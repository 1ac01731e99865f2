import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildKustomizations, kustomizeCommand } from '../../../src/repository/kustomize/kustomize-build.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { itWith, program } from '../../support/needs.js';

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
    return buildKustomizations(tree, ['prod'], { path, temporary: join(root, 'temporary') }).get('prod');
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

  itWith([program('kubectl')], 'says the same in each run', () => {
    const files = { 'prod/kustomization.yaml': 'configMapGenerator: [{name: a, behavior: merge, literals: [a=b]}]\n' };
    const outcome = build(files);
    expect(outcome).toMatchObject({ failure: 'failed', message: expect.stringMatching(/generator &\{0xc… .*does not exist/) });
    expect(build(files)).toEqual(outcome);
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
    const built = buildKustomizations(tree, folders, { path: PATH, temporary: join(root, 'temporary') });
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
    const alone = buildKustomizations(tree, ['a'], surroundings);
    expect(alone.get('a')).toMatchObject({ failure: 'failed' });
    const both = buildKustomizations(tree, ['a', 'other'], surroundings);
    expect(both.get('other')).toMatchObject({ text: expect.stringContaining('x: "1"') });
    expect(both.get('a')).toEqual(alone.get('a'));
  });

  const map = (name: string, more = '') => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${more}`;
  const schema = '{"definitions": {"v1.A": {"x-kubernetes-group-version-kind": [{"group": "x.io", "version": "v1", "kind": "A"}]}}}';

  itWith([program('kubectl')], 'makes of files outside of the folder what kustomize does without restrictions', () => {
    const files = {
      'kustomization.yaml': 'resources: [prod]\n',
      'prod/kustomization.yaml': [
        'resources: [../ns.yaml, ./sub/../../shared/a=b/map.yaml, ../base, own.yaml]',
        'components: [../component]',
        'patches: [{path: ../shared/patch.yaml, target: {kind: ConfigMap, name: own}}, {path: ../shared/named.yaml}]',
        'patchesStrategicMerge: [../shared/named.yaml]',
        'patchesJson6902: [{path: ../shared/json.yaml, target: {version: v1, kind: ConfigMap, name: own}}]',
        'replacements: [{path: ../shared/replacement.yaml}]',
        'configurations: [../shared/configuration.yaml]',
        'crds: [../shared/schema.json]',
        'openapi: {path: ../shared/schema.json}',
        'transformers: [../shared/transformer.yaml]',
        'configMapGenerator: [{name: g, files: [../shared/data.txt, "other=../shared/data.txt", own.yaml], envs: [../shared/a.env]}]',
        'secretGenerator: [{name: s, env: ../shared/a.env}]',
      ].join('\n'),
      'prod/own.yaml': map('own', 'data: {n: "1"}\n'),
      'prod/.outside/0/ns.yaml': map('nobody-loads-it'),
      'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n',
      'base/kustomization.yaml': 'resources: [../shared/base.yaml, ../prod/.outside/0/ns.yaml]\nnamePrefix: x-\n',
      'component/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{path: ../shared/patch.yaml, target: {kind: Namespace}}]\n',
      'shared/a=b/map.yaml': map('map'),
      'shared/base.yaml': map('base'),
      'shared/patch.yaml': '- {op: add, path: /metadata/labels, value: {a: b}}\n',
      'shared/named.yaml': map('map', 'data: {x: "1"}\n'),
      'shared/json.yaml': '- {op: add, path: /data/y, value: "2"}\n',
      'shared/replacement.yaml':
        'source: {kind: ConfigMap, name: own, fieldPath: data.n}\ntargets: [{select: {kind: ConfigMap, name: map}, fieldPaths: [data.x]}]\n',
      'shared/configuration.yaml': 'namePrefix: [{path: metadata/name, kind: ConfigMap}]\n',
      'shared/schema.json': schema,
      'shared/transformer.yaml':
        'apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: l}\nlabels: {c: d}\nfieldSpecs: [{path: metadata/labels, create: true}]\n',
      'shared/data.txt': 'text',
      'shared/a.env': 'K=V\n',
    };
    const outcome = build(files);
    const { stdout, stderr } = spawnSync('kubectl', ['kustomize', '--load-restrictor', 'LoadRestrictionsNone', join(root, 'input/prod')], {
      encoding: 'utf8',
    });
    expect(stdout, stderr).toContain('kind: Namespace');
    expect(outcome).toEqual({ text: stdout });
  });

  itWith([program('kubectl')], 'names files outside of the folder as the tree does where they cannot be built', () => {
    const files = { 'shared/a.yaml': map('a'), 'shared/b.yaml': 'a: [\n' };
    expect(
      build({ ...files, 'prod/kustomization.yaml': 'resources: [../shared/a.yaml, ../shared/b.yaml]\nnamePrefix: a-\n' }),
    ).toMatchObject({
      failure: 'failed',
      message: expect.not.stringContaining('.outside'),
    });
  });

  // Each of these leads to a file of the machine, by a way that only kustomize sees.
  it.each([
    ['a patch in lines', 'patches: ["x\\n/../../../secret.yaml"]'],
    ['the path of a patch in lines', 'patches: [{path: "x\\n/../../../secret.yaml"}]'],
    ['an old patch in lines', 'patchesStrategicMerge: ["x\\n/../../../secret.yaml"]'],
    ['a transformer in lines', 'transformers: ["x\\n/../../../secret.yaml"]'],
    ['a plugin', 'generators: [plugin.yaml]'],
    ['a replacement by a plugin', 'transformers: [replacing.yaml]'],
    ['a key that stands twice', 'namePrefix: a-\nnamePrefix: b-'],
    ['a key in other letters', 'Patches: [{path: ../../secret.yaml}]'],
    ['a generator with a key in other letters', 'configMapGenerator: [{name: g, Files: [../../secret.yaml]}]'],
    ['an absolute path', 'configMapGenerator: [{name: g, files: ["SECRET"]}]'],
    ['a key and a path out of the tree', 'secretGenerator: [{name: g, files: [k=../../secret.yaml]}]'],
    ['variables out of the tree', 'secretGenerator: [{name: g, envs: [../../secret.yaml]}]'],
    ['variables with a key', 'secretGenerator: [{name: g, envs: ["a=../../../secret.yaml"]}]'],
    ['a link out of the tree', 'configMapGenerator: [{name: g, files: [link.txt]}]'],
    ['a link of a folder out of the tree', 'configMapGenerator: [{name: g, files: [links/secret.yaml]}]'],
    ['an anchor', 'configMapGenerator: [{name: g, <<: &a {files: [../../secret.yaml]}}]'],
    ['a base of a base', 'components: [../deep]'],
    ['a schema', 'openapi: {path: ../../secret.yaml}'],
    ['CRDs', 'crds: [../../secret.yaml]'],
    ['configurations', 'configurations: [../../secret.yaml]'],
  ])('reads nothing of the machine, beside a file outside of the folder: %s', (_, field) => {
    const secret = join(root, 'secret.yaml');
    writeFileSync(secret, map('hunter2', 'data: {a: hunter2}\n'));
    mkdirSync(join(root, 'input/prod'), { recursive: true });
    symlinkSync(secret, join(root, 'input/prod/link.txt'));
    symlinkSync(root, join(root, 'input/prod/links'));
    const outcome = build({
      'ns.yaml': map('ns'),
      'prod/kustomization.yaml': `resources: [../ns.yaml]\n${field.replace('SECRET', secret)}\n`,
      'prod/plugin.yaml': `apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: g}\nfiles: [${secret}, ../../secret.yaml]\n`,
      'prod/replacing.yaml':
        'apiVersion: builtin\nkind: ReplacementTransformer\nmetadata: {name: r}\nreplacements: [{path: ../../secret.yaml}]\n',
      'deep/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [../ns.yaml]\nsecretGenerator: [{name: g, files: [a=../../secret.yaml]}]\n',
    });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
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
