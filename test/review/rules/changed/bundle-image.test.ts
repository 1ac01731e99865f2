import { describe, expect, it } from 'vitest';
import type { Access } from '../../../../src/review/rules/access/access.js';
import { bundleImage } from '../../../../src/review/rules/changed/unread.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const bundle = (name: string, image: string): object => ({ schema: 'olm.bundle', package: 'etcd', name, image });
/** A state whose catalog has these, and a Subscription for their package. */
function access(...bundles: readonly object[]): Access {
  const { state, ...others } = accessTo(namespace('op'));
  const documents = bundles.map((value) => ({ value, file: 'catalog.yaml' }));
  const subscriptions = [{ packageName: 'etcd' }] as unknown as Access['state']['cluster']['subscriptions'];
  return { ...others, state: { ...state, documents, cluster: { ...state.cluster, subscriptions } } };
}
const told = (before: Access, after: Access) =>
  bundleImage.compare?.(before, after).map(({ severity, message }) => `${severity}: ${message}`);
const BASE = access(bundle('etcd.v1', 'quay.io/etcd/bundle:v1'));

describe('bundle-image', () => {
  it('tells of a bundle from another repository, by the same name or a new one', () => {
    expect(told(BASE, access(bundle('etcd.v1', 'quay.io/evil/bundle:v1')))).toEqual([
      'error: Bundle etcd.v1 comes from the image quay.io/evil/bundle:v1 instead of quay.io/etcd/bundle:v1; what is in it was not reviewed',
    ]);
    expect(told(BASE, access(bundle('etcd.v1', 'quay.io/etcd/bundle:v1'), bundle('etcd.v2', 'quay.io/evil/bundle:v2')))).toEqual([
      'error: Bundle etcd.v2 comes from the image quay.io/evil/bundle:v2, and no other one of the package does; what is in it was not reviewed',
    ]);
  });

  it('tells of another tag behind a name that stays', () => {
    expect(told(BASE, access(bundle('etcd.v1', 'quay.io/etcd/bundle:v1-1')))?.[0]).toMatch(/^warning: Bundle etcd\.v1 /);
  });

  it('says nothing of the next version, of a package that comes, and of one that nothing installs', () => {
    expect(told(BASE, access(bundle('etcd.v2', 'quay.io/etcd/bundle:v2')))).toEqual([]);
    expect(told(access(), BASE)).toEqual([]);
    const mirrored = access(bundle('etcd.v1', 'quay.io/etcd/bundle:v1'), bundle('etcd.v1', 'mirror.example.com/etcd/bundle:v1'));
    expect(told(mirrored, mirrored)).toEqual([]);
    const evil = access(bundle('etcd.v1', 'quay.io/evil/bundle:v1'));
    const subscriptions = [{ packageName: 'other' }] as unknown as Access['state']['cluster']['subscriptions'];
    expect(told(BASE, { ...evil, state: { ...evil.state, cluster: { ...evil.state.cluster, subscriptions } } })).toEqual([]);
    // A catalog alone serves the clusters of other repositories.
    expect(told(BASE, { ...evil, state: { ...evil.state, cluster: { ...evil.state.cluster, subscriptions: [] } } })).toHaveLength(1);
  });
});
