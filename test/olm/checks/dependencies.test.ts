import { describe, expect, it } from 'vitest';
import { dependencyFindings } from '../../../src/olm/checks/dependencies.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { Property } from '../../../src/olm/model/catalog.js';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { cluster } from '../../../src/olm/model/cluster-of-parts.js';
import type { Subscription } from '../../../src/olm/model/subscription.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { readCsv } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';

const NEEDED: Property = { type: 'olm.package', value: { packageName: 'storage', version: '>=1.0.0' } };

/** CSVs of bundles by `namespace/package/version`; etcd has the dependency. */
function installed(ids: readonly string[], dependency: Property = NEEDED, bundles: readonly Bundle[] = []): Cluster {
  const clusterServiceVersions = ids.map((id) => {
    const [namespace = '', packageName = '', version = ''] = id.split('/');
    const from = { ...bundle(`${packageName}/${version}`), dependencies: packageName === 'etcd' ? [dependency] : [] };
    return { ...readCsv(`${namespace}/${from.name}`), bundle: from };
  });
  return cluster({ clusterServiceVersions, bundles });
}

function findings(input: Cluster): ReturnType<typeof dependencyFindings> {
  return dependencyFindings(input, resolve(input));
}

describe('a dependency of a bundle', () => {
  it('is met by an operator of the namespace', () => {
    expect(findings(installed(['op/etcd/0.9.4', 'op/storage/1.2.0']))).toEqual([]);
  });

  it('is perhaps met where an operator of the namespace is not known', () => {
    const subscription = { namespace: 'op', name: 'tray' } as Subscription;
    const unknown = {
      why: 'catalog',
      namespace: 'op',
      packageName: 'tray',
      catalog: { namespace: 'olm', name: 'c' },
      subscription,
    } as const;
    const found = (namespace: string) =>
      findings({ ...installed(['op/etcd/0.9.4']), unknownOperators: [{ ...unknown, namespace }] }).map(({ severity, message }) => [
        severity,
        message,
      ]);
    expect(found('op')).toEqual([
      [
        'info',
        'etcd.v0.9.4 depends on the package storage in version >=1.0.0, which nothing available provides; tray, which is not known, perhaps provides it',
      ],
    ]);
    expect(found('team')).toMatchObject([['warning', expect.stringContaining('which no operator in the namespace op provides')]]);
  });

  it('is not met by one of another version', () => {
    expect(findings(installed(['op/etcd/0.9.4', 'op/storage/0.9.0']))).toEqual([
      {
        id: 'dependency-not-met',
        severity: 'warning',
        subject: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v0.9.4' },
        message: 'etcd.v0.9.4 depends on the package storage in version >=1.0.0, which no operator in the namespace op provides',
        fix: 'add a Subscription for such an operator to the namespace op, and its bundle to the input',
        related: [],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  it('is not met by one of another namespace, since OLM looks at each for itself', () => {
    const [finding] = findings(installed(['op/etcd/0.9.4', 'other/storage/1.2.0']));
    expect(finding?.message).toMatch(/; the one in other does not count$/);
    expect(finding?.related).toEqual([{ kind: 'ClusterServiceVersion', namespace: 'other', name: 'storage.v1.2.0' }]);
  });

  it('could be met by a package at hand', () => {
    const bundles = [bundle('storage/0.1.0'), bundle('storage/1.5.0')];
    expect(findings(installed(['op/etcd/0.9.4'], NEEDED, bundles))[0]?.fix).toBe(
      'add a Subscription for the package storage to the namespace op',
    );
  });

  it('of a form that is not known is told of, and not looked for', () => {
    expect(findings(installed(['op/etcd/0.9.4'], { type: 'olm.crd', value: 'x' }))).toMatchObject([
      {
        id: 'dependency-not-evaluated',
        severity: 'info',
        message: 'a dependency of etcd.v0.9.4 with the type olm.crd has an unknown form and was not checked',
      },
    ]);
  });

  it('on a label is met by an operator with the label, which its metadata/properties.yaml states', () => {
    const label = { type: 'olm.label', value: { label: 'stone' } };
    const { clusterServiceVersions, ...rest } = installed(['op/etcd/0.9.4', 'op/storage/1.2.0'], label);
    expect(findings({ clusterServiceVersions, ...rest })).toMatchObject([
      {
        id: 'dependency-not-met',
        message: expect.stringMatching(/^etcd.v0.9.4 depends on an operator with the label stone, which no operator/),
      },
    ]);
    const labelled = clusterServiceVersions.map((csv) => ({ ...csv, bundle: csv.bundle && { ...csv.bundle, properties: [label] } }));
    const own = labelled.filter(({ name }) => name.startsWith('storage'));
    const met = [...clusterServiceVersions.filter(({ name }) => name.startsWith('etcd')), ...own] as typeof clusterServiceVersions;
    expect(findings({ ...rest, clusterServiceVersions: met })).toEqual([]);
  });

  it('that metadata/properties.yaml states counts like one of metadata/dependencies.yaml', () => {
    const { clusterServiceVersions, ...rest } = installed(['op/etcd/0.9.4']);
    const constraint = { type: 'olm.constraint', value: { package: { packageName: 'disks', versionRange: '>=1.0.0' } } };
    const stating = clusterServiceVersions.map((csv) => ({
      ...csv,
      bundle: csv.bundle && { ...csv.bundle, dependencies: [], properties: [constraint] },
    })) as typeof clusterServiceVersions;
    expect(findings({ ...rest, clusterServiceVersions: stating })).toMatchObject([
      { id: 'dependency-not-met', message: expect.stringContaining('depends on the package disks in version >=1.0.0') },
    ]);
  });

  it('that OLM cannot read stops the namespace', () => {
    const none = { type: 'olm.constraint', value: { none: { constraints: [] } } };
    expect(findings(installed(['op/etcd/0.9.4'], none))).toMatchObject([
      {
        id: 'dependency-not-met',
        message:
          'OLM cannot read a dependency of etcd.v0.9.4, and installs nothing in the namespace op: parse olm.constraint: json: unknown field "none"',
      },
    ]);
  });

  it('is no matter of a CSV without a bundle', () => {
    expect(findings(cluster({ clusterServiceVersions: [readCsv('op/etcd.v1')] }))).toEqual([]);
  });
});
