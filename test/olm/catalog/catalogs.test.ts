import { describe, expect, it } from 'vitest';
import { type CatalogInputs, catalogsOf } from '../../../src/olm/catalog/catalogs.js';
import type { Catalog } from '../../../src/olm/model/catalog.js';
import type { Subscription } from '../../../src/olm/model/subscription.js';
import { catalogBlobs } from '../../support/bundle-files.js';

const SOURCE = { file: 'cluster.yaml', document: 0, path: [] };

const declared = (key: string): Catalog => {
  const [namespace = '', name = ''] = key.split('/');
  return { namespace, name, packages: [], known: false, source: SOURCE };
};

const asking = (key: string): Subscription => {
  const [catalogSourceNamespace, catalogSource] = key.split('/');
  return { name: 'etcd', namespace: 'op', packageName: 'etcd', catalogSource, catalogSourceNamespace } as Subscription;
};

const blobs = (file: string, catalog?: string) =>
  catalogBlobs('etcd', { stable: [{ name: 'etcd.v1.0.0' }] }).map((blob, document) => ({
    value: catalog ? { ...blob, catalog } : blob,
    source: { file, document, path: [] },
  }));

/** The catalogs that are known, by their keys. */
const owners = (inputs: Partial<CatalogInputs>): string[] =>
  catalogsOf({ sources: [], subscriptions: [], blobs: [], disabled: new Map(), kubeVersion: '1.32.0', ...inputs })
    .filter(({ known }) => known)
    .map(({ namespace, name }) => `${namespace}/${name}`);

describe('blobs belong to the catalog', () => {
  const two = [asking('olm/community'), asking('market/certified')];

  it.each<[string, string, Partial<CatalogInputs>]>([
    ['that has the name of their folder', 'olm/community', { blobs: blobs('catalogs/community/etcd.yaml'), subscriptions: two }],
    ['that their key names', 'market/certified', { blobs: blobs('etcd.yaml', 'certified'), subscriptions: two }],
    [
      'that their key names with its namespace, whoever asks for it',
      'there/x',
      { blobs: blobs('etcd.yaml', 'there/x'), subscriptions: two },
    ],
    ['that is the only one asked for', 'olm/community', { blobs: blobs('etcd.yaml'), subscriptions: [asking('olm/community')] }],
    ['that is the only one declared', 'olm/hub', { blobs: blobs('etcd.yaml'), subscriptions: two, sources: [declared('olm/hub')] }],
    [
      'of the declared namespace, where one is',
      'x/community',
      { blobs: blobs('community.yaml'), subscriptions: two, sources: [declared('x/community'), declared('x/y')] },
    ],
    ['without a name, where nothing says whose they are', '/', { blobs: blobs('etcd.yaml'), subscriptions: two }],
  ])('%s', (_, expected, inputs) => {
    expect(owners(inputs)).toEqual([expected]);
  });

  it.each<[string, readonly string[], Partial<CatalogInputs>]>([
    ['ClusterCatalogs, by their folders', ['/a', '/b'], { sources: [declared('/a'), declared('/b')] }],
    [
      'ClusterCatalogs that only an option names',
      ['/a', '/b'],
      { hasExtensions: true, blobs: [...blobs('x.yaml', 'a'), ...blobs('y.yaml', 'b')] },
    ],
    [
      'a CatalogSource and a ClusterCatalog of one name',
      ['/a', 'olm/a'],
      { sources: [declared('olm/a'), declared('/a')], blobs: blobs('a/x.yaml') },
    ],
  ])('that are %s', (_, expected, inputs) => {
    expect(owners({ blobs: [...blobs('a/x.yaml'), ...blobs('b/x.yaml')], ...inputs }).toSorted()).toEqual(expected);
  });

  it('so that two of them may have a package each', () => {
    expect(owners({ blobs: [...blobs('community/a.yaml'), ...blobs('certified/a.yaml')], subscriptions: two })).toEqual([
      'olm/community',
      'market/certified',
    ]);
  });
});
