import { describe, expect, it } from 'vitest';
import { readPackages } from '../../../src/olm/catalog/read-packages.js';
import { unsubscribed } from '../../../src/repository/bundles/unsubscribed.js';
import { bundle, catalogBlobs } from '../../support/bundle-files.js';
import { lines } from '../../support/lines.js';

const catalogs = (blobs: readonly unknown[]) => {
  const documents = blobs.map((value, document) => ({ value, source: { file: 'index.json', document, path: [] } }));
  return [{ namespace: '', name: '', known: true, packages: readPackages(documents).packages }];
};

describe('operators without a Subscription', () => {
  it('are a problem that shows how to write one', () => {
    const bundles = [
      bundle('etcd/0.9.2', { channels: '4.1', defaultChannel: '4.1' }),
      bundle('etcd/0.9.4', { channels: '4.1', defaultChannel: '4.1', replaces: 'etcd.v0.9.2' }),
    ];
    expect(unsubscribed('repository', { bundles, catalogs: [] })).toEqual({
      code: 'NO_MANIFESTS',
      message: 'no Subscription installs an operator in a namespace',
      file: 'repository',
      found: 'the package etcd, but neither a Subscription nor a ClusterServiceVersion',
      expected: 'a Subscription for each operator, with a Namespace and an OperatorGroup',
      fix: lines(
        'add a Subscription, for example',
        'apiVersion: operators.coreos.com/v1alpha1',
        'kind: Subscription',
        'metadata:',
        '  name: etcd',
        '  namespace: etcd',
        'spec:',
        '  name: etcd',
        '  channel: "4.1"',
        '  startingCSV: etcd.v0.9.4',
        '  source: catalog',
        '  sourceNamespace: olm',
      ).trimEnd(),
    });
  });

  it('are said to need none where they are one bundle, and the command line says where it is installed', () => {
    expect(unsubscribed('etcd', { bundles: [bundle('etcd/0.9.2')], catalogs: [] }).fix).toMatch(
      /^name with --install-namespace where this bundle is installed, or add a Subscription, for example\n/,
    );
  });

  it('may stand in catalogs', () => {
    const blobs = ['etcd', 'vault'].flatMap((name) => catalogBlobs(name, { stable: [{ name: `${name}.v1.0.0` }] }));
    const { found, fix } = unsubscribed('repository', { bundles: [], catalogs: catalogs(blobs) });
    expect(found).toBe('2 packages, but neither a Subscription nor a ClusterServiceVersion');
    expect(fix).toContain('startingCSV: etcd.v1.0.0');
  });

  it('may not even say their package', () => {
    const { packageName: _, ...unnamed } = bundle('etcd/0.9.4');
    const { found, fix } = unsubscribed('repository', { bundles: [unnamed], catalogs: [] });
    expect({ found, fix }).toEqual({
      found: '0 packages, but neither a Subscription nor a ClusterServiceVersion',
      fix: 'name with --install-namespace where this bundle is installed, or add a metadata/annotations.yaml to the bundle, and a Subscription',
    });
  });
});
