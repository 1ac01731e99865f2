import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatProvidedApis,
  malformedCrdName,
  parseProvidedApis,
  providedApiKeys,
  providedApis,
} from '../../../src/olm/rules/provided-apis.js';
import { readCsv } from '../../support/build.js';
import { table } from '../../support/golden.js';

describe('provided APIs of a CSV', () => {
  it('are its owned CRDs and owned APIServices', () => {
    const csv = readCsv('op/operator', {
      owns: ['EtcdCluster.v1beta2.etcd.database.example.com'],
      ownsApiServices: ['PackageManifest.v1.packages.example.com'],
      requires: ['Prometheus.v1.monitoring.example.com'],
      requiresApiServices: ['NodeMetrics.v1.metrics.example.com'],
    });
    expect(providedApis(csv)).toEqual([
      {
        group: 'etcd.database.example.com',
        version: 'v1beta2',
        kind: 'EtcdCluster',
        plural: 'etcdclusters',
        crdName: 'etcdclusters.etcd.database.example.com',
      },
      { group: 'packages.example.com', version: 'v1', kind: 'PackageManifest', plural: 'packagemanifests' },
    ]);
    expect(providedApiKeys(csv)).toEqual(
      new Set(['EtcdCluster.v1beta2.etcd.database.example.com', 'PackageManifest.v1.packages.example.com']),
    );
  });

  it('are two for one CRD in two versions', () => {
    const csv = readCsv('op/operator', { owns: ['Foo.v1.example.com', 'Foo.v2.example.com'] });
    expect([...providedApiKeys(csv)]).toEqual(['Foo.v1.example.com', 'Foo.v2.example.com']);
  });

  it('are one for an API that is listed twice', () => {
    const csv = readCsv('op/operator', { owns: ['Foo.v1.example.com', 'Foo.v1.example.com'], ownsApiServices: ['Foo.v1.example.com'] });
    expect(providedApis(csv)).toEqual([{ group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos', crdName: 'foos.example.com' }]);
  });

  it('are none for a CSV that owns nothing', () => {
    expect(providedApis(readCsv('op/operator'))).toEqual([]);
  });
});

describe('a malformed CRD name', () => {
  const entry = (name: string) => ({ name, version: 'v1', kind: 'Foo' });

  it('is one without a dot, owned or required', () => {
    expect(malformedCrdName({ ownedCRDs: [entry('foos.example.com'), entry('foos')], requiredCRDs: [] })).toBe('foos');
    expect(malformedCrdName({ ownedCRDs: [], requiredCRDs: [entry('bars')] })).toBe('bars');
    expect(malformedCrdName({ ownedCRDs: [entry('foos.example.com')], requiredCRDs: [entry('bars.example.com')] })).toBeUndefined();
  });
});

interface NewOperatorGroup {
  readonly name: string;
  readonly in: { readonly providedAPIsAnnotation: string };
  readonly want: { readonly providedAPIs: readonly string[] };
}

describe('the annotation olm.providedAPIs', () => {
  it.each(table<NewOperatorGroup[]>('groups-new-operator-group'))('is read: $name', ({ in: { providedAPIsAnnotation }, want }) => {
    expect(parseProvidedApis(providedAPIsAnnotation)).toEqual(new Set(want.providedAPIs));
  });

  it.each<[string, string | undefined, string[]]>([
    ['spaces anywhere', ' Foo.v1.example.com , Bar.v1. example.com', ['Foo.v1.example.com', 'Bar.v1.example.com']],
    ['entries that are no Kind.version.group', 'garbage,Foo.v1,,Foo.v1.example.com,.', ['Foo.v1.example.com']],
    ['repeated entries', 'Foo.v1.example.com,Foo.v1.example.com', ['Foo.v1.example.com']],
    ['no annotation', undefined, []],
    ['an empty one', '', []],
  ])('is read with %s', (_, text, expected) => {
    expect([...parseProvidedApis(text)]).toEqual(expected);
  });

  it('is written sorted by bytes and joined by commas', () => {
    expect(formatProvidedApis(new Set(['b.v1.example.com', 'a.v1.example.com', 'B.v1.example.com']))).toBe(
      'B.v1.example.com,a.v1.example.com,b.v1.example.com',
    );
    expect(formatProvidedApis(new Set())).toBe('');
  });

  it('reads back what it wrote', () => {
    const part = fc.stringMatching(/^[A-Za-z][a-z0-9]{0,4}$/);
    const api = fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.array(api), (apis) => {
        expect(parseProvidedApis(formatProvidedApis(new Set(apis)))).toEqual(new Set(apis));
      }),
    );
  });
});
