import { describe, expect, it } from 'vitest';
import { dependencyFindings } from '../../../src/findings/input/dependencies.js';
import type { Bundle, BundleDependency } from '../../../src/model/bundle.js';
import { type Cluster, cluster } from '../../../src/model/cluster.js';
import { readCsv } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';

const NEEDED: BundleDependency = { type: 'olm.package', value: { packageName: 'storage', version: '>=1.0.0' } };

/** CSVs of bundles by `namespace/package/version`; etcd has the dependency. */
function installed(ids: readonly string[], dependency: BundleDependency = NEEDED, bundles: readonly Bundle[] = []): Cluster {
  const clusterServiceVersions = ids.map((id) => {
    const [namespace = '', packageName = '', version = ''] = id.split('/');
    const from = { ...bundle(`${packageName}/${version}`), dependencies: packageName === 'etcd' ? [dependency] : [] };
    return { ...readCsv(`${namespace}/${from.name}`), bundle: from };
  });
  return cluster({ clusterServiceVersions, bundles });
}

describe('a dependency of a bundle', () => {
  it('is met by an operator of the namespace', () => {
    expect(dependencyFindings(installed(['op/etcd/0.9.4', 'op/storage/1.2.0']))).toEqual([]);
  });

  it('is not met by one of another version', () => {
    expect(dependencyFindings(installed(['op/etcd/0.9.4', 'op/storage/0.9.0']))).toEqual([
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
    const [finding] = dependencyFindings(installed(['op/etcd/0.9.4', 'other/storage/1.2.0']));
    expect(finding?.message).toMatch(/; the one in other does not count$/);
    expect(finding?.related).toEqual([{ kind: 'ClusterServiceVersion', namespace: 'other', name: 'storage.v1.2.0' }]);
  });

  it('could be met by a package at hand', () => {
    const bundles = [bundle('storage/0.1.0'), bundle('storage/1.5.0')];
    expect(dependencyFindings(installed(['op/etcd/0.9.4'], NEEDED, bundles))[0]?.fix).toBe(
      'add a Subscription for the package storage to the namespace op',
    );
  });

  it('of a form that is not known is told of, and not looked for', () => {
    expect(dependencyFindings(installed(['op/etcd/0.9.4'], { type: 'olm.label', value: 'x' }))).toMatchObject([
      { id: 'dependency-not-evaluated', severity: 'info', message: expect.stringContaining('olm.label') },
    ]);
  });

  it('is no matter of a CSV without a bundle', () => {
    expect(dependencyFindings(cluster({ clusterServiceVersions: [readCsv('op/etcd.v1')] }))).toEqual([]);
  });
});
