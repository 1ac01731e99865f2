import { describe, expect, it } from 'vitest';
import { CEL_STEPS } from '../../../src/olm/dependencies/cel-cost.js';
import { bundleProvider } from '../../../src/olm/dependencies/facts.js';
import { predicateOf } from '../../../src/olm/dependencies/predicate.js';
import { bundle } from '../../support/bundle-files.js';

const ETCD = bundleProvider(bundle('etcd/0.9.4', { owns: ['Etcd.v1.example.com'] }));
const OTHER = bundleProvider({
  ...bundle('other/2.0.0', { owns: ['Other.v1.example.com'] }),
  properties: [{ type: 'olm.label', value: { label: 'stone' } }],
});

const GVK = { group: 'example.com', version: 'v1', kind: 'Etcd' };
const PACKAGE = { packageName: 'etcd', versionRange: '>=0.9.0' };

/** What a property requires; or why that cannot be read. */
const read = (type: string, value: unknown) => predicateOf({ type, value });

const metBy = (type: string, value: unknown) => {
  const predicate = read(type, value);
  if (!predicate || 'error' in predicate) return predicate?.error;
  return [ETCD, OTHER].filter((provider) => predicate.test(provider, { celSteps: CEL_STEPS })).map(({ packageName }) => packageName);
};

describe('a dependency', () => {
  it.each<[string, string, unknown, string[]]>([
    ['on an API', 'olm.gvk.required', GVK, ['etcd']],
    ['on another version of it', 'olm.gvk.required', { ...GVK, version: 'v2' }, []],
    ['on a package', 'olm.package.required', { packageName: 'etcd', versionRange: '>=0.9.0 <1.0.0' }, ['etcd']],
    ['on another version of it', 'olm.package.required', { packageName: 'etcd', versionRange: '>1.0.0' }, []],
    ['on a label', 'olm.label.required', { label: 'stone' }, ['other']],
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

  it.each<[string, string, unknown, string | RegExp]>([
    ['a package in no range', 'olm.package.required', { packageName: 'etcd', versionRange: '^1.0.0' }, /Could not parse Range "\^1.0.0"/],
    ['no value', 'olm.package.required', null, 'json: cannot unmarshal null into Go value of type struct'],
    ['nothing', 'olm.constraint', {}, 'convert olm.constraint to resolver predicate: constraint is empty'],
    [
      'a field that OLM does not have',
      'olm.constraint',
      { gvk: GVK, namespace: 'a' },
      'parse olm.constraint: json: unknown field "namespace"',
    ],
    [
      'the former name of not',
      'olm.constraint',
      { none: { constraints: [{ gvk: GVK }] } },
      'parse olm.constraint: json: unknown field "none"',
    ],
    ['a part that is empty', 'olm.constraint', { any: { constraints: [{ gvk: GVK }, {}] } }, /constraint is empty/],
    ['a rule that is none', 'olm.constraint', { cel: { rule: 'properties.' } }, /"properties." is no rule that gives true or false/],
  ])('stops OLM where it is on %s', (_, type, value, error) => {
    expect(read(type, value)).toMatchObject({ error: expect.stringMatching(error), reason: 'ErrorPreventedResolution' });
  });

  it.each(['olm.crd', 'olm.package', 'olm.gvk', 'olm.label', 'olm.maxOpenShiftVersion'])('is not stated by the type %s', (type) => {
    expect(read(type, GVK)).toBeUndefined();
  });

  it('says what it is on, and what its author says of that', () => {
    const description = (type: string, value: unknown) => {
      const predicate = read(type, value);
      return predicate && 'description' in predicate ? predicate.description : undefined;
    };
    expect(description('olm.gvk.required', GVK)).toBe('the API Etcd.v1.example.com');
    expect(description('olm.package.required', { packageName: 'etcd', versionRange: '>=0.9.0' })).toBe(
      'the package etcd in version >=0.9.0',
    );
    expect(description('olm.label.required', { label: 'stone' })).toBe('an operator with the label stone');
    expect(
      description('olm.constraint', { failureMessage: 'needs storage', any: { constraints: [{ gvk: GVK }, { package: PACKAGE }] } }),
    ).toBe('an operator that is any of the API Etcd.v1.example.com, the package etcd in version >=0.9.0 (needs storage)');
  });
});
