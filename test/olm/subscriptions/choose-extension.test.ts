import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterCatalog, undeclaredClusterCatalog } from '../../../src/olm/catalog/catalog-source.js';
import { readPackages } from '../../../src/olm/catalog/read-packages.js';
import type { Catalog } from '../../../src/olm/model/catalog.js';
import type { ClusterExtension } from '../../../src/olm/model/cluster-extension.js';
import { chooseBundle, extensionWay } from '../../../src/olm/subscriptions/choose-extension.js';

const SOURCE = { file: 'cluster.yaml', document: 0, path: [] };

/** A catalog with versions of etcd. */
function catalog(name: string, versions: readonly string[], more: Partial<Catalog> = {}, deprecated: readonly string[] = []): Catalog {
  const entries = versions.map((version) => ({ name: `etcd.v${version}` }));
  const blobs = [
    { schema: 'olm.package', name: 'etcd', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'etcd', name: 'stable', entries },
    ...versions.map((version) => ({
      schema: 'olm.bundle',
      package: 'etcd',
      name: `etcd.v${version}`,
      properties: [{ type: 'olm.package', value: { packageName: 'etcd', version } }],
    })),
    {
      schema: 'olm.deprecations',
      package: 'etcd',
      entries: deprecated.map((version) => ({ reference: { schema: 'olm.bundle', name: `etcd.v${version}` }, message: 'old' })),
    },
  ].map((value, document) => ({ value, source: { file: `${name}.yaml`, document, path: [] } }));
  return { ...undeclaredClusterCatalog(name), packages: readPackages(blobs).packages, known: true, source: SOURCE, ...more };
}

const etcd = (more: Partial<ClusterExtension> = {}): ClusterExtension => ({
  name: 'etcd',
  namespace: 'etcd',
  packageName: 'etcd',
  channels: [],
  problems: [],
  source: SOURCE,
  ...more,
});

const byName = (name: string): Partial<ClusterExtension> => ({
  selector: { matchLabels: { 'olm.operatorframework.io/metadata.name': name } },
});

/** `catalog/bundle`, or the message of the problem. */
const chosen = (extension: Partial<ClusterExtension>, ...catalogs: readonly Catalog[]): string => {
  const choice = chooseBundle(etcd(extension), { catalogs, folders: [] });
  if (choice === 'unknown') return 'unknown';
  return 'problem' in choice ? choice.problem.message : `${choice.catalog.name}/${choice.name}`;
};

describe('of the ClusterCatalogs that have a package, OLM v1 takes', () => {
  const [old, young] = [catalog('a', ['1.0.0', '1.1.0'], { priority: 5 }), catalog('b', ['2.0.0'])];

  it.each<[string, string, Partial<ClusterExtension>, readonly Catalog[]]>([
    ['the one with the highest priority, though another has a higher version', 'a/etcd.v1.1.0', {}, [old, young]],
    ['the one that the selector names', 'b/etcd.v2.0.0', byName('b'), [old, young]],
    ['the one that has a version in the range', 'b/etcd.v2.0.0', { version: '>=2' }, [old, young]],
    [
      'none that begins with a version that is ruled out',
      'a/etcd.v1.0.0',
      { version: '>= 1.0, != 1.1' },
      [catalog('a', ['1.0.0', '1.1.0', '1.1.3'])],
    ],
    ['one of either part of a range', 'b/etcd.v2.0.0', { version: '!=1.x || 3' }, [old, young]],
    ['the one that is available', 'b/etcd.v2.0.0', {}, [{ ...old, isUnavailable: true }, young]],
    ['the one whose best version is not deprecated', 'b/etcd.v2.0.0', {}, [catalog('a', ['3.0.0'], { priority: 5 }, ['3.0.0']), young]],
    ['the highest version that is not deprecated', 'a/etcd.v1.0.0', {}, [catalog('a', ['1.0.0', '1.1.0'], {}, ['1.1.0'])]],
    [
      'a deprecated version where there is no other',
      'a/etcd.v1.1.0',
      { version: '1.1.0' },
      [catalog('a', ['1.0.0', '1.1.0'], {}, ['1.1.0'])],
    ],
  ])('%s', (_, expected, extension, catalogs) => {
    expect(chosen(extension, ...catalogs)).toBe(expected);
    expect(chosen(extension, ...catalogs.toReversed())).toBe(expected);
  });

  it('none of several with the same priority, and says so in its words', () => {
    expect(chosen({}, catalog('b', ['2.0.0']), catalog('a', ['1.0.0']))).toBe(
      'OLM v1 does not choose between catalogs: found bundles for package "etcd" in multiple catalogs with the same priority [a b]',
    );
  });

  it('none where no version fits, and says so in its words', () => {
    expect(chosen({ version: '9.9.9', channels: ['stable'] }, old)).toBe(
      'OLM v1 finds no version: no bundles found for package "etcd" matching version "9.9.9" in channels [stable]',
    );
  });

  it('none where the selector matches no catalog, or one that is unavailable', () => {
    const message = 'OLM v1 finds no catalog: no bundles found for package "etcd"';
    expect(chosen(byName('c'), old, young)).toBe(message);
    expect(chosen(byName('a'), { ...old, isUnavailable: true }, young)).toBe(message);
  });
});

describe('what OLM v1 takes is not known where', () => {
  it('the selector names a catalog that the platform brings', () => {
    expect(chosen(byName('openshift-community-operators'), catalog('a', ['1.0.0']))).toBe('unknown');
  });

  // The sort by priority at the end of Resolve in operator-controller's resolve/catalog.go: a catalog that nobody read can come first.
  it('a catalog that was not read has at least the priority of the one that was', () => {
    const read = (priority: number, deprecated: readonly string[] = []): Catalog => catalog('a', ['1.0.0'], { priority }, deprecated);
    const unread = (more: Partial<Catalog> = {}): Catalog => ({ ...undeclaredClusterCatalog('u'), known: false, source: SOURCE, ...more });
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 }), (own, other) => {
        const expected = other >= own ? 'unknown' : 'a/etcd.v1.0.0';
        expect(chosen({}, read(own), unread({ priority: other }))).toBe(expected);
        expect(chosen({}, unread({ priority: other, packages: [], known: true, isReduced: true }), read(own))).toBe(expected);
        // What no extension can come from decides nothing, nor does what was read.
        expect(chosen(byName('a'), read(own), unread({ priority: other }))).toBe('a/etcd.v1.0.0');
        expect(chosen({}, read(own), unread({ priority: other, isUnavailable: true }))).toBe('a/etcd.v1.0.0');
        expect(chosen({}, read(own), unread({ priority: other, known: true, isWhole: true }))).toBe('a/etcd.v1.0.0');
        // A deprecated version gives way to any other one, whatever the priority.
        expect(chosen({}, read(own, ['1.0.0']), unread({ priority: other }))).toBe('unknown');
        expect(chosen({ version: '9.9.9' }, read(own), unread({ priority: other }))).toBe('unknown');
      }),
    );
  });

  it('no ClusterCatalog is in the input', () => {
    expect(chosen(byName('c'))).toBe('unknown');
  });

  it('no catalog that was read has the package', () => {
    expect(chosen({ packageName: 'vault' }, catalog('a', ['1.0.0']))).toBe('unknown');
  });
});

it('a ClusterCatalog has the label of its name, whatever it says', () => {
  const labels = { 'olm.operatorframework.io/metadata.name': 'other', tier: 'test' };
  const read = clusterCatalog({ metadata: { name: 'a', labels }, spec: { availabilityMode: 'Unavailable', priority: 3 } }, SOURCE);
  expect(read).toMatchObject({
    labels: { 'olm.operatorframework.io/metadata.name': 'a', tier: 'test' },
    isUnavailable: true,
    priority: 3,
    namespace: '',
    known: false,
  });
});

// operator-controller: internal/operator-controller/resolve/catalog.go and catalogmetadata/filter/successors.go.
describe('where a bundle is installed, OLM v1 moves', () => {
  const edges = [
    { name: 'etcd.v1.0.0' },
    { name: 'etcd.v1.0.2', replaces: 'etcd.v1.0.0' },
    { name: 'etcd.v2.0.0', skipRange: '>=1.0.2 <2.0.0' },
    { name: 'etcd.v3.0.0', skips: ['etcd.v9.0.0'] },
  ];
  const withEdges = (name: string, more: readonly object[] = []): Catalog => {
    const blobs = [
      { schema: 'olm.package', name: 'etcd' },
      { schema: 'olm.channel', package: 'etcd', name: 'stable', entries: edges },
      ...['1.0.0', '1.0.2', '2.0.0', '3.0.0'].map((version) => ({
        schema: 'olm.bundle',
        package: 'etcd',
        name: `etcd.v${version}`,
        properties: [{ type: 'olm.package', value: { packageName: 'etcd', version } }],
      })),
      ...more,
    ].map((value, document) => ({ value, source: { file: `${name}.yaml`, document, path: [] } }));
    return { ...undeclaredClusterCatalog(name), packages: readPackages(blobs).packages, known: true, isWhole: true, source: SOURCE };
  };
  const installed = { name: 'etcd.v1.0.0', version: '1.0.0' };

  it('only along edges', () => {
    expect(chosen({ installed }, withEdges('a'))).toBe('a/etcd.v1.0.2');
    expect(chosen({ installed: { name: 'other', version: '1.0.2' } }, withEdges('a'))).toBe('a/etcd.v2.0.0');
    expect(chosen({ installed, version: '1.0.0' }, withEdges('a'))).toBe('a/etcd.v1.0.0');
  });

  it('to any version where upgradeConstraintPolicy is SelfCertified', () => {
    expect(chosen({ installed, isSelfCertified: true }, withEdges('a'))).toBe('a/etcd.v3.0.0');
  });

  it('nowhere without an edge, and says so in its words', () => {
    expect(chosen({ installed, version: '3.0.0' }, withEdges('a'))).toBe(
      'OLM v1 finds no version: error upgrading from currently installed version "1.0.0": no bundles found for package "etcd" matching version "3.0.0"',
    );
  });

  it('only along the edges of the requested channels', () => {
    expect(chosen({ installed, channels: ['fast'] }, withEdges('a'))).toContain('error upgrading from currently installed version "1.0.0"');
  });

  it('again after each installation', () => {
    const way = extensionWay(etcd({ installed }), { catalogs: [withEdges('a')], folders: [] });
    expect([way.via, way.end?.name]).toEqual([['etcd.v1.0.2'], 'etcd.v2.0.0']);
  });

  it('to no bundle with dependencies (resolve.NoDependencyValidation)', () => {
    const needing = ['olm.package.required', 'olm.gvk.required', 'olm.constraint'].map((type) => {
      const properties = [
        { type: 'olm.package', value: { packageName: 'etcd', version: '4.0.0' } },
        { type, value: {} },
      ];
      return chosen({}, withEdges('a', [{ schema: 'olm.bundle', package: 'etcd', name: 'etcd.v4.0.0', properties }]));
    });
    expect(needing).toEqual(
      ['olm.package.required', 'olm.gvk.required', 'olm.constraint'].map(
        (type) =>
          `validating bundle "etcd.v4.0.0": bundle "etcd.v4.0.0" has a dependency declared via property "${type}" which is currently not supported`,
      ),
    );
  });

  it('to the highest release of a version (model.VersionRelease)', () => {
    const released = (release: string) => {
      const version = `5.0.0+${release}`;
      const properties = [{ type: 'olm.package', value: { packageName: 'etcd', version } }];
      return { schema: 'olm.bundle', package: 'etcd', name: `etcd.v5-${release}`, properties };
    };
    expect(chosen({}, withEdges('a', ['2', '10', '9'].map(released)))).toBe('a/etcd.v5-10');
  });

  it('nowhere with a range or a selector that is none', () => {
    expect(chosen({ version: 'foobar' }, withEdges('a'))).toContain(
      'desired version range "foobar" is invalid: improper constraint: "foobar"',
    );
    expect(chosen({ selector: { matchLabels: { '': 'x' } } }, withEdges('a'))).toContain('desired catalog selector is invalid');
  });

  it('nowhere if no catalog of a known cluster has the package', () => {
    const offers = { catalogs: [withEdges('a')], folders: [] };
    expect(chooseBundle(etcd({ packageName: 'vault' }), offers)).toMatchObject({
      problem: { message: 'OLM v1 finds no version: no bundles found for package "vault"', isAlone: true },
    });
    expect(chooseBundle(etcd({ packageName: 'vault' }), { ...offers, isOpen: true })).toBe('unknown');
  });
});
