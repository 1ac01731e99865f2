import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestFiles } from '../../../src/repository/input/manifest-files.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';

const found = (files: Readonly<Record<string, string>>, link?: readonly [string, string]) => {
  const folder = folderOf(files);
  if (link) symlinkSync(link[0], join(folder, link[1]));
  const { unread, top: _, listed: __, ...rest } = manifestFiles(diskTree(folder));
  return { ...rest, unread: unread().map(({ path, reason }) => `${path}: ${reason}`) };
};

/** Of hidden files, those without an object bring nothing. */
const OBJECT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

describe('the files of a tree', () => {
  it('that test programs bring nothing, and the programs beside them can', () => {
    const files = ['a_test.go', 'a.go', 'test_a.py', 'a_test.py', 'conftest.py', 'a.py', 'a.spec.ts', 'a.ts', 'latest.py'];
    expect(found(Object.fromEntries(files.map((file) => [file, ''])))).toMatchObject({
      unread: ['a.go: source-code', 'a.py: other', 'a.ts: source-code', 'latest.py: other'],
    });
  });

  it('are read, or known not to be', () => {
    expect(
      found(
        {
          'a.yaml': '',
          'A.YML': '',
          'notes.txt': '',
          '.a.yaml': OBJECT,
          '.folder/sub/b.JSON': '',
          '.git/c.yaml': '',
          'node_modules/p/package.json': '',
          'catalog/.indexignore': 'd.yaml',
          'catalog/d.yaml': '',
          'out/.cdk8s-olm': 'e.k8s.yaml',
          'out/e.k8s.yaml': '',
        },
        ['/tmp', 'link'],
      ),
    ).toMatchObject({
      files: ['A.YML', 'a.yaml'],
      above: [],
      written: ['out/e.k8s.yaml'],
      ignored: ['catalog/d.yaml'],
      toBuild: [],
      refused: [],
      parts: [],
      place: '',
      unread: ['.a.yaml: hidden', '.folder/sub/b.JSON: hidden', 'link: link', 'node_modules/p/package.json: forge'],
    });
  });

  it('know a baseline by what it holds, not by its name', () => {
    expect(found({ '.cdk8s-olm.yaml': 'accept: []', 'sub/.cdk8s-olm.yaml': 'kind: Secret' }).unread).toEqual([
      'sub/.cdk8s-olm.yaml: hidden',
    ]);
  });

  it('are those that a kustomization lists, where there is one', () => {
    const { files, unread } = found({
      'other.yaml': '',
      'prod/kustomization.yaml': 'resources: [a.yaml, ../base]',
      'prod/a.yaml': '',
      'prod/b.yaml': '',
      'prod/nested/kustomization.yaml': 'resources: [c.yaml]',
      'prod/nested/c.yaml': '',
      'base/kustomization.yaml': 'resources: [d.yaml]',
      'base/d.yaml': '',
      'base/.e.yaml': OBJECT,
    });
    expect(files).toEqual(['base/d.yaml', 'other.yaml', 'prod/a.yaml']);
    expect(unread).toEqual([
      'base/.e.yaml: hidden',
      'prod/b.yaml: not-listed',
      'prod/nested/c.yaml: not-listed',
      'prod/nested/kustomization.yaml: not-listed',
    ]);
  });

  it('leave what a kustomization that does more makes of them to kustomize', () => {
    const { files, toBuild, unread } = found({
      'prod/kustomization.yaml': 'resources: [../base]\nnamePrefix: a-\npatches: [{path: patch.yaml}]',
      'prod/patch.yaml': '',
      'prod/left.yaml': '',
      'base/kustomization.yaml': 'resources: [d.yaml]',
      'base/d.yaml': '',
    });
    expect({ files, toBuild, unread }).toEqual({
      files: [],
      toBuild: ['prod'],
      unread: ['prod/left.yaml: not-listed'],
    });
  });

  it('are not lost where kustomizations use each other in a circle', () => {
    const { files } = found({
      'a/kustomization.yaml': 'resources: [a.yaml, ../b]',
      'a/a.yaml': '',
      'b/kustomization.yaml': 'resources: [b.yaml, ../a]',
      'b/b.yaml': '',
    });
    expect(files).toEqual(['a/a.yaml', 'b/b.yaml']);
  });

  it('take the kustomization of a rendering for a part of that', () => {
    const { files, written, unread } = found({
      'kustomization.yaml': 'resources: [e.k8s.yaml]',
      '.cdk8s-olm': 'e.k8s.yaml',
      'e.k8s.yaml': '',
      'group.yaml': '',
    });
    expect({ files, written, unread }).toEqual({ files: ['group.yaml'], written: ['e.k8s.yaml'], unread: [] });
  });

  it('have the hash that git gives them', () => {
    const [file] = manifestFiles(diskTree(folderOf({ 'a.tf': 'a: 1\n' }))).unread();
    expect(file?.content).toBe('a8926a52d8dcba5c4386945476ab6a2ad008afd4');
  });

  it('tell a link that changed, and what changed behind one that leads out', () => {
    const outside = folderOf({ 'c.yaml': 'a: 1\n', 'in/a.yaml': '' });
    symlinkSync('../b.yaml', join(outside, 'in/b.yaml'));
    symlinkSync('../c.yaml', join(outside, 'in/c.yaml'));
    expect(manifestFiles(diskTree(join(outside, 'in'))).unread()).toMatchObject([
      { path: 'b.yaml', reason: 'link', content: '-> ../b.yaml' },
      { path: 'c.yaml', reason: 'link', content: '-> ../c.yaml a8926a52d8dcba5c4386945476ab6a2ad008afd4' },
    ]);
  });

  it('tell of Jsonnet, which Argo CD evaluates', () => {
    expect(manifestFiles(diskTree(folderOf({ 'a.yaml': '', 'b.jsonnet': '{}', 'lib/c.libsonnet': '{}' }))).unread()).toMatchObject([
      { path: 'b.jsonnet', reason: 'program' },
      { path: 'lib/c.libsonnet', reason: 'program' },
    ]);
  });

  it('tell of programs and templates of other tools, and which of them name roles, accounts or operators', () => {
    const files = { 'a.yaml': '', 'b.star': 'load("x")\n', 'c.cue': 'kind: "ClusterRoleBinding"\n', 'd.txt': 'ClusterRole\n' };
    expect(manifestFiles(diskTree(folderOf(files))).unread()).toMatchObject([
      { path: 'b.star', reason: 'template' },
      { path: 'c.cue', reason: 'permissions-template' },
    ]);
    expect(manifestFiles({ ...diskTree(folderOf({ 'b.star': '' })), isAbsent: () => true }).unread()).toMatchObject([{ reason: 'absent' }]);
  });

  it('are all those in manifests/ of a bundle, which OLM reads whatever their names are', () => {
    const files = { 'manifests/csv.yaml': '', 'manifests/a.txt': '', 'manifests/README': '', 'manifests/.b.yaml': OBJECT, 'd.txt': '' };
    const of = (more: Record<string, string>) => found({ ...files, 'manifests/in/e.bak': '', 'metadata/a.txt': '', ...more });
    expect(of({ 'metadata/annotations.yaml': '' })).toMatchObject({
      files: ['manifests/.b.yaml', 'manifests/README', 'manifests/a.txt', 'manifests/csv.yaml', 'metadata/annotations.yaml'],
      unread: [],
    });
    expect(of({})).toMatchObject({ files: ['manifests/csv.yaml'], unread: ['manifests/.b.yaml: hidden'] });
  });

  it('are known with who applies them, wherever in the repository that is written', () => {
    const folder = folderOf({
      '.git/HEAD': '',
      'apps/a.yaml': 'kind: A\n',
      'apps/built/kustomization.yaml': 'resources: [../a.yaml, b.yaml]\nnamePrefix: p-\n',
      'apps/built/b.yaml': 'kind: B\n---\nkind: C\n',
      'argocd/x.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: x}
spec:
  generators: [{list: {elements: [{path: apps}, {path: apps/built}]}}]
  template: {spec: {source: {path: '{{path}}'}}}
`,
    });
    const { raw } = manifestFiles(diskTree(join(folder, 'apps')));
    expect(raw.kustomized).toEqual(['built']);
    expect(raw.applied()).toEqual([
      { by: 'ApplicationSet x', path: 'apps', plain: new Set(['a.yaml']), built: new Set() },
      {
        by: 'ApplicationSet x',
        path: 'apps/built',
        plain: new Set(),
        built: new Set(['built/kustomization.yaml', 'a.yaml', 'built/b.yaml']),
      },
    ]);
    expect(raw.built.map(({ path, values }) => [path, values()])).toEqual([
      ['a.yaml', [{ kind: 'A' }]],
      ['built/b.yaml', [{ kind: 'B' }, { kind: 'C' }]],
    ]);
  });
});
