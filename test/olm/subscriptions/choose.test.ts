import { describe, expect, it } from 'vitest';
import { folderPackages } from '../../../src/olm/catalog/folder-packages.js';
import { readPackages } from '../../../src/olm/catalog/read-packages.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { Catalog } from '../../../src/olm/model/catalog.js';
import type { Subscription } from '../../../src/olm/model/subscription.js';
import { chooseAlone, chooserFor } from '../../../src/olm/subscriptions/choose.js';
import { bundle, catalogBlobs } from '../../support/bundle-files.js';

const SOURCE = { file: 'subscription.yaml', document: 0, path: [] };

function asking(fields: Partial<Subscription> = {}): Subscription {
  return {
    name: 'sub',
    namespace: 'op',
    packageName: 'etcd',
    catalogSource: 'community',
    catalogSourceNamespace: 'olm',
    manifest: { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'sub', namespace: 'op' } },
    source: SOURCE,
    ...fields,
  };
}

/** Bundle folders, as what the catalog community offers. */
const folders = (...bundles: Bundle[]): Catalog[] => [
  { namespace: 'olm', name: 'community', known: true, packages: folderPackages(bundles) },
];

const FOLDERS = folders(
  bundle('etcd/0.9.0', { channels: 'stable,alpha', defaultChannel: 'stable' }),
  bundle('etcd/0.9.2', { channels: 'alpha', replaces: 'etcd.v0.9.0', defaultChannel: 'stable' }),
  bundle('etcd/0.9.4', { channels: 'alpha', replaces: 'etcd.v0.9.2', defaultChannel: 'stable' }),
  bundle('vault/1.0.0'),
);

/** The package etcd as catalogs of these names offer it, each in a version of its own. */
function catalogs(...names: string[]): Catalog[] {
  return names.map((name, index) => {
    const blobs = catalogBlobs('etcd', { stable: [{ name: `etcd.v${index + 1}.0.0` }] });
    const documents = blobs.map((value) => ({ value, source: { file: `catalogs/${name}/etcd/index.yaml`, document: 0, path: [] } }));
    return { namespace: 'olm', name, known: true, packages: readPackages(documents).packages };
  });
}

/** The bundle's name, and the catalog it comes from; or the problem; or why it is not known. */
function pick(subscription: Subscription, offers: readonly Catalog[] = FOLDERS, read: readonly string[] = []): unknown {
  const { csv, from, problem, unknown } = chooseAlone(subscription, { given: [], catalogs: offers, read: new Set(read), unread: [] });
  return problem ?? (unknown ? [unknown.why, unknown.nearest] : [csv, from?.name]);
}

describe('a Subscription picks', () => {
  it.each<[string, Partial<Subscription>, string]>([
    ['the head of its channel', { channel: 'alpha' }, 'etcd.v0.9.4'],
    ['the head of the default channel when it names none', {}, 'etcd.v0.9.0'],
    ['its startingCSV, though the channel has a later one', { channel: 'alpha', startingCSV: 'etcd.v0.9.2' }, 'etcd.v0.9.2'],
    ['its startingCSV from any channel when it names none', { startingCSV: 'etcd.v0.9.2' }, 'etcd.v0.9.2'],
  ])('%s', (_, fields, expected) => {
    expect(pick(asking(fields))).toEqual([expected, 'community']);
  });

  it('of several catalogs the one that its source names', () => {
    expect(pick(asking({ catalogSource: 'certified' }), catalogs('community', 'certified'))).toEqual(['etcd.v2.0.0', 'certified']);
  });
});

describe('a Subscription that nothing answers', () => {
  it.each<[string, Partial<Subscription>, readonly Catalog[], Record<string, unknown>]>([
    [
      'misspells one of several catalogs',
      { catalogSource: 'comunity' },
      catalogs('community', 'certified'),
      { code: 'CATALOG_NOT_FOUND', at: ['spec', 'source'], found: 'comunity', expected: 'one of community, certified' },
    ],
    [
      'names a channel that the package does not have',
      { channel: 'stabel' },
      FOLDERS,
      {
        code: 'CHANNEL_NOT_FOUND',
        at: ['spec', 'channel'],
        found: 'stabel',
        expected: 'one of stable, alpha',
        fix: 'correct spec.channel',
      },
    ],
    [
      'names no channel where the package has no default',
      {},
      folders(bundle('etcd/0.9.4', { channels: 'beta,alpha' })),
      { code: 'CHANNEL_NOT_FOUND', at: ['spec', 'channel'], found: 'nothing', fix: 'add spec.channel, such as alpha' },
    ],
    [
      'pins a version that is not there',
      { channel: 'alpha', startingCSV: 'etcd.v0.9.5' },
      FOLDERS,
      { code: 'BUNDLE_NOT_FOUND', at: ['spec', 'startingCSV'], expected: 'one of etcd.v0.9.0, etcd.v0.9.2, etcd.v0.9.4' },
    ],
    [
      'pins a version of another channel',
      { channel: 'stable', startingCSV: 'etcd.v0.9.4' },
      FOLDERS,
      { code: 'BUNDLE_NOT_FOUND', at: ['spec', 'startingCSV'], expected: 'etcd.v0.9.0', fix: 'set spec.channel to alpha' },
    ],
    [
      'follows a channel without a head',
      { channel: 'stable' },
      folders(bundle('etcd/1.0.0', { replaces: 'etcd.v2.0.0' }), bundle('etcd/2.0.0', { replaces: 'etcd.v1.0.0' })),
      { code: 'INVALID_CATALOG', at: ['spec', 'channel'], message: 'the channel stable of the package etcd has no head' },
    ],
  ])('%s', (_, fields, packages, problem) => {
    expect(pick(asking(fields), packages)).toMatchObject({ ...problem, source: SOURCE, isAlone: true });
  });

  it('names a catalog that is at hand and does not offer the package, which another one does', () => {
    const offers: Catalog[] = [...catalogs('community'), { namespace: 'olm', name: 'certified', known: true, packages: [] }];
    expect(pick(asking({ catalogSource: 'certified' }), offers, ['olm/community', 'olm/certified'])).toMatchObject({
      code: 'CATALOG_NOT_FOUND',
      at: ['spec', 'source'],
    });
  });

  it('names a default source that OperatorHub turns off', () => {
    const disabledBy = { file: 'hub.yaml', document: 0, path: [] };
    expect(pick(asking(), [{ namespace: 'olm', name: 'community', known: true, packages: [], disabledBy }])).toMatchObject({
      code: 'CATALOG_NOT_FOUND',
      message: 'the OperatorHub of the cluster turns the default source community off',
    });
  });
});

describe('an operator is not known', () => {
  it.each<[string, Partial<Subscription>, readonly Catalog[], readonly string[], readonly unknown[]]>([
    ['where nothing is at hand', {}, [], [], ['catalog', undefined]],
    [
      'whose catalog is not at hand, though another one offers the package',
      { catalogSource: 'mirror' },
      catalogs('community'),
      [],
      ['catalog', undefined],
    ],
    ['whose package the catalog at hand does not have', { packageName: 'tray' }, FOLDERS, ['olm/community'], ['package', undefined]],
    ['whose package is almost one at hand', { packageName: 'ectd' }, FOLDERS, [], ['catalog', 'etcd']],
  ])('%s', (_, fields, offers, read, expected) => {
    expect(pick(asking(fields), offers, read)).toEqual(expected);
  });
});

describe('the Subscriptions of a cluster', () => {
  it.each([
    ['catalog', false],
    ['package', true],
  ] as const)('lack their %s where it is %j that the catalog was read', (why, known) => {
    const given = [{ namespace: 'olm', name: 'community', known, packages: [] }];
    expect(chooserFor({ catalogs: given, clusterServiceVersions: [] }, given)(asking()).unknown?.why).toBe(why);
  });
});
