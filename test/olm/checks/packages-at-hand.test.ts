import { describe, expect, it } from 'vitest';
import { packagesMeeting, packagesOwning } from '../../../src/olm/checks/dependencies.js';
import { predicateOf } from '../../../src/olm/dependencies/predicate.js';
import { bundle } from '../../support/bundle-files.js';

const BUNDLES = [
  bundle('zoo/1.0.0', { owns: ['Etcd.v1.example.com'] }),
  bundle('etcd/0.9.4', { owns: ['Etcd.v1.example.com'], ownsApiServices: ['Widget.v1.metrics.example.com'] }),
  bundle('etcd/0.9.5', { owns: ['Etcd.v1.example.com', 'Etcd.v2.example.com'] }),
];

describe('the packages at hand', () => {
  it.each([
    ['own a CRD', { kind: 'CustomResourceDefinition', name: 'etcds.example.com', version: 'v1' }, ['etcd', 'zoo']],
    ['own another version of it', { kind: 'CustomResourceDefinition', name: 'etcds.example.com', version: 'v2' }, ['etcd']],
    ['own an APIService', { kind: 'APIService', name: 'v1.metrics.example.com' }, ['etcd']],
    ['own what nobody owns', { kind: 'CustomResourceDefinition', name: 'other.example.com', version: 'v1' }, []],
    ['own what is no API', { kind: 'Permissions' }, []],
  ] as const)('%s', (_, requirement, expected) => {
    expect(packagesOwning([requirement], BUNDLES)).toEqual(expected);
  });

  it('meet a dependency, each once', () => {
    const dependency = predicateOf({ type: 'olm.package.required', value: { packageName: 'etcd', versionRange: '>=0.9.0' } });
    if (!dependency || 'error' in dependency) throw new Error('not read');
    expect(packagesMeeting(dependency, BUNDLES, { celSteps: 1000 })).toEqual(['etcd']);
  });

  it('are not those of bundles without a package, or with a CSV that cannot be read', () => {
    const [first] = BUNDLES;
    const { packageName: _, ...unknown } = first as (typeof BUNDLES)[number];
    const spec = { customresourcedefinitions: { owned: [{ name: 'etcds.example.com', version: 'v1', kind: 'Etcd' }] } };
    const broken = { ...unknown, packageName: 'x', csv: { ...unknown.csv, spec } };
    expect(packagesOwning([{ kind: 'CustomResourceDefinition', name: 'etcds.example.com', version: 'v1' }], [unknown, broken])).toEqual([]);
  });
});
