import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskTree } from '../../src/source/disk-tree.js';
import { buildKustomization, kustomizeCommand } from '../../src/source/kustomize-build.js';
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
    return buildKustomization(diskTree(join(root, 'input')), 'prod', { path, temporary: join(root, 'temporary') });
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
    const outcome = build({ 'prod/kustomization.yaml': 'resources: [gone.yaml]\n' });
    expect(outcome).toMatchObject({ failure: 'failed', message: expect.stringContaining('gone.yaml') });
    expect(JSON.stringify(outcome)).not.toContain(join(root, 'temporary'));
  });

  itWith([program('kubectl')], 'cannot reach what lies outside the tree', () => {
    writeFileSync(join(root, 'secret.yaml'), 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n');
    expect(build({ 'prod/kustomization.yaml': 'resources: [../../secret.yaml]\n' })).toMatchObject({ failure: 'failed' });
  });

  it.each([
    ['a file of another host', 'resources: ["https://example.com/a.yaml"]\n', 'prod/kustomization.yaml loads https://example.com/a.yaml'],
    ['a repository', 'components: [github.com/a/b]\n', 'prod/kustomization.yaml loads github.com/a/b'],
    ['a patch of another host', 'patches: [{path: "http://localhost/p.yaml"}]\n', 'prod/kustomization.yaml loads http://localhost/p.yaml'],
    ['Helm', 'helmCharts: [{name: a}]\n', 'prod/kustomization.yaml has helmCharts, which starts Helm'],
  ])('is refused for %s', (_, text, message) => {
    expect(build({ 'prod/kustomization.yaml': text })).toMatchObject({ failure: 'refused', message });
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
