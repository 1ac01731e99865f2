import { describe, expect, it } from 'vitest';
import { readDependency } from '../../../src/rules/dependencies/dependency.js';
import { bundleProvider, type Provider } from '../../../src/rules/dependencies/provider.js';
import { bundle } from '../../support/bundle-files.js';

const ETCD = bundleProvider(bundle('etcd/0.9.4', { owns: ['Etcd.v1.example.com'] })) as Provider;
const OTHER = bundleProvider(bundle('other/2.0.0', { owns: ['Other.v1.example.com'] })) as Provider;

const GVK = { group: 'example.com', version: 'v1', kind: 'Etcd' };
const PACKAGE = { packageName: 'etcd', versionRange: '>=0.9.0' };

const metBy = (type: string, value: unknown) =>
  [ETCD, OTHER].filter((provider) => readDependency({ type, value })?.isMetBy(provider)).map(({ packageName }) => packageName);

describe('a dependency', () => {
  it.each<[string, string, unknown, string[]]>([
    ['on an API', 'olm.gvk', GVK, ['etcd']],
    ['on another version of it', 'olm.gvk', { ...GVK, version: 'v2' }, []],
    ['on a package', 'olm.package', { packageName: 'etcd', version: '>=0.9.0 <1.0.0' }, ['etcd']],
    ['on another version of it', 'olm.package', { packageName: 'etcd', version: '>1.0.0' }, []],
    ['on an API as a constraint', 'olm.constraint', { gvk: GVK }, ['etcd']],
    ['on a package as a constraint', 'olm.constraint', { package: PACKAGE }, ['etcd']],
    ['on a rule', 'olm.constraint', { cel: { rule: 'properties.exists(p, p.type == "olm.package")' } }, ['etcd', 'other']],
    ['on all of several', 'olm.constraint', { all: { constraints: [{ gvk: GVK }, { package: PACKAGE }] } }, ['etcd']],
    [
      'on all of what two operators bring',
      'olm.constraint',
      { all: { constraints: [{ gvk: GVK }, { gvk: { ...GVK, kind: 'Other' } }] } },
      [],
    ],
    [
      'on any of several',
      'olm.constraint',
      { any: { constraints: [{ gvk: { ...GVK, kind: 'Other' } }, { package: PACKAGE }] } },
      ['etcd', 'other'],
    ],
    ['on none of several', 'olm.constraint', { not: { constraints: [{ gvk: GVK }] } }, ['other']],
    ['on none of several, by the former name', 'olm.constraint', { none: { constraints: [{ gvk: GVK }] } }, ['other']],
    [
      'on parts within parts',
      'olm.constraint',
      {
        all: {
          constraints: [
            { any: { constraints: [{ gvk: GVK }, { gvk: { ...GVK, kind: 'Other' } }] } },
            { not: { constraints: [{ package: PACKAGE }] } },
          ],
        },
      },
      ['other'],
    ],
  ])('%s is met by what brings it', (_, type, value, expected) => {
    expect(metBy(type, value)).toEqual(expected);
  });

  it.each<[string, string, unknown]>([
    ['of an unknown type', 'olm.crd', GVK],
    ['on an API without a kind', 'olm.gvk', { group: 'example.com', version: 'v1' }],
    ['on a package in no range', 'olm.package', { packageName: 'etcd', version: '^1.0.0' }],
    ['without a value', 'olm.package', null],
    ['on nothing', 'olm.constraint', {}],
    ['with a field that is not known', 'olm.constraint', { gvk: GVK, namespace: 'a' }],
    ['with a part that cannot be read', 'olm.constraint', { any: { constraints: [{ gvk: GVK }, {}] } }],
    ['on a rule that cannot be read', 'olm.constraint', { cel: { rule: 'properties.' } }],
  ])('is not read: %s', (_, type, value) => {
    expect(readDependency({ type, value })).toBeUndefined();
  });

  it('says what it is on, and what its author says of that', () => {
    const describe = (type: string, value: unknown) => readDependency({ type, value })?.description;
    expect(describe('olm.gvk', GVK)).toBe('the API Etcd.v1.example.com');
    expect(describe('olm.package', { packageName: 'etcd', version: '>=0.9.0' })).toBe('the package etcd in version >=0.9.0');
    expect(
      describe('olm.constraint', { failureMessage: 'needs storage', any: { constraints: [{ gvk: GVK }, { package: PACKAGE }] } }),
    ).toBe('an operator that is any of the API Etcd.v1.example.com, the package etcd in version >=0.9.0 (needs storage)');
  });
});
