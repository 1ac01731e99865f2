/** The lock as a file: stable, readable, and read by nobody as something else. */
import { describe, expect, it } from 'vitest';
import { differingField, judgedContent, judgedProperties } from '../../../src/olm/lock/bundle-content.js';
import { withoutSchemas } from '../../../src/olm/lock/judged-content.js';
import type { LockFile } from '../../../src/olm/lock/lock-file.js';
import { LOCK_FILE } from '../../../src/olm/lock/lock-name.js';
import { lockOf, writeLock } from '../../../src/olm/lock/lock-of.js';
import { lockedCatalogs } from '../../../src/olm/lock/locked-catalogs.js';
import { readLock } from '../../../src/olm/lock/read-lock.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { Package } from '../../../src/olm/model/catalog.js';
import { readBundleDirectory } from '../../../src/repository/bundles/read-bundle-folder.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { readState } from '../../../src/repository/read/read-state.js';
import { approvalLock } from '../../support/approval-lock.js';
import { group, namespace } from '../../support/build.js';
import { bundle, bundleFiles } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { lockOfBundles } from '../../support/locking.js';
import { asking } from '../../support/permissions.js';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'etcd', namespace: 'op' },
  spec: { name: 'etcd', channel: 'stable', source: 'catalog', sourceNamespace: 'olm' },
};
const INPUT = manifests(namespace('op'), group('op/og'), SUBSCRIPTION);

function etcdLock(): LockFile {
  return lockOfEtcd(bundle('etcd/0.9.4'));
}

function lockOfEtcd(one: Bundle): LockFile {
  return lockOfBundles([one], {
    subscriptions: [{ namespace: 'op', name: 'etcd', catalog: 'olm/catalog', package: 'etcd', channel: 'stable', csv: one.name }],
  });
}

const read = (text: string) => readLock({ file: LOCK_FILE, text });

describe('a lock', () => {
  it('is the same to the byte, in whatever order it is put together', () => {
    const lock = etcdLock();
    const second = { ...lock, bundles: [...lock.bundles, { ...lock.bundles[0], name: 'a.v1' }] as LockFile['bundles'] };
    const text = writeLock(second);
    expect(writeLock({ ...second, bundles: second.bundles.toReversed() })).toBe(text);
    expect(read(text).lock).toEqual(read(writeLock(read(text).lock as LockFile)).lock);
  });

  it('has each Subscription and each rule on a line of its own', () => {
    const rules = [{ apiGroups: [''], resources: ['pods', 'services'], verbs: ['get', 'list'] }];
    const text = writeLock(lockOfEtcd(bundle('etcd/0.9.4', asking({ permissions: [{ serviceAccountName: 'etcd', rules }] }))));
    expect(text).toContain('\n  - { namespace: op, name: etcd, catalog: olm/catalog, package: etcd, channel: stable, csv: etcd.v0.9.4 }\n');
    expect(text).toContain('\n                - { apiGroups: [""], resources: [pods, services], verbs: [get, list] }\n');
  });

  it('is judged the same as one that was written earlier, with more of its objects', () => {
    const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'etcds.example.com' } };
    const names = { kind: 'Etcd', listKind: 'EtcdList', plural: 'etcds', singular: 'etcd' };
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'etcd' }, spec: { ports: [{ port: 1 }] } };
    const spec = { group: 'example.com', scope: 'Namespaced', versions: [] };
    const more = {
      crd: { ...crd, spec: { ...spec, names: { kind: 'Etcd', plural: 'etcds', categories: ['all'], shortNames: ['e'] } } },
      service: { ...service, metadata: { name: 'etcd', creationTimestamp: null }, status: { loadBalancer: {} } },
    };
    const lock = etcdLock();
    const earlier: LockFile = {
      ...lock,
      bundles: lock.bundles.map((one) => ({ ...one, customResourceDefinitions: [more.crd], manifests: [more.service] })),
    };
    const [entry] = earlier.bundles;
    if (!entry) throw new Error('no entry');
    const content = judgedContent({
      csv: { metadata: { name: entry.name, ...entry.metadata }, spec: entry.spec } as never,
      customResourceDefinitions: [more.crd as never],
      others: [more.service as never],
    });
    expect(content).toMatchObject({ customResourceDefinitions: [{ ...crd, spec: { ...spec, names } }], manifests: [service] });
    expect(content.customResourceDefinitions?.[0]?.spec).toEqual({ ...spec, names });
    expect(content.manifests).toEqual([service]);
    const properties = judgedProperties(entry.properties);
    expect(differingField(entry, { content, properties })).toBeUndefined();
    // What decides something is compared as it was.
    const other = { ...entry, manifests: [{ ...more.service, spec: {} }] };
    expect(differingField(other, { content, properties })).toBe('manifests');
    const readLocked = (one: LockFile) => lockedCatalogs(one, { file: LOCK_FILE, document: 0, path: [] }).bundle(entry.name);
    const later = { ...earlier, bundles: [{ ...entry, ...content }] as LockFile['bundles'] };
    expect(readLocked(earlier)?.locked).toEqual(readLocked(later)?.locked);
    expect(readLocked(earlier)?.customResourceDefinitions).toEqual(readLocked(later)?.customResourceDefinitions);
  });

  it('leaves out what every CRD has, and reads it again', () => {
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'etcds.example.com', annotations: { 'controller-gen.kubebuilder.io/version': 'v0.21.0', mine: 'x' } },
      spec: { group: 'example.com', names: { kind: 'Etcd', listKind: 'EtcdList', plural: 'etcds', singular: 'etcdone' }, versions: [] },
    };
    const text = writeLock(lockOfEtcd({ ...bundle('etcd/0.9.4'), customResourceDefinitions: [crd as never] }));
    expect(text).not.toContain('CustomResourceDefinition\n');
    expect(text).toContain('names: { kind: Etcd, plural: etcds, singular: etcdone }');
    const again = lockedCatalogs(read(text).lock as LockFile, { file: LOCK_FILE, document: 0, path: [] }).bundle('etcd.v0.9.4');
    expect(again?.customResourceDefinitions).toEqual([{ ...crd, metadata: { name: 'etcds.example.com', annotations: { mine: 'x' } } }]);
  });

  it('has of a container what it can do, not how much it uses and when it is ready', () => {
    const asks = (host?: string) => ({ httpGet: { path: '/healthz', port: 8081, ...(host === undefined ? {} : { host }) } });
    const container = (more: object) => ({ name: 'a', image: 'example.com/a', ...more });
    const judged = (more: object): unknown => {
      const spec = { template: { spec: { containers: [container(more)], initContainers: [container(more)] } } };
      const csv = { metadata: { name: 'a' }, spec: { install: { spec: { deployments: [{ name: 'a', spec }] } } } };
      const content = judgedContent({ csv: csv as never, customResourceDefinitions: [], others: [] });
      const { containers, initContainers } = (content.spec as typeof csv.spec).install.spec.deployments[0]?.spec.template.spec ?? {};
      expect(initContainers).toEqual(containers);
      return containers?.[0];
    };
    const sizes = {
      resources: { limits: { cpu: '1' } },
      livenessProbe: asks(),
      imagePullPolicy: 'Always',
      terminationMessagePolicy: 'File',
    };
    expect(judged(sizes)).toEqual(container({}));
    const doing = {
      args: ['--x'],
      imagePullPolicy: 'Never',
      livenessProbe: { exec: { command: ['sh'] } },
      readinessProbe: asks('169.254.169.254'),
      resources: { claims: [{ name: 'gpu' }] },
    };
    expect(judged({ ...doing, resources: { ...doing.resources, limits: { cpu: '1' } } })).toEqual(container(doing));
  });

  it('is found at the root of the input or above it, and judges its Subscriptions', () => {
    const folder = folderOf({ 'app.yaml': INPUT, [LOCK_FILE]: writeLock(etcdLock()) });
    const { cluster, problems } = readInput([folder]);
    expect(problems).toEqual([]);
    expect(cluster.clusterServiceVersions.map(({ namespace: at, name }) => [at, name])).toEqual([['op', 'etcd.v0.9.4']]);
  });

  it('gives way to the catalog that the input itself has', () => {
    const catalog = 'schema: olm.package\nname: etcd\ndefaultChannel: stable\n';
    const folder = folderOf({ 'app.yaml': INPUT, 'catalog/etcd.yaml': catalog, [LOCK_FILE]: writeLock(etcdLock()) });
    expect(readInput([folder]).cluster.clusterServiceVersions).toEqual([]);
  });

  it('is no manifest, and not passed over in a review for the mark that keeps Argo CD away', () => {
    const { state, problems } = readState([folderOf({ 'app.yaml': INPUT, [LOCK_FILE]: writeLock(etcdLock()) })]);
    expect([problems, state?.unread]).toEqual([[], []]);
  });

  it('is read where no kustomization lists it', () => {
    const files = { 'kustomization.yaml': 'resources: [app.yaml]\n', 'app.yaml': INPUT, [LOCK_FILE]: writeLock(etcdLock()) };
    const { state } = readState([folderOf(files)]);
    expect([state?.unread, state?.cluster.clusterServiceVersions.map(({ name }) => name)]).toEqual([[], ['etcd.v0.9.4']]);
  });

  it('hides nothing: a file of its name with an object in it is a manifest, and said to be passed over', () => {
    const role = '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: x}\nrules: []\n';
    const folder = folderOf({ 'app.yaml': INPUT, [LOCK_FILE]: `${writeLock(etcdLock())}${role}` });
    const { problems } = readState([folder]);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([['INVALID_LOCK', 'the lock is not one document']]);
  });

  it.each([
    ['that has another version', (text: string) => text.replace('lockVersion: 1', 'lockVersion: 2'), 'INVALID_VALUE'],
    ['with a field that nobody knows', (text: string) => `${text}extra: true\n`, 'INVALID_VALUE'],
    ['with a bundle twice', (text: string) => text.replace(/^bundles:\n([\s\S]*)$/m, 'bundles:\n$1$1'), 'INVALID_LOCK'],
    ['with a digest that is none', (text: string) => text.replace(/digest: sha256:1+/, 'digest: sha256:1'), 'INVALID_VALUE'],
  ])('is refused %s', (_, change, code) => {
    const folder = folderOf({ 'app.yaml': INPUT, [LOCK_FILE]: change(writeLock(etcdLock())) });
    const [problem] = readInput([folder]).problems;
    expect(problem).toMatchObject({ code, fix: expect.stringContaining('cdk8s-olm lock') });
  });

  it.each<[string, (lock: LockFile) => Partial<LockFile>, string]>([
    [
      'to a CSV that its packages do not have',
      ({ subscriptions = [] }) => ({ subscriptions: subscriptions.map((one) => ({ ...one, csv: 'etcd.v0.9.2' })) }),
      'in the lock, the Subscription op/etcd resolves to etcd.v0.9.2, which the lock does not contain',
    ],
    [
      'to a CSV of another channel',
      ({ subscriptions = [] }) => ({ subscriptions: subscriptions.map((one) => ({ ...one, channel: 'other' })) }),
      'in the lock, the Subscription op/etcd resolves to etcd.v0.9.4, which the lock does not contain',
    ],
    [
      'to a bundle that it does not have',
      () => ({ bundles: [] }),
      'in the lock, the Subscription op/etcd resolves to etcd.v0.9.4, which the lock does not contain',
    ],
    [
      'with a dependency that it does not have',
      () => ({ dependencies: [{ namespace: 'op', package: 'vault', catalog: 'olm/catalog', csv: 'vault.v1', neededBy: ['etcd.v0.9.4'] }] }),
      'in the lock, the dependency vault of op resolves to vault.v1, which the lock does not contain',
    ],
    [
      'with a ClusterExtension whose bundle it does not have',
      () => ({ clusterExtensions: [{ name: 'vault', package: 'vault', catalog: 'hub', bundle: 'vault.v1' }] }),
      'in the lock, the ClusterExtension vault resolves to vault.v1, which the lock does not contain',
    ],
    ['with a catalog twice', ({ catalogs }) => ({ catalogs: [...catalogs, ...catalogs] }), 'the lock has the catalog olm/catalog twice'],
    [
      'with a ClusterExtension twice',
      () => {
        const one = { name: 'etcd', package: 'etcd', catalog: 'olm/catalog', bundle: 'etcd.v0.9.4' };
        return { clusterExtensions: [one, one] };
      },
      'the lock has the ClusterExtension etcd twice',
    ],
    [
      'with a dependency twice',
      () => {
        const one = { namespace: 'op', package: 'etcd', catalog: 'olm/catalog', csv: 'etcd.v0.9.4', neededBy: ['x'] };
        return { dependencies: [one, one] };
      },
      'the lock has the dependency etcd.v0.9.4 of olm/catalog in op twice',
    ],
  ])('is refused that leads %s', (_, edit, message) => {
    const lock = etcdLock();
    const folder = folderOf({ 'app.yaml': INPUT, [LOCK_FILE]: writeLock({ ...lock, ...edit(lock) }) });
    expect(readInput([folder]).problems.map((one) => [one.code, one.message])).toEqual([['INVALID_LOCK', message]]);
  });

  it('has each Subscription at its own version, and judges it so', () => {
    const versions = ['0.9.2', '0.9.4'].flatMap(
      (version) => readBundleDirectory(`${folderOf(bundleFiles(`etcd/${version}`))}/etcd/${version}`).bundle ?? [],
    );
    const at = (name: string, csv: string) => ({
      namespace: name,
      name: 'etcd',
      catalog: 'olm/catalog',
      package: 'etcd',
      channel: 'stable',
      csv,
    });
    const lock = lockOfBundles(versions, { subscriptions: [at('old', 'etcd.v0.9.2'), at('young', 'etcd.v0.9.4')] });
    const asking = (name: string) => [
      namespace(name),
      group(`${name}/og`),
      { ...SUBSCRIPTION, metadata: { name: 'etcd', namespace: name } },
    ];
    const folder = folderOf({ 'app.yaml': manifests(...asking('old'), ...asking('young')), [LOCK_FILE]: writeLock(lock) });
    const { cluster, problems } = readInput([folder]);
    expect(problems).toEqual([]);
    expect(cluster.clusterServiceVersions.map((one) => [one.namespace, one.name])).toEqual([
      ['old', 'etcd.v0.9.2'],
      ['young', 'etcd.v0.9.4'],
    ]);
    expect(cluster.subscriptions.map(({ startingCSV }) => startingCSV)).toEqual([undefined, undefined]);
  });

  it('keeps of a CRD its names and versions, and of a schema its digest', () => {
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'a.b', creationTimestamp: null },
      spec: { group: 'b', versions: [{ name: 'v1', served: true, schema: { openAPIV3Schema: { type: 'object' } } }] },
    } as unknown as Parameters<typeof withoutSchemas>[0];
    const short = withoutSchemas(crd);
    expect(short.spec).toEqual({ group: 'b', versions: [{ name: 'v1', served: true }] });
    expect(short.metadata.annotations).toEqual({ 'cdk8s-olm/schemas': expect.stringMatching(/^v1 sha256:[0-9a-f]{64}$/) });
    expect(withoutSchemas(short)).toEqual(short);
  });

  it('keeps of a long manifest that grants nothing its digest, and all of one that grants', () => {
    const long = { data: { text: 'x'.repeat(3000) } };
    const of = (kind: string) => ({ apiVersion: 'v1', kind, metadata: { name: 'm' }, ...long });
    const { manifests: kept = [] } = judgedContent({
      csv: { apiVersion: 'v1', kind: 'ClusterServiceVersion', metadata: { name: 'c' }, spec: {} } as never,
      customResourceDefinitions: [],
      others: [of('ConfigMap'), of('Secret')] as never,
    });
    expect(kept.map((one) => 'data' in one)).toEqual([false, true]);
  });

  it('has one head in a channel of which the versions between are left out', () => {
    const entries = ['v3', 'v2', 'v1'].map((name, index, all) => ({
      name,
      skips: [],
      ...(all[index + 1] ? { replaces: all[index + 1] } : {}),
    }));
    const bundle = (name: string) => ({
      name,
      packageName: 'p',
      properties: [{ type: 'olm.package', value: { packageName: 'p', version: `${name.slice(1)}.0.0` } }],
    });
    const offered: Package = {
      name: 'p',
      defaultChannel: 'stable',
      channels: [{ name: 'stable', entries }],
      bundles: new Map(['v1', 'v2', 'v3'].map((name) => [name, bundle(name)])),
    };
    const chosen = ['v1', 'v3'].map((csv) => ({ namespace: csv, name: 's', catalog: 'olm/c', package: 'p', csv }));
    const lock = lockOf(
      { subscriptions: chosen, clusterExtensions: [], dependencies: [] },
      { catalogs: [], packageOf: () => offered, contentOf: () => ({ content: { spec: {} } }) },
    );
    expect(lock.packages[0]?.channels[0]?.entries).toEqual([{ name: 'v3', replaces: 'v1' }, { name: 'v1' }]);
  });
});

it('is refused where it has a version on the way, and not what that may do', () => {
  const lock = approvalLock({ 'op/etcd': ['etcd.v2.0.0', 'etcd.v3.0.0'] });
  const read = (one: LockFile) => readLock({ file: 'olm-lock.yaml', text: writeLock(one) }).unlocated.map(({ code, at }) => [code, ...at]);
  expect(read(lock)).toEqual([]);
  expect(read({ ...lock, bundles: lock.bundles.filter(({ name }) => name !== 'etcd.v2.0.0') })).toEqual([
    ['INVALID_LOCK', 'subscriptions', 0, 'via', 0],
  ]);
});
