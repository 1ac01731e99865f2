import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import type { Problem } from '../../../src/base/manifest/problem.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { crd, csv, group, namespace, serviceAccount, stored, subscription } from '../../support/build.js';
import { bundle, catalogBlobs, catalogText, encoded } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { deepFreeze } from '../../support/deep-freeze.js';
import { locateProblems } from '../../support/read-texts.js';

interface Inputs {
  readonly objects?: readonly KubernetesObject[];
  readonly bundles?: readonly Bundle[];
  /** Files of catalogs. */
  readonly catalogs?: Readonly<Record<string, readonly unknown[]>>;
  readonly installed?: readonly { readonly bundle: Bundle; readonly namespace: string }[];
  /** Whether the objects are a dump of a cluster. */
  readonly isDump?: boolean;
}

const NAMESPACES = [namespace('op'), namespace('team')];

/** What inputs come to; the objects stand in cluster.yaml, one document each. */
function read({ objects = [], bundles = [], catalogs = {}, installed = [], isDump = false }: Inputs): {
  cluster: Cluster;
  problems: Problem[];
} {
  const texts = {
    'cluster.yaml': manifests(...[...NAMESPACES, ...objects].map((object) => (isDump ? stored(object) : object))),
    ...Object.fromEntries(Object.entries(catalogs).map(([file, blobs]) => [file, catalogText(blobs)])),
  };
  const [documents = [], ...rest] = Object.entries(texts).map(([file, text]) => parseDocuments({ file, text }).documents);
  const { cluster, problems } = desiredCluster(documents, { bundles, catalogs: rest.flat(), installed });
  return { cluster, problems: locateProblems(texts, problems) };
}

const csvNames = ({ cluster }: { cluster: Cluster }): string[] =>
  cluster.clusterServiceVersions.map((one) => `${one.namespace}/${one.name}`);
const codes = ({ problems }: { problems: readonly Problem[] }): unknown[] => problems.map(({ code, file, path }) => [code, file, path]);

const unknown = ({ cluster }: { cluster: Cluster }): unknown[] =>
  cluster.unknownOperators.map(({ namespace, packageName, why }) => [namespace, packageName, why]);

const ETCD = [bundle('etcd/0.9.2'), bundle('etcd/0.9.4', { replaces: 'etcd.v0.9.2' })];

describe('a Subscription', () => {
  it('brings the CSV of its bundle into its namespace', () => {
    const wanted = subscription('op/etcd', { config: { env: [] } });
    const { cluster, problems } = read({ objects: [wanted], bundles: ETCD });
    expect(problems).toEqual([]);
    expect(cluster.clusterServiceVersions).toMatchObject([{ namespace: 'op', name: 'etcd.v0.9.4', bundle: ETCD[1] }]);
    expect(cluster.clusterServiceVersions[0]?.manifest).toEqual({
      ...ETCD[1]?.csv,
      metadata: { ...ETCD[1]?.csv.metadata, namespace: 'op' },
    });
    expect(cluster.subscriptions).toEqual([
      {
        name: 'etcd',
        namespace: 'op',
        packageName: 'etcd',
        catalogSource: 'catalog',
        catalogSourceNamespace: 'olm',
        config: { env: [] },
        csv: 'etcd.v0.9.4',
        manifest: wanted,
        source: { file: 'cluster.yaml', document: 2, path: [] },
      },
    ]);
    expect(cluster.bundles).toEqual(ETCD);
  });

  it('brings none of the other manifests, and of a CSV nothing that a cluster left there', () => {
    const { metadata, ...rest } = bundle('etcd/1.0.0').csv;
    const used = { ...rest, metadata: { ...metadata, creationTimestamp: '2020-01-01T00:00:00Z' }, status: { phase: 'Failed' } };
    const { cluster } = read({
      objects: [subscription('op/etcd')],
      bundles: [{ ...bundle('etcd/1.0.0'), csv: used, others: [serviceAccount('placeholder/etcd')] }],
    });
    expect(cluster.serviceAccounts).toEqual([]);
    expect(cluster.clusterServiceVersions[0]?.creationTimestamp).toBeUndefined();
    expect(cluster.clusterServiceVersions[0]?.manifest).not.toHaveProperty('status');
  });

  it('brings the CRDs; those of several bundles serve the versions of all', () => {
    const with_ = (id: string, version: string): Bundle => ({
      ...bundle(id),
      customResourceDefinitions: [crd(`Etcd.${version}.example.com`)],
    });
    const { cluster, problems } = read({
      objects: [subscription('op/a'), subscription('team/b'), subscription('team/a')],
      bundles: [with_('a/1.0.0', 'v1'), with_('b/1.0.0', 'v2'), with_('unused/1.0.0', 'v3')],
    });
    expect(problems).toEqual([]);
    expect(cluster.customResourceDefinitions).toEqual([
      { name: 'etcds.example.com', group: 'example.com', kind: 'Etcd', versions: ['v1', 'v2'] },
    ]);
  });

  it('is warned of a CRD of a version that Kubernetes no longer has, once', () => {
    const old = { ...crd('Etcd.v1.example.com'), apiVersion: 'apiextensions.k8s.io/v1beta1' };
    const { cluster, problems } = read({
      objects: [subscription('op/a'), subscription('team/a')],
      bundles: [{ ...bundle('a/1.0.0'), customResourceDefinitions: [old] }],
    });
    expect(problems.map(({ code, file }) => [code, file])).toEqual([['CRD_API_VERSION', 'a.v1.0.0']]);
    expect(cluster.customResourceDefinitions).toHaveLength(1);
  });

  it('is told what is wrong with the CSV that it brings', () => {
    const source = { file: 'a/1.0.0/manifests/csv.yaml', document: 0, path: [] };
    const broken: Bundle = { ...bundle('a/1.0.0', { spec: { install: {} } }), source };
    expect(codes(read({ objects: [subscription('op/a')], bundles: [broken] }))).toEqual([
      ['FIELD_MISSING', source.file, 'spec.install.strategy'],
    ]);
    expect(codes(read({ objects: [subscription('op/a', { packageName: 'b' })], bundles: [broken, bundle('b/1.0.0')] }))).toEqual([]);
  });

  it('must stand in a namespace that is there, like what it brings', () => {
    const read_ = read({ objects: [subscription('nowhere/etcd')], bundles: ETCD });
    expect(codes(read_)).toEqual([['NAMESPACE_NOT_FOUND', 'cluster.yaml', 'metadata.namespace']]);
  });

  it('may ask by name for a bundle that does not say its package', () => {
    const { packageName: _, ...unnamed } = bundle('etcd/0.9.4');
    expect(csvNames(read({ objects: [subscription('op/etcd', { startingCSV: 'etcd.v0.9.4' })], bundles: [unnamed] }))).toEqual([
      'op/etcd.v0.9.4',
    ]);
    expect(unknown(read({ objects: [subscription('op/etcd')], bundles: [unnamed] }))).toEqual([['op', 'etcd', 'catalog']]);
  });

  it('gives the same cluster in whatever order everything comes', () => {
    const objects = [subscription('op/etcd'), subscription('team/etcd'), subscription('op/vault')];
    const bundles = [...ETCD, bundle('vault/1.0.0'), bundle('vault/2.0.0', { replaces: 'vault.v1.0.0' })];
    const expected = csvNames(read({ objects, bundles }));
    expect(expected).toEqual(['op/etcd.v0.9.4', 'op/vault.v2.0.0', 'team/etcd.v0.9.4']);
    fc.assert(
      fc.property(fc.shuffledSubarray(objects, { minLength: 3 }), fc.shuffledSubarray(bundles, { minLength: 4 }), (some, others) => {
        expect(csvNames(read({ objects: some, bundles: others }))).toEqual(expected);
      }),
    );
  });

  it('leaves its inputs as they are', () => {
    const bundles = deepFreeze([{ ...bundle('a/1.0.0'), customResourceDefinitions: [crd('A.v1.example.com')] }]);
    expect(csvNames(read({ objects: [subscription('op/a')], bundles }))).toEqual(['op/a.v1.0.0']);
  });
});

describe('a Subscription whose CSV is there', () => {
  it.each<[string, KubernetesObject, string]>([
    [
      'by what is installed',
      subscription('op/etcd', { status: { installedCSV: 'etcd.v0.9.0', currentCSV: 'etcd.v0.9.4' } }),
      'etcd.v0.9.0',
    ],
    ['by what is being installed', subscription('op/etcd', { status: { installedCSV: '', currentCSV: 'etcd.v0.9.0' } }), 'etcd.v0.9.0'],
    ['by its startingCSV', subscription('op/etcd', { startingCSV: 'etcd.v0.9.0' }), 'etcd.v0.9.0'],
    ['by the bundle that it would install', subscription('op/etcd'), 'etcd.v0.9.4'],
  ])('uses that one: %s', (_, object, name) => {
    const { cluster, problems } = read({ objects: [object, csv(`op/${name}`)], bundles: ETCD, isDump: true });
    expect(problems).toEqual([]);
    expect(csvNames({ cluster })).toEqual([`op/${name}`]);
    expect(cluster.clusterServiceVersions[0]).not.toHaveProperty('bundle');
    expect(cluster.subscriptions[0]?.csv).toBe(name);
  });

  // The API server drops a status that somebody applies.
  it.each(['installedCSV', 'currentCSV'])('uses none by a status %s in a file', (field) => {
    const claiming = subscription('op/etcd', { status: { [field]: 'etcd.v0.9.0' } });
    const { cluster } = read({ objects: [claiming, csv('op/etcd.v0.9.0')], bundles: ETCD });
    expect(cluster.subscriptions[0]?.csv).toBe('etcd.v0.9.4');
  });

  it('uses the one that OLM labelled with its package', () => {
    const labelled = csv('op/etcdoperator.v1', { labels: { 'operators.coreos.com/etcd.op': '' } });
    const objects = [subscription('op/etcd'), labelled];
    expect(csvNames(read({ objects, bundles: ETCD, isDump: true }))).toEqual(['op/etcdoperator.v1']);
  });

  // OLM's adoption controller writes the label; in a file, anybody does, and a CSV without permissions would hide those of the bundle.
  it.each<[string, object, string, object]>([
    ['by a label', { labels: { 'operators.coreos.com/etcd.op': '' } }, 'etcdoperator.v1', {}],
    ['by startingCSV', {}, 'etcd.v0.9.2', { startingCSV: 'etcd.v0.9.2' }],
    ['by a label and startingCSV', { labels: { 'operators.coreos.com/etcd.op': '' } }, 'etcd.v0.9.2', { startingCSV: 'etcd.v0.9.2' }],
  ])('believes no file that looks like the installed one %s', (_, facts, name, asked) => {
    const objects = [subscription('op/etcd', asked), csv(`op/${name}`, facts), group('op/og')];
    expect(csvNames(read({ objects, bundles: ETCD }))).toContain('op/etcd.v0.9.4');
  });

  it('is passed over where nothing but CSVs is given', () => {
    const { cluster, problems } = read({ objects: [subscription('op/etcd'), csv('op/etcdoperator.v1')] });
    expect(problems).toEqual([]);
    expect(cluster.subscriptions[0]).not.toHaveProperty('csv');
  });

  it('is of an operator that is not known where nothing at all is given', () => {
    const result = read({ objects: [subscription('op/etcd'), group('op/group')] });
    expect(unknown(result)).toEqual([['op', 'etcd', 'catalog']]);
    expect(result.problems).toEqual([]);
  });

  it('that is refused keeps no other one from its operator', () => {
    const objects = [subscription('op/etcd', { channel: 'stabel' }), subscription('team/etcd')];
    const result = read({ objects, bundles: ETCD });
    expect(codes(result)).toEqual([['CHANNEL_NOT_FOUND', 'cluster.yaml', 'spec.channel']]);
    expect(result.problems.every(({ isAlone }) => isAlone)).toBe(true);
    expect(csvNames(result)).toEqual(['team/etcd.v0.9.4']);
    expect(unknown(result)).toEqual([['op', 'etcd', 'refused']]);
  });
});

describe('a Subscription to a file-based catalog', () => {
  const CATALOG = catalogBlobs('etcd', { stable: [{ name: 'etcd.v0.9.2' }, { name: 'etcd.v0.9.4', replaces: 'etcd.v0.9.2' }] });

  it('brings what the catalog holds', () => {
    const { cluster, problems } = read({ objects: [subscription('op/etcd')], catalogs: { 'etcd/index.json': CATALOG } });
    expect(problems).toEqual([]);
    expect(cluster.clusterServiceVersions).toMatchObject([
      {
        name: 'etcd.v0.9.4',
        bundle: { packageName: 'etcd', channels: ['stable'] },
        source: { file: 'etcd/index.json', document: 3, path: ['properties', 1, 'value', 'data'] },
      },
    ]);
    expect(cluster.bundles.map(({ name }) => name)).toEqual(['etcd.v0.9.4']);
  });

  // sortableSnapshots.Less in OLM's resolver/cache/cache.go: the catalog of the bundle in need, then the others by priority and name.
  it('does not know a dependency for which OLM asks a catalog first that was not read', () => {
    const source = (name: string, priority: number): KubernetesObject => ({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name, namespace: 'olm' },
      spec: { sourceType: 'grpc', image: `registry.example.com/${name}:1`, priority },
    });
    const need = { type: 'olm.package.required', value: { packageName: 'disk', versionRange: '>=0.0.0' } };
    const etcd = catalogBlobs('etcd', { stable: [{ name: 'etcd.v1.0.0' }] }).map((blob) =>
      blob.schema === 'olm.bundle' ? { ...blob, properties: [...(blob.properties as unknown[]), need] } : blob,
    );
    const disk = catalogBlobs('disk', { stable: [{ name: 'disk.v1.0.0' }] });
    const ask = subscription('op/etcd', { source: 'near' });
    const NEAR = ['near', 'far'].map((name) => source(name, 0));
    for (const [priority, isKnown] of [
      [1, false],
      [-1, true],
    ] as const) {
      const objects = [ask, group('op/og'), ...NEAR, source('unread', priority)];
      const elsewhere = read({ objects, catalogs: { 'near/index.json': etcd, 'far/index.json': disk } });
      expect(csvNames(elsewhere)).toEqual(isKnown ? ['op/disk.v1.0.0', 'op/etcd.v1.0.0'] : ['op/etcd.v1.0.0']);
      expect(unknown(elsewhere)).toEqual(isKnown ? [] : [['op', 'disk', 'catalog']]);
      const own = read({ objects, catalogs: { 'near/index.json': [...etcd, ...disk] } });
      expect(csvNames(own)).toEqual(['op/disk.v1.0.0', 'op/etcd.v1.0.0']);
    }
  });

  /** The package and the version. */
  const stated = (blob: Record<string, unknown> | undefined): unknown => (blob?.properties as readonly unknown[] | undefined)?.[0];

  it('decodes nothing else', () => {
    const [first, channel, old, latest] = CATALOG;
    const broken = { ...old, properties: [stated(old), { type: 'olm.bundle.object', value: { data: '%' } }] };
    const inputs = { objects: [subscription('op/etcd')], catalogs: { 'index.json': [first, channel, broken, latest] } };
    expect(read(inputs).problems).toEqual([]);
  });

  it('is of an operator that is not known where its manifests hold no CSV', () => {
    const [first, channel, old, latest] = CATALOG;
    const broken = {
      ...latest,
      properties: [stated(latest), encoded([]), encoded({ kind: 'ClusterServiceVersion' })],
    };
    const result = read({ objects: [subscription('op/etcd')], catalogs: { 'index.json': [first, channel, old, broken] } });
    expect(unknown(result)).toEqual([['op', 'etcd', 'content']]);
    expect(result.problems).toEqual([]);
  });

  const DESCRIBED = catalogBlobs('etcd', { stable: [{ name: 'etcd.v0.9.4' }] }, { described: true });

  it('does not know an operator that the catalog only describes, but which one it is', () => {
    const { cluster } = read({
      objects: [subscription('op/etcd', { startingCSV: 'etcd.v0.9.4' })],
      catalogs: { 'index.json': DESCRIBED },
    });
    expect(cluster.unknownOperators).toMatchObject([{ why: 'content', packageName: 'etcd', bundle: 'etcd.v0.9.4' }]);
  });

  it('takes that folder where it is given, and the version that the catalog says', () => {
    const bundles = [bundle('etcd/0.9.4'), bundle('etcd/1.0.0', { replaces: 'etcd.v0.9.4' })];
    expect(csvNames(read({ objects: [subscription('op/etcd')], bundles, catalogs: { 'index.json': DESCRIBED } }))).toEqual([
      'op/etcd.v0.9.4',
    ]);
  });

  it('finds the catalog by the name of a CatalogSource', () => {
    const source = {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: 'certified', namespace: 'olm' },
    };
    const other = catalogBlobs('etcd', { stable: [{ name: 'etcd.v9.0.0' }] });
    const inputs = {
      objects: [{ ...source, spec: {} }, subscription('op/etcd', { source: 'community' })],
      catalogs: { 'certified/etcd.json': other, 'community/etcd.json': CATALOG },
    };
    expect(csvNames(read(inputs))).toEqual(['op/etcd.v0.9.4']);
  });
});

describe('a catalog with a package or channel that opm refuses', () => {
  const VAULT = catalogBlobs('vault', { stable: [{ name: 'vault.v1.0.0' }], beta: [{ name: 'vault.v1.0.0' }, { name: 'vault.v2.0.0' }] });
  const ETCD_BLOBS = catalogBlobs('etcd', { stable: [{ name: 'etcd.v1.0.0' }] });

  it('is judged without it, and says which Subscription waits', () => {
    const objects = [
      subscription('op/vault', { channel: 'beta' }),
      subscription('team/vault', { channel: 'stable' }),
      subscription('op/etcd'),
    ];
    const result = read({ objects, catalogs: { 'index.json': [...VAULT, ...ETCD_BLOBS] } });
    expect(csvNames(result)).toEqual(['op/etcd.v1.0.0', 'team/vault.v1.0.0']);
    expect(unknown(result)).toEqual([['op', 'vault', 'refused']]);
    expect(result.problems).toMatchObject([
      {
        code: 'INVALID_CATALOG',
        path: 'entries',
        isAlone: true,
        fix: expect.stringContaining('until then Subscription op/vault is not judged'),
      },
    ]);
  });

  it('is no catalog to OLM v0 at all where a startingCSV names what is in a broken channel', () => {
    const objects = [subscription('op/vault', { channel: 'beta', startingCSV: 'vault.v1.0.0' })];
    expect(unknown(read({ objects, catalogs: { 'index.json': VAULT } }))).toEqual([['op', 'vault', 'refused']]);
  });

  it('does not tell whether a need is met', () => {
    const needs = { type: 'olm.package.required', value: { packageName: 'vault', versionRange: '>=1.0.0' } };
    const [first, channel, latest] = ETCD_BLOBS;
    const needing = { ...latest, properties: [...((latest?.properties ?? []) as unknown[]), needs] };
    const [, ...withoutPackage] = VAULT;
    const result = read({ objects: [subscription('op/etcd')], catalogs: { 'index.json': [first, channel, needing, ...withoutPackage] } });
    expect(result.cluster.resolverNotes.filter(({ id }) => id === 'namespace-not-resolved')).toEqual([]);
    expect(csvNames(result)).toEqual(['op/etcd.v1.0.0']);
  });

  // syncResolvingNamespace of OLM's catalog operator: a namespace that does not resolve gets no InstallPlan at all.
  it('is an error where no catalog of the namespace meets a need: the Subscription installs nothing', () => {
    const needs = { type: 'olm.package.required', value: { packageName: 'absent', versionRange: '>=1.0.0' } };
    const [first, channel, latest] = ETCD_BLOBS;
    const needing = { ...latest, properties: [...((latest?.properties ?? []) as unknown[]), needs] };
    const result = read({ objects: [subscription('op/etcd'), group('op/g')], catalogs: { 'index.json': [first, channel, needing] } });
    const told = result.cluster.resolverNotes.flatMap(({ id, severity }) => (id === 'namespace-not-resolved' ? [severity] : []));
    expect(told).toEqual(['error']);
  });
});

describe('a CatalogSource', () => {
  const catalogSource = (namespaceName: string): KubernetesObject => ({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: 'catalog', namespace: namespaceName },
  });

  it.each<[string, KubernetesObject[], unknown[]]>([
    ['may be missing', [], []],
    ['may be one of several of its name', [catalogSource('team'), catalogSource('olm')], []],
    ['must not stand in another namespace alone', [catalogSource('team')], [['CATALOG_NOT_FOUND', 'cluster.yaml', 'spec.sourceNamespace']]],
  ])('%s', (_, sources, expected) => {
    expect(codes(read({ objects: [subscription('op/etcd'), ...sources], bundles: ETCD }))).toEqual(expected);
  });
});

describe('two Subscriptions of one namespace', () => {
  const twice = (first: Parameters<typeof subscription>[1], second: Parameters<typeof subscription>[1], bundles = ETCD) =>
    read({ objects: [subscription('op/b', second), subscription('op/a', first)], bundles });

  it('get along when they ask for the same', () => {
    const result = twice({ packageName: 'etcd' }, { packageName: 'etcd' });
    expect(result.problems).toEqual([]);
    expect(csvNames(result)).toEqual(['op/etcd.v0.9.4']);
  });

  it.each<[string, ReturnType<typeof twice>]>([
    ['different versions of one package', twice({ packageName: 'etcd' }, { packageName: 'etcd', startingCSV: 'etcd.v0.9.2' })],
    [
      'one version from two channels',
      twice({ packageName: 'etcd', channel: 'a' }, { packageName: 'etcd', channel: 'b' }, [bundle('etcd/1.0.0', { channels: 'a,b' })]),
    ],
  ])('cannot ask for %s', (_, { problems }) => {
    expect(problems).toMatchObject([
      {
        code: 'SUBSCRIPTION_CONFLICT',
        line: expect.any(Number),
        path: 'spec.name',
        fix: expect.stringContaining('this Subscription or a,'),
      },
    ]);
  });

  // getSubscriptionVariables and addInvariants of OLM's resolver/resolver.go: a version of one channel that both accept is enough.
  it.each<[Parameters<typeof subscription>[1], Parameters<typeof subscription>[1], boolean]>([
    [{}, {}, false],
    [{ channel: 'a' }, {}, false],
    [{ channel: 'b' }, {}, false],
    [{ channel: 'a' }, { channel: 'a', startingCSV: 'etcd.v1.0.0' }, false],
    [{ channel: 'a' }, { startingCSV: 'etcd.v1.0.0' }, false],
    [{ channel: 'a' }, { channel: 'b' }, true],
    [{ channel: 'b' }, { channel: 'a', startingCSV: 'etcd.v1.0.0' }, true],
    [{ channel: 'b' }, { startingCSV: 'etcd.v1.0.0' }, true],
  ])('are in conflict where no version suits both: %o and %o', (first, second, isConflict) => {
    const both = [first, second].map((fields, index) => subscription(`op/${'ab'[index]}`, { packageName: 'etcd', ...fields }));
    const blobs = catalogBlobs('etcd', {
      a: [{ name: 'etcd.v1.0.0' }, { name: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0' }],
      b: [{ name: 'etcd.v2.0.0' }],
    });
    for (const objects of [both, both.toReversed()]) {
      const result = read({ objects: [...objects, group('op/og')], catalogs: { 'index.json': blobs } });
      expect(result.problems.map(({ code }) => code)).toEqual(isConflict ? ['SUBSCRIPTION_CONFLICT'] : []);
      if (!isConflict) expect(csvNames(result)).toEqual(['op/etcd.v2.0.0']);
    }
  });

  it('cannot bring one CSV from two packages', () => {
    const blobs = (name: string) => catalogBlobs(name, { stable: [{ name: 'etcd.v1.0.0' }] });
    const result = read({
      objects: [subscription('op/a'), subscription('op/b')],
      catalogs: { 'index.json': [...blobs('a'), ...blobs('b')] },
    });
    expect(codes(result)).toEqual([['SUBSCRIPTION_CONFLICT', 'cluster.yaml', 'spec.name']]);
    expect(csvNames(result)).toEqual(['op/etcd.v1.0.0']);
  });
});

// Resolve of OLM's resolver/resolver.go: all Subscriptions of a namespace resolve together, or none does.
it.each([
  ['a channel that the package lacks', { packageName: 'mug', channel: 'beta' }],
  ['a version that the channel lacks', { packageName: 'mug', startingCSV: 'mug.v9.0.0' }],
  [undefined, { packageName: 'mug' }],
])('a namespace does not resolve with %s', (what, fields) => {
  const blobs = (name: string) => catalogBlobs(name, { stable: [{ name: `${name}.v1.0.0` }] });
  const result = read({
    objects: [subscription('op/etcd'), subscription('op/other', fields), subscription('team/etcd')],
    catalogs: { 'catalog/index.json': [...blobs('etcd'), ...blobs('mug')] },
  });
  expect(result.cluster.unresolvedNamespaces).toEqual(what === undefined ? [] : ['op']);
});

describe('a bundle that a program places', () => {
  it('needs neither a Subscription nor a package', () => {
    const { packageName: _, ...unnamed } = bundle('etcd/0.9.4');
    const { cluster, problems } = read({
      installed: [
        { bundle: unnamed, namespace: 'op' },
        { bundle: unnamed, namespace: 'team' },
      ],
    });
    expect(problems).toEqual([]);
    expect(csvNames({ cluster })).toEqual(['op/etcd.v0.9.4', 'team/etcd.v0.9.4']);
    expect(cluster.bundles).toEqual([unnamed]);
  });

  it('answers a Subscription of its namespace', () => {
    const installed = [{ bundle: bundle('etcd/0.9.4'), namespace: 'op' }];
    for (const fields of [{}, { startingCSV: 'etcd.v0.9.4' }]) {
      const result = read({ objects: [subscription('op/etcd', fields)], installed });
      expect(result.problems).toEqual([]);
      expect(csvNames(result)).toEqual(['op/etcd.v0.9.4']);
    }
  });

  it('cannot stand in one namespace twice', () => {
    const installed = { bundle: bundle('etcd/0.9.4'), namespace: 'op' };
    expect(codes(read({ installed: [installed, installed] }))).toEqual([['DUPLICATE_OBJECT', 'etcd.v0.9.4', 'metadata.name']]);
  });
});

describe('a bundle that the input contains twice', () => {
  it('is a problem', () => {
    const source = (file: string) => ({ source: { file, document: 0, path: [] } });
    const bundles = ['a.yaml', 'b.yaml'].map((file) => ({ ...bundle('etcd/0.9.4'), ...source(file) }));
    expect(read({ bundles }).problems).toMatchObject([{ code: 'DUPLICATE_OBJECT', file: 'b.yaml', found: 'also in a.yaml' }]);
  });
});
