import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { writeLock } from '../../../src/olm/lock/lock-of.js';
import { readUnits } from '../../../src/repository/read/read-units.js';
import { bundle, bundleFiles } from '../../support/bundle-files.js';
import { cli } from '../../support/command-line.js';
import { git, committed as repositoryOf, writeFiles } from '../../support/git.js';
import { lockOfBundles } from '../../support/locking.js';
import { itWith, program } from '../../support/needs.js';

const subscription = (channel: string) =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: a}\nspec: {name: etcd, channel: ${channel}, source: s, sourceNamespace: olm}\n`;
const overlay = (name: string) => ({
  [`${name}/kustomization.yaml`]: 'resources: [../base, namespace.yaml]\nnamespace: ops\n',
  [`${name}/namespace.yaml`]: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: ops}\n',
});
const repository = {
  'base/kustomization.yaml': 'resources: [subscription.yaml, group.yaml]\n',
  'base/group.yaml': 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a}\n',
  'base/subscription.yaml': subscription('stable'),
  ...overlay('prod'),
  ...overlay('test'),
  'broken/kustomization.yaml': 'resources: ["https://example.com/a.yaml"]\n',
  'other/kustomization.yaml': 'resources: [a.yaml]\n',
  'other/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n',
};

const START = process.cwd();
afterEach(() => process.chdir(START));

/** A repository with one commit, which is the current folder of the test, and a change to it. */
function changed(change: Readonly<Record<string, string>>): void {
  process.chdir(repositoryOf(repository));
  write(change);
}
function write(files: Readonly<Record<string, string>>): void {
  writeFiles('.', files);
}
function commit(): void {
  git('.', 'add', '.');
  git('.', 'commit', '--quiet', '--message', 'y');
}

/** etcd from 0.9.4 on, of which the channel stable has these versions. */
function catalogFiles(...versions: string[]): Record<string, string> {
  const files = versions.map((version) =>
    Object.entries(bundleFiles(`etcd/${version}`, { channels: 'stable', ...(version === '0.9.5' ? { replaces: 'etcd.v0.9.4' } : {}) })),
  );
  return Object.fromEntries(files.flat().map(([path, text]) => [`catalog/${path}`, text]));
}

/** What `lock` writes for the Subscription of the base. */
function lockOf(version: string): string {
  const csv = `etcd.v${version}`;
  return writeLock(
    lockOfBundles([bundle(`etcd/${version}`)], {
      subscriptions: [{ namespace: 'ops', name: 'a', catalog: 'olm/s', package: 'etcd', channel: 'stable', csv }],
    }),
  );
}

const touched = (change: Readonly<Record<string, string>>) => {
  changed(change);
  const read = readUnits(['git:HEAD', {}], ['.', {}]);
  return (
    read && {
      units: read.units.flatMap(({ states }) => states.map(({ unit }) => unit)),
      notBuilt: read.units.flatMap(({ states }) =>
        states
          .flatMap(({ head }) => head.unread)
          .filter(({ reason }) => reason === 'not-built')
          .map(({ path }) => path),
      ),
      all: read.all,
    }
  );
};

describe('the units that a change touches', () => {
  itWith([program('kubectl')], 'are those that are made of what changes, and no others are read', () => {
    expect(touched({})).toEqual({ units: [], notBuilt: [], all: 4 });
    expect(touched({ 'other/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: b}\n' })).toEqual({
      units: ['other'],
      notBuilt: [],
      all: 4,
    });
    expect(touched({ 'base/subscription.yaml': subscription('fast') })).toEqual({ units: ['prod', 'test'], notBuilt: [], all: 4 });
    expect(touched(overlay('new'))).toEqual({ units: ['new'], notBuilt: [], all: 5 });
  });

  itWith([program('kubectl')], 'are each in one shard, and each shard knows how many there are', () => {
    changed({ 'base/subscription.yaml': subscription('fast') });
    const shards = [1, 2, 3].map((index) => readUnits(['git:HEAD', {}], ['.', {}], { shard: { index, of: 3 } }));
    expect(shards.map((read) => read?.touched)).toEqual([2, 2, 2].map(() => ['prod', 'test']));
    expect(shards.map((read) => read?.units.map(({ name }) => name))).toEqual([['prod'], ['test'], []]);
    expect(cli(['review', 'git:HEAD', '.', '--shard', '2/3']).err).toContain('the change touches 2; in shard 2 of 3: test');
  });

  itWith([program('kubectl')], 'are named where they load files from outside of their folders, unless only Flux applies them', () => {
    const flux = `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: f, namespace: f}\nspec: {path: ./test, prune: true, interval: 1m, sourceRef: {kind: GitRepository, name: f}}\n`;
    const beyond = 'resources: [../base/group.yaml, ../other/a.yaml]\nnamespace: ops\n';
    changed({ 'prod/kustomization.yaml': beyond });
    expect(cli(['review', 'git:HEAD', '.']).err).toMatch(
      /touches prod; prod loads files from outside its folder: Flux builds it, Argo CD only with --load-restrictor LoadRestrictionsNone in kustomize\.buildOptions\n/,
    );
    expect(cli(['check', '.']).out).toContain(', 2 with OLM objects, prod loads files from outside its folder: Flux builds it');
    write({
      'prod/kustomization.yaml': overlay('prod')['prod/kustomization.yaml'] ?? '',
      'test/kustomization.yaml': beyond,
      'clusters/flux.yaml': flux,
    });
    expect(cli(['review', 'git:HEAD', '.']).err).not.toContain('LoadRestrictionsNone');
  });

  itWith([program('kubectl')], 'are the same ones where another one begins to load them', () => {
    expect(touched({ 'all/kustomization.yaml': 'resources: [../other, ../gone]\n' })).toEqual({
      units: ['all'],
      notBuilt: ['all'],
      all: 5,
    });
  });

  itWith([program('kubectl')], 'are named where they cannot be built, which hides nothing', () => {
    expect(touched({ 'prod/kustomization.yaml': 'resources: [../base, ../gone]\n' })).toEqual({
      units: ['prod'],
      notBuilt: ['prod'],
      all: 4,
    });
    expect(cli(['review', 'git:HEAD', '.']).out).toContain(
      'the kustomization prod cannot be built, so nothing of it is applied: prod/kustomization.yaml:1',
    );
  });

  itWith([program('kubectl')], 'are read but for what is remote, and an entry of that which is new hides nothing', () => {
    const prod = (host: string) => `resources: [../base, namespace.yaml, "https://${host}/a.yaml?ref=1"]\nnamespace: ops\n`;
    changed({ 'prod/kustomization.yaml': prod('example.com') });
    const { out } = cli(['review', 'git:HEAD', '.']);
    expect(out).toContain(
      'the part prod/kustomization.yaml: https://example.com/a.yaml is new among what is not read: it was not read, because it is remote',
    );
    expect(cli(['review', 'git:HEAD:prod', 'prod']).out).toContain('the part kustomization.yaml: https://example.com/a.yaml is new');
    git('.', 'commit', '--quiet', '--all', '--message', 'y');
    writeFileSync('prod/namespace.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: ops, labels: {a: b}}\n');
    expect(cli(['review', 'git:HEAD', '.']).code).toBe(0);
    writeFileSync('prod/kustomization.yaml', prod('example.com').replace('ref=1', 'ref=2'));
    expect(cli(['review', 'git:HEAD', '.'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('a.yaml?ref=1 to https://example.com/a.yaml?ref=2; it was not read'),
    });
  });

  itWith([program('kubectl')], 'are reviewed as one, and what is the same in many is told once', () => {
    changed({ 'base/subscription.yaml': subscription('fast') });
    const { out, err } = cli(['review', 'git:HEAD', '.']);
    expect(out).toContain('stable → fast; OLM upgrades it by itself (in all 2 units: prod, test)');
    expect(err).toMatch(/4 units, each reviewed apart because some are alternatives; the change touches 2 of 4 units: prod, test/);
    expect(cli(['review', 'git:HEAD', 'git:HEAD']).code).toBe(0);
  });

  itWith([program('kubectl')], 'are those whose lock changes, in their folder or around it, and a lock is no unread file', () => {
    const [one, two] = [lockOf('0.9.4'), lockOf('0.9.5')];
    changed({ 'prod/olm-lock.yaml': one });
    const review = (): string => {
      const { out, err } = cli(['review', 'git:HEAD', '.']);
      return `${err}${out}`;
    };
    expect(review()).toContain('the change touches prod\n');
    expect(review()).not.toContain('unread-file');
    commit();
    expect(review()).toContain('the change touches none');
    writeFileSync('prod/olm-lock.yaml', two);
    expect(review()).toMatch(/the change touches prod\n[\s\S]*etcd\.v0\.9\.5/);
    expect(review()).not.toContain('unread-file');
    commit();
    writeFileSync('olm-lock.yaml', one);
    expect(review()).toMatch(/touches 2 of 5 units: \., test\n/);
  });

  itWith([program('kubectl')], 'are those that ask for operators, where the catalog of the repository changes', () => {
    changed({});
    write(catalogFiles('0.9.4'));
    commit();
    write(catalogFiles('0.9.5'));
    const { out, err } = cli(['review', 'git:HEAD', '.', '--catalog', 'catalog']);
    expect(err).toContain('the change touches 2 of 5 units: prod, test\n');
    expect(out).toMatch(/^etcd \(in all 2 units: prod, test\) +0\.9\.4 → 0\.9\.5 /m);
    expect(out).not.toContain('nothing installs it');
    write({ 'catalog/role.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a, namespace: b}\n' });
    expect(cli(['review', 'git:HEAD', '.', '--catalog', 'catalog']).err).toContain('units: catalog, prod, test\n');
  });

  it('are none of an input that is one unit', () => {
    changed({});
    expect(readUnits(['git:HEAD:prod', {}], ['prod', {}])).toBeUndefined();
  });
});

it('who applies the one unit is said, and what cannot be expanded', () => {
  const holder = (kind: string, spec: string) => `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: {name: x}\nspec: ${spec}\n`;
  changed({
    'other/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: b}\n',
    'apps/a.yaml': holder('Application', '{source: {repoURL: u, path: other}, destination: {server: "{{server}}"}}'),
    'apps/b.yaml': holder('ApplicationSet', '{generators: [{clusters: {}}], template: {spec: {source: {path: "{{name}}"}}}}'),
  });
  const { err } = cli(['review', 'git:HEAD', '.', '--unit', 'other']);
  expect(err).toContain('the change touches other, applied by Application x; not expanded: ApplicationSet x\n');
});

describe('clusters that Applications make', () => {
  const OWN = 'server: https://kubernetes.default.svc';
  const application = (path: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${path}, namespace: argocd}\nspec: {source: {repoURL: u, path: ${path}}, destination: {${OWN}}}\n---\n`;
  const root = (...paths: string[]) => paths.map(application).join('');
  const committed = (files: Readonly<Record<string, string>>) => {
    changed(files);
    commit();
  };
  const states = () => readUnits(['git:HEAD', {}], ['.', {}])?.units.flatMap((one) => one.states) ?? [];
  const roots = { 'root/kustomization.yaml': 'resources: [apps.yaml]\n', 'root/apps.yaml': root('prod', 'other') };

  itWith([program('kubectl')], 'are reviewed as one, and the reading is said', () => {
    committed(roots);
    writeFileSync('base/subscription.yaml', subscription('fast'));
    const { out, err } = cli(['review', 'git:HEAD', '.']);
    expect(out).toContain('stable → fast; OLM upgrades it by itself (in all 2 units: root, test)');
    expect(err).toContain('each reviewed apart as Applications and Kustomizations of Flux say');
  });

  itWith([program('kubectl')], 'tell what another path of an Application brings', () => {
    committed({ ...roots, ...overlay('next'), 'next/kustomization.yaml': 'resources: [../base, namespace.yaml]\nnamespace: next\n' });
    writeFileSync('root/apps.yaml', root('next', 'other'));
    const [only, ...more] = states();
    expect([only?.unit, more]).toEqual(['root', []]);
    expect(only?.base.cluster.subscriptions.map(({ namespace }) => namespace)).toEqual(['ops']);
    expect(only?.head.cluster.subscriptions.map(({ namespace }) => namespace)).toContain('next');
  });

  itWith([program('kubectl')], 'are reviewed part by part where two parts have one object in different forms', () => {
    committed({ ...roots, 'root/apps.yaml': root('prod', 'test') });
    writeFileSync('test/kustomization.yaml', 'resources: [../base, namespace.yaml]\nnamespace: ops\ncommonLabels: {a: b}\n');
    const { err } = cli(['review', 'git:HEAD', '.']);
    expect(err).toContain('reviewed part by part: root');
    expect(states().map(({ unit }) => unit)).toEqual(['test']);
  });

  it.each([
    [
      'all of which is remote',
      'resources: ["https://x/latest?ref=1"]\n',
      'resources: ["https://x/stable?ref=1"]\n',
      'from https://x/latest?ref=1 to',
    ],
    [
      'which cannot be built',
      'resources: [../gone, a.yaml]\n',
      'resources: [../gone, b.yaml]\n',
      'the kustomization other cannot be built here',
    ],
  ])('tell what changes in a part %s', (_, before, after, sentence) => {
    const kept = {
      'kept/kustomization.yaml': 'resources: [a.yaml]\n',
      'kept/a.yaml': repository['other/a.yaml'].replace('a, names', 'k, names'),
    };
    const parts = { 'other/b.yaml': repository['other/a.yaml'].replace('name: a', 'name: b'), ...kept };
    committed({ ...roots, ...parts, 'root/apps.yaml': root('other', 'kept'), 'other/kustomization.yaml': before });
    writeFileSync('other/kustomization.yaml', after);
    const { out } = cli(['review', 'git:HEAD', '.']);
    expect(out.split('\n')[0]).toMatch(/^Permissions may change: /);
    expect(out).toContain(sentence);
  });

  it('tell by its lines what changes in a file of a list that cannot be followed', () => {
    committed({ ...roots, 'other/kustomization.yaml': 'resources: [../gone, a.yaml]\n' });
    const admin =
      '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {kind: ClusterRole, name: cluster-admin}\n';
    writeFileSync('other/a.yaml', repository['other/a.yaml'] + admin);
    expect(cli(['review', 'git:HEAD', '.'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^Permissions may change: File other\/a\.yaml: changes: ClusterRoleBinding evil \(roleRef\.name cluster-admin\) is new/,
      ),
    });
  });

  itWith([program('kubectl')], 'are told unit by unit where they are new: most units of one are in others, too', () => {
    changed({});
    mkdirSync('root');
    for (const [path, text] of Object.entries(roots)) writeFileSync(path, text);
    const [only, ...more] = states();
    expect([only?.unit, more]).toEqual(['root', []]);
    expect(only?.head.cluster.subscriptions).toEqual([]);
  });
});
