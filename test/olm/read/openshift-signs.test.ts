import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import type { Cluster } from '../../../src/olm/model/cluster.js';
import { type ClusterInputs, readCluster } from '../../../src/olm/read/read-cluster.js';
import { namespace, subscription } from '../../support/build.js';
import { manifests } from '../../support/command-line.js';

function read(objects: readonly KubernetesObject[], inputs: ClusterInputs = {}): Cluster {
  return readCluster(parseDocuments({ file: 'cluster.yaml', text: manifests(...objects) }).documents, inputs).cluster;
}

const PROXY: KubernetesObject = { apiVersion: 'config.openshift.io/v1', kind: 'Proxy', metadata: { name: 'cluster' } };

describe('OpenShift is assumed', () => {
  it.each<[string, readonly KubernetesObject[], string | undefined]>([
    [
      'where Subscriptions name its catalogs',
      [namespace('op'), subscription('op/etcd', { sourceNamespace: 'openshift-marketplace' })],
      'Subscriptions name catalogs of the namespace openshift-marketplace',
    ],
    ['where it has a namespace of its own', [namespace('openshift-logging')], 'the input has the namespace openshift-logging'],
    ['where its settings are in the input', [PROXY], 'the input has objects of config.openshift.io'],
    [
      'where a binding names a role of its own',
      [
        {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRoleBinding',
          metadata: { name: 'a' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:openshift:scc:anyuid' },
          subjects: [],
        },
      ],
      'bindings name the ClusterRole system:openshift:scc:anyuid',
    ],
    ['nowhere else', [namespace('op'), subscription('op/etcd')], undefined],
  ])('%s', (_, objects, because) => {
    expect(read(objects).openShiftBecause).toBe(because);
    expect(read(objects).platform).toBe(because && 'openshift');
  });

  it('with the groups that come with it', () => {
    const { operatorGroups, namespaces } = read([subscription('openshift-operators/etcd')]);
    expect(operatorGroups.map(({ name }) => name)).toEqual(['global-operators']);
    expect(namespaces.map(({ name }) => name)).toEqual(['openshift-operators']);
  });

  it('not where the platform is named', () => {
    expect(read([namespace('openshift-logging')], { platform: 'olm' })).toMatchObject({ platform: 'olm' });
    expect(read([namespace('openshift-logging')], { platform: 'olm' })).not.toHaveProperty('openShiftBecause');
  });
});
