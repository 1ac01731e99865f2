import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/base/manifest/parse.js';
import { undeclaredClusterCatalog } from '../../../src/olm/catalog/catalog-source.js';
import { readPackages } from '../../../src/olm/catalog/read-packages.js';
import { cluster } from '../../../src/olm/model/cluster-of-parts.js';
import { clusterExtension } from '../../../src/olm/model/extension-of-manifest.js';
import { withReleases } from '../../../src/olm/read/release-gate.js';
import { chooseBundle } from '../../../src/olm/subscriptions/choose-extension.js';
import { extensionOffers } from '../../../src/olm/subscriptions/install-operators.js';

const SOURCE = { file: 'cluster.yaml', document: 0, path: [] };

interface Published {
  readonly version: string;
  readonly release?: string;
}

const nameOf = ({ version, release }: Published): string => `foo.v${version}${release === undefined ? '' : `-r${release}`}`;

function catalogOf(bundles: readonly Published[]) {
  const blobs = [
    { schema: 'olm.package', name: 'foo', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'foo', name: 'stable', entries: bundles.map((one) => ({ name: nameOf(one) })) },
    ...bundles.map((one) => ({
      schema: 'olm.bundle',
      package: 'foo',
      name: nameOf(one),
      properties: [{ type: 'olm.package', value: { packageName: 'foo', ...one } }],
    })),
  ].map((value) => ({ value, source: SOURCE }));
  return {
    ...undeclaredClusterCatalog('cat'),
    packages: readPackages(blobs).packages,
    known: true,
    isWhole: true as const,
    source: SOURCE,
  };
}

const extensionOf = (installed?: Published) =>
  clusterExtension(
    {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtension',
      metadata: { name: 'foo', ...(installed ? { uid: '1' } : {}) },
      spec: { namespace: 'foo', source: { catalog: { packageName: 'foo' } } },
      ...(installed ? { status: { install: { bundle: { name: nameOf(installed), ...installed } } } } : {}),
    } as never,
    SOURCE,
  );

const controller = (args: readonly string[]): ParsedDocument =>
  ({
    value: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'operator-controller-controller-manager' },
      spec: { template: { spec: { containers: [{ name: 'manager', args }] } } },
    },
    source: SOURCE,
  }) as unknown as ParsedDocument;

function chosen(bundles: readonly Published[], args: readonly string[], installed?: Published): string {
  const given = cluster({ catalogs: [catalogOf(bundles)], clusterExtensions: [extensionOf(installed)] });
  const read = withReleases(given, args.length === 0 ? [] : [controller(args)]);
  const choice = chooseBundle(read.clusterExtensions[0] as never, extensionOffers(read));
  return choice === 'unknown' ? 'unknown' : 'problem' in choice ? choice.problem.message : choice.name;
}

const ON = ['--feature-gates=BoxcutterRuntime=true', '--feature-gates=BundleReleaseSupport=true'];

// operator-controller: bundleutil.GetVersionAndRelease, compare.ByVersionAndRelease, filter.ExactVersionRelease.
describe('the release of a bundle counts only with the feature gate BundleReleaseSupport', () => {
  const both = [{ version: '1.0.0', release: '2' }, { version: '1.0.0', release: '10' }, { version: '1.0.0' }];

  it.each<[string, string, readonly string[], readonly Published[], Published?]>([
    ['off by default: the first of equal versions', 'foo.v1.0.0-r2', [], both],
    ['on: the highest release', 'foo.v1.0.0-r10', ON, both],
    ['on, in one argument', 'foo.v1.0.0-r10', ['--feature-gates=DeploymentConfig=true,BundleReleaseSupport=True'], both],
    ['switched off', 'foo.v1.0.0-r2', ['--feature-gates=BundleReleaseSupport=false'], both],
    ['on: the build metadata of the version is none', 'foo.v1.0.0+9-r1', ON, [{ version: '1.0.0+9', release: '1' }, { version: '1.0.0' }]],
    ['off: it is', 'foo.v1.0.0+9', [], [{ version: '1.0.0+9' }, { version: '1.0.0+3', release: '20' }]],
    [
      'on: an empty release is less than any',
      'foo.v1.0.0-r0',
      ON,
      [
        { version: '1.0.0+9', release: '' },
        { version: '1.0.0', release: '0' },
      ],
    ],
    [
      'on: a version counts first',
      'foo.v1.0.1-r1',
      ON,
      [
        { version: '1.0.1', release: '1' },
        { version: '1.0.0', release: '9' },
      ],
    ],
    ['on: a bundle with an invalid release is left out', 'foo.v1.0.0', ON, [{ version: '1.0.0' }, { version: '2.0.0', release: '01' }]],
    ['the release of the installed bundle stays without an edge', 'foo.v1.0.0-r2', [], both, { version: '1.0.0', release: '2' }],
    ['an installed bundle of an earlier form', 'foo.v1.0.0', ON, both, { version: '1.0.0' }],
  ])('%s', (_, expected, args, bundles, installed) => {
    expect(chosen(bundles, args, installed)).toBe(expected);
  });

  it('the highest of any releases, in any order', () => {
    const releases = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(releases, (numbers) => {
        const bundles = numbers.map((release) => ({ version: '1.0.0', release: String(release) }));
        expect(chosen(bundles, ON)).toBe(`foo.v1.0.0-r${Math.max(...numbers)}`);
      }),
    );
  });
});
