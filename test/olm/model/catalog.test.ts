import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogBundle } from '../../../src/olm/model/catalog.js';
import { catalogAsked, catalogAt, packageOf, statedVersion } from '../../../src/olm/model/find-catalog.js';

const catalog = (namespace: string, name: string): Catalog => ({
  namespace,
  name,
  known: true,
  packages: ['etcd', 'vault'].map((of) => ({ name: of, defaultChannel: 'stable', channels: [], bundles: new Map() })),
});

const stating = (...properties: CatalogBundle['properties']): Pick<CatalogBundle, 'properties'> => ({ properties });

describe('a catalog', () => {
  it('is found by what a Subscription names, its namespace included', () => {
    const catalogs = [catalog('olm', 'community'), catalog('shop', 'community'), catalog('shop', 'own')];
    const key = catalogAsked({ catalogSourceNamespace: 'shop', catalogSource: 'community' });
    expect(key).toBe('shop/community');
    expect(catalogAt(catalogs, key)).toBe(catalogs[1]);
    expect(catalogAt(catalogs, 'community/shop')).toBeUndefined();
  });

  it('offers packages by their names', () => {
    expect(packageOf(catalog('olm', 'community'), 'vault')?.name).toBe('vault');
    expect(packageOf(catalog('olm', 'community'), 'redis')).toBeUndefined();
    expect(packageOf(undefined, 'vault')).toBeUndefined();
  });
});

describe('the version of a bundle', () => {
  it('is what its property olm.package states, and no other', () => {
    const gvk = { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'Cup' } };
    expect(statedVersion(stating(gvk, { type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } }))).toBe('0.9.4');
    expect(statedVersion(stating(gvk))).toBeUndefined();
    expect(statedVersion(stating({ type: 'olm.package', value: { packageName: 'etcd' } }))).toBeUndefined();
    expect(statedVersion(undefined)).toBeUndefined();
  });
});
