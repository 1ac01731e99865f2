import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../../src/olm/model/unread-file.js';
import { accessOf } from '../../../../src/review/rules/access/access.js';
import { unreadFile } from '../../../../src/review/rules/changed/unread.js';
import { namespace } from '../../../support/build.js';
import { bundleFiles } from '../../../support/bundle-files.js';
import { cli } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';
import { committed } from '../../../support/git.js';
import { stateOf } from '../../../support/states.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const file = (path: string, content = '1', reason: UnreadFile['reason'] = 'hidden'): UnreadFile => ({
  path,
  file: `head/${path}`,
  reason,
  content,
});
const access = (unread: readonly UnreadFile[]) => accessOf({ ...stateOf(namespace('op')), unread });
const told = (base: readonly UnreadFile[], head: readonly UnreadFile[]) =>
  unreadFile
    .compare?.(access(base), access(head))
    .map(({ severity, subject, message }) => `${severity} ${subject.kind} ${subject.name}: ${message}`);

describe('unread-file', () => {
  it('may bring permissions where kustomize refuses the same document before and after: what it generates comes once that is mended', () => {
    const unit = (content: string, fault: string): UnreadFile => ({ ...file('apps/a', content, 'not-built'), fault });
    const refused = 'job.yaml:1: this kustomization loads a document that is not a Kubernetes object, found no metadata.name';
    const effects = (before: readonly UnreadFile[], after: readonly UnreadFile[]) =>
      unreadFile.compare?.(access(before), access(after)).map(({ effect }) => effect);
    expect(effects([unit('1', refused)], [unit('2', refused)])).toEqual([undefined]);
    expect(effects([], [unit('2', refused)])).toEqual([undefined]);
    expect(effects([unit('1', 'it needs another host')], [unit('2', 'it needs another host')])).toEqual([undefined]);
    expect(effects([unit('1', refused.replace('job', 'other'))], [unit('2', refused)])).toEqual([undefined]);
  });

  it('notes a link to nothing, unless it takes the place of what was not read', () => {
    const link: UnreadFile = { ...file('Makefile', '-> common/Makefile', 'link'), leadsNowhere: 'common/Makefile' };
    const note = ['info File Makefile: the link Makefile leads to common/Makefile, which is not there'];
    for (const before of [[], [file('Makefile', '1', 'forge')], [file('Makefile', '-> other', 'link')]])
      expect(told(before, [link])).toEqual(note);
    for (const reason of ['ignore-list', 'argocd-source', 'hidden', 'chart', 'chart-source'] as const)
      expect(told([file('Makefile', '1', reason)], [link])?.[0], reason).toMatch(/^error /);
    expect(told([], [{ ...file('Makefile', '-> common/Makefile 1', 'link') }])?.[0]).toMatch(/^error /);
  });

  it('knows of a link whether anything is where it leads', () => {
    const effects = (target: string, more: Readonly<Record<string, string>> = {}): string => {
      const clone = committed({ 'a.yaml': '{}\n', 'common/Makefile': 'all:\n', ...more });
      rmSync(join(clone, 'common/Makefile'));
      symlinkSync(target, join(clone, 'Makefile'));
      process.chdir(clone);
      return cli(['review', 'git:HEAD', '.']).out.split(':', 1)[0] ?? '';
    };
    expect(effects('common/Makefile')).not.toBe('Permissions may change');
    for (const target of ['/etc/hosts', '/none', '../none', 'dir', 'dir/', './dir/', 'dir/.'])
      expect(effects(target, { 'dir/b.txt': 'b\n' }), target).toBe('Permissions may change');
  });

  it('tells of a file that comes, and of one that changes', () => {
    expect(told([], [file('.a.yaml')])).toEqual([
      'error File .a.yaml: the file .a.yaml is new: it was not read, because it is hidden: its name, or that of its folder, begins with a dot',
    ]);
    expect(told([file('l', '-> a', 'link')], [file('l', '-> b', 'link')])).toEqual([
      'error File l: the file l changed: it was not read, because it is a link that is not followed',
    ]);
  });

  it('warns of another version of what another host has; of nothing else from there, as a commit can be that of a fork', () => {
    const part = (url: string): UnreadFile => ({ ...file(`a/kustomization.yaml: ${url.replace(/\?.*/, '')}`, url, 'remote'), entry: url });
    expect(told([part('https://x/v1.2.0/a.yaml')], [part('https://x/v1.3.0/a.yaml')])).toEqual([
      'warning File a/kustomization.yaml: https://x/v1.3.0/a.yaml: the part a/kustomization.yaml: https://x/v1.3.0/a.yaml changes from https://x/v1.2.0/a.yaml to https://x/v1.3.0/a.yaml; it was not read, because it is remote',
    ]);
    expect(told([part('https://x/a?ref=v1.2')], [part('https://x/a?ref=v1.3')])).toEqual([
      expect.stringMatching(/^warning .*from .*v1\.2 to/),
    ]);
    expect(told([part('https://x/a?ref=v1.2')], [part('https://x/a?ref=evil')])).toEqual([
      'error File a/kustomization.yaml: https://x/a: the part a/kustomization.yaml: https://x/a changes from https://x/a?ref=v1.2 to https://x/a?ref=evil; it was not read, because it is remote',
    ]);
    expect(told([part('https://x/v1.2.0/a.yaml')], [part('https://y/v1.3.0/a.yaml')])?.[0]).toMatch(/^error /);
    expect(told([part('x/latest?ref=a')], [part('x/stable?ref=a')])).toEqual([
      'error File a/kustomization.yaml: x/stable: the part a/kustomization.yaml: x/stable changes from x/latest?ref=a to x/stable?ref=a; it was not read, because it is remote',
    ]);
    expect(told([part('x/a'), part('x/b')], [part('x/c')])?.[0]).toMatch(/ x\/c is new/);
  });

  it.each([
    ['host', 'https://10.0.0.1/a.yaml', 'https://10.0.0.2/a.yaml'],
    ['host without a scheme', '10.0.0.1/a/b?ref=v1.0.0', '10.0.0.2/a/b?ref=v1.0.0'],
    ['host of ssh', 'git@10.0.0.1:a/b?ref=v1.0.0', 'git@10.0.0.2:a/b?ref=v1.0.0'],
    ['repository', 'https://github.com/a/v1.0-deploy//b?ref=v1.0.0', 'https://github.com/a/v1.0-other//b?ref=v1.0.0'],
    ['folder', 'https://github.com/a/b//c/1.0-x?ref=v1.0.0', 'https://github.com/a/b//c/1.0-admin?ref=v1.0.0'],
    ['branch', 'https://github.com/a/b//c?ref=v1.0.0', 'https://github.com/a/b//c?ref=v1.0.0-evil.branch'],
  ])('takes no other %s for another version', (_, was, is) => {
    const part = (url: string): UnreadFile => ({ ...file(`a/kustomization.yaml: ${url.replace(/\?.*/, '')}`, url, 'remote'), entry: url });
    expect(told([part(was)], [part(is)])).toEqual([expect.stringMatching(/^error .* changes from /)]);
  });

  it.each([
    ['a/b/c?ref=v1.0.0', 'a/b/c?ref=v1.1.0-rc.1'],
    ['a/b/c?ref=v1.0.0-gke.1', 'a/b/c?ref=v1.1.0-gke.20'],
  ])('takes %s and %s for two versions', (was, is) => {
    const part = (url: string): UnreadFile => ({ ...file(`a/kustomization.yaml: ${url.replace(/\?.*/, '')}`, url, 'remote'), entry: url });
    expect(told([part(was)], [part(is)])).toEqual([expect.stringMatching(/^warning .* changes from /)]);
  });

  it('says that what could not be built before counts as new', () => {
    expect(told([{ ...file('prod', '1', 'not-built'), fault: 'a.yaml:1: it is broken' }], [])).toEqual([
      'warning File prod: the kustomization prod could not be built before the change (a.yaml:1: it is broken): whatever is built of it now counts as new',
    ]);
    expect(told([file('prod', '1', 'not-built')], [file('prod', '2', 'not-built')])).toEqual([
      expect.stringMatching(/^warning .* changed/),
    ]);
  });

  it('says nothing of one that stays, whatever its input is called', () => {
    expect(told([file('.a.yaml')], [file('.a.yaml')])).toEqual([]);
  });

  it.each<[string, string, string, boolean]>([
    [
      'values',
      'a: ENC[AES256_GCM,data:x]\nsops:\n  mac: ENC[AES256_GCM,data:y]\n  lastmodified: 1\n',
      'a: ENC[AES256_GCM,data:z]\nsops: {}\n',
      true,
    ],
    ['all of it', '$ANSIBLE_VAULT;1.1;AES256\n3132\n33\n', '$ANSIBLE_VAULT;1.1;AES256\n3435\n', true],
    ['values, and something after it', 'a: ENC[AES1]\nsops: {}\n', 'a: ENC[AES1]\nsops: {}\n---\nkind: ClusterRoleBinding\n', false],
    ['values, and a field beside it', 'a: ENC[AES1]\nsops: {}\n', 'a: ENC[AES1]\nsops: {}\nb: 1\n', false],
    ['nothing any more', '$ANSIBLE_VAULT;1.1;AES256\n3132\n', '$ANSIBLE_VAULT;1.1;AES256\n---\nkind: ClusterRoleBinding\n', false],
  ])('says nothing where only what encryption makes anew differs: %s', (_, before, after, isSilent) => {
    const written = (text: string): UnreadFile => ({ ...file('.a.yaml', text), text });
    expect(told([written(before)], [written(after)])).toHaveLength(isSilent ? 0 : 1);
  });

  it('tells of one that goes', () => {
    expect(told([file('.a.yaml')], [])).toEqual(['info File .a.yaml: the file .a.yaml, which was not read, is gone or read now']);
  });

  it('tells of very many by their folder', () => {
    const many = Array.from({ length: 11 }, (_, index) => file(`node_modules/p/${index}.json`, '1', 'node-modules'));
    expect(told([], many)).toEqual([
      'error Folder node_modules: 11 files in node_modules are new or changed and were not read, such as node_modules/p/0.json, node_modules/p/1.json, node_modules/p/2.json: it is in node_modules',
    ]);
  });

  it('makes notes of what holds no object in a bundle or beside it, and of copies of its files', () => {
    const bundle = bundleFiles('db/1.0.0', {});
    const copied = Object.entries(bundle).map(([name, text]) => [name.replace('db/1.0.0/', 'db/1.0.0/bundle/'), text]);
    const review = (more: Readonly<Record<string, string>>, at = '') => {
      const { out } = cli([
        'review',
        `${folderOf({ ...bundle, 'db/ci.yaml': 'reviewers: [a]\n' })}${at}`,
        `${folderOf({ ...bundle, ...more })}${at}`,
        '--format',
        'json',
      ]);
      const { findings } = JSON.parse(out) as { findings: { new: { id: string; severity: string; subject: { name: string } }[] } };
      return findings.new.filter(({ id }) => id === 'unread-file').map(({ severity, subject }) => `${severity} ${subject.name}`);
    };
    const settings = { 'db/ci.yaml': 'reviewers: [a, b]\n', 'db/1.0.0/release-config.yaml': 'catalog_templates: []\n' };
    const found = review({ ...settings, ...Object.fromEntries(copied) });
    expect(found.length).toBeGreaterThan(2);
    expect(found.every((text) => text.startsWith('info '))).toBe(true);
    expect(review(settings, '/db/1.0.0')).toEqual(['info release-config.yaml']);
    const binding = { 'db/1.0.0/release-config.yaml': 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\n' };
    expect(review({ 'db/ci.yaml': 'reviewers: [a]\n', ...binding })).toEqual(['error db/1.0.0/release-config.yaml']);
  });
});

it('only warns of other values of what Helm renders, and stops at one that names a role', () => {
  const part = (text: string): UnreadFile => ({
    path: 'a/kustomization.yaml: helmCharts',
    file: 'a/kustomization.yaml',
    entry: 'helmCharts',
    reason: 'helm',
    content: text,
    text,
  });
  const severities = (before: string, after: string) =>
    unreadFile.compare?.(access([part(before)]), access([part(after)])).map(({ severity }) => severity);
  expect(severities('path: a\n', 'path: b\n')).toEqual(['warning']);
  expect(severities('role: a\n', 'role: cluster-admin\n')).toEqual(['error']);
});

it('is a note for sizes and next versions among the values of what Helm renders, and for nothing else', () => {
  const part = (values: string, chart = 'version: 1.0.0', more: Readonly<Record<string, string>> = {}): UnreadFile => ({
    path: 'a/kustomization.yaml: helmCharts',
    file: 'a/kustomization.yaml',
    entry: 'helmCharts',
    reason: 'helm',
    content: `${values}${chart}${Object.keys(more).join()}`,
    sources: () => new Map([['', chart], ['a/values.yaml', values], ...Object.entries(more)]),
  });
  const found = (before: UnreadFile, after: UnreadFile) =>
    unreadFile.compare?.(access([before]), access([after])).map(({ severity, effect }) => `${severity} ${effect ?? unreadFile.effect}`);
  expect(found(part('resources: {limits: {memory: 1Gi}}'), part('resources: {limits: {memory: 2Gi}}'))).toEqual(['info none']);
  expect(found(part('a: {tag: v1.0.0}'), part('a: {tag: v1.0.1}'))).toEqual(['info none']);
  const others: readonly (readonly [UnreadFile, UnreadFile])[] = [
    [part('a: b'), part('a: c')],
    [part('replicas: 1'), part('replicas: 2', 'version: 2.0.0')],
    [part('replicas: 1'), part('replicas: 2', undefined, { 'a/more.yaml': 'replicas: 1' })],
    [part('replicas: 1', undefined, { 'a/t.tpl': 'size: 1' }), part('replicas: 2', undefined, { 'a/t.tpl': 'size: 2' })],
  ];
  for (const [before, after] of others) expect(found(before, after)).toEqual(['warning unknown']);
});

it('only warns of a template that names roles where what changes is another object in it', () => {
  const template = (text: string): UnreadFile => ({ ...file('a.yaml.tmpl', text, 'permissions-template'), text });
  const text = `- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {b: c}}
- {apiVersion: v1, kind: ClusterRole, metadata: {name: a}, rules: [{verbs: [get]}]}
`;
  expect(told([template(text)], [template(text.replace('b: c', 'b: d'))])).toEqual([
    expect.stringMatching(/^warning .* changed: ConfigMap a data\.b changes from c to d; it was not read/),
  ]);
  expect(told([template(text)], [template(text.replace('get', 'update'))])?.[0]).toMatch(/^error /);
  expect(told([], [template(text)])?.[0]).toMatch(/^error /);
  expect(told([{ ...template(text), text: undefined }], [template(`${text}\n`)])?.[0]).toMatch(/^error /);
});
