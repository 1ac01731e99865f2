import { describe, expect, it } from 'vitest';
import { group, namespace, subscription } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { READ_PODS } from '../support/permissions.js';

const CLUSTER = { 'cluster.yaml': manifests(namespace('op'), group('op/group'), subscription('op/etcd')) };
const NEEDS = 'dependencies:\n- type: olm.package\n  value:\n    packageName: storage\n    version: ">=1.0.0"\n';
const STORAGE = bundleFiles('storage/1.0.0', {
  spec: {
    install: { strategy: 'deployment', spec: { deployments: [], permissions: [{ serviceAccountName: 'storage', rules: [READ_PODS] }] } },
  },
});

const base = (): string => folderOf({ ...CLUSTER, ...STORAGE, ...bundleFiles('etcd/1.0.0') });
const head = (): string =>
  folderOf({
    ...CLUSTER,
    ...STORAGE,
    ...bundleFiles('etcd/1.0.0'),
    ...bundleFiles('etcd/1.1.0', { replaces: 'etcd.v1.0.0' }),
    'etcd/1.1.0/metadata/dependencies.yaml': NEEDS,
  });

describe('an operator that is installed as a dependency', () => {
  it('is judged and told of by check', () => {
    const { out } = cli(['check', head()]);
    expect(out).toMatch(/^op +storage\.v1\.0\.0 +group .*Succeeded/m);
    expect(out).toContain('info[dependency-comes-along] ClusterServiceVersion op/storage.v1.0.0');
  });

  it('is rendered', () => {
    expect(cli(['render', head()]).out).toContain('name: storage.v1.0.0');
  });

  it('shows in the review of the change that brings it, with its permissions', () => {
    const { out } = cli(['review', base(), head(), '--profile', 'documented', '--all']);
    expect(out).toContain('no Subscription asks for it: it is installed as a dependency of etcd.v1.1.0');
    expect(out).toContain('ServiceAccount op/storage can get, list and watch namespaces and pods in all namespaces');
  });

  it.each(['check', 'render'])('is left out of %s by those who add it by hand', (command) => {
    expect(cli([command, head(), '--no-dependencies']).out).not.toMatch(/storage\.v1\.0\.0 /);
  });

  it('is left out of a review too', () => {
    expect(cli(['review', base(), head(), '--no-dependencies']).out).not.toContain('installed as a dependency');
  });
});
