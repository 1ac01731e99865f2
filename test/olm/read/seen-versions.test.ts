import { describe, expect, it } from 'vitest';
import { readCluster } from '../../../src/olm/read/read-cluster.js';
import { seenVersions } from '../../../src/olm/read/surroundings.js';
import { csv, group, namespace } from '../../support/build.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const clusterVersion = (fields: object): object => ({
  apiVersion: 'config.openshift.io/v1',
  kind: 'ClusterVersion',
  metadata: { name: 'version' },
  ...fields,
});
const packageServer = (namespace: string, version: string, metadata: object = { uid: '1' }): object => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'packageserver', namespace, ...metadata },
  spec: { version },
  status: { phase: 'Succeeded' },
});
const groupRole = (name: string, label: string, metadata: object = { uid: '1' }): object => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name, labels: { 'olm.owner': 'team', 'olm.owner.kind': 'OperatorGroup', 'olm.owner.namespace': 'a' }, ...metadata },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [`olm.opgroup.permissions/${label}`]: 'true' } }] },
});
const HASHED = 'aggregate-to-98c50d7ca0db27b2-admin';

describe('a snapshot', () => {
  it.each([
    [
      'a completed version of OpenShift',
      clusterVersion({
        status: {
          history: [
            { state: 'Partial', version: '4.19.1' },
            { state: 'Completed', version: '4.18.9' },
          ],
        },
      }),
      { openshift: '4.18' },
    ],
    [
      'the version that OpenShift has from the start',
      clusterVersion({ status: { desired: { version: '4.14.3' } } }),
      { openshift: '4.14' },
    ],
    ['the version that a manifest wants', clusterVersion({ spec: { desiredUpdate: { version: '4.16.0' } } }), { openshift: '4.16' }],
    ['a version of OpenShift that nobody knows', clusterVersion({ spec: { desiredUpdate: { version: '9.9.9' } } }), {}],
    ["the version of OLM's packageserver", packageServer('olm', '0.25.0'), { olmVersion: '0.25.0' }],
    ['not that of a manifest', packageServer('olm', '0.25.0', {}), {}],
    ['not that of OpenShift, which numbers it otherwise', packageServer('openshift-operator-lifecycle-manager', '0.19.0'), {}],
    ['ClusterRoles of groups without a hash', groupRole('team-admin', HASHED), { olmVersion: 'v0.25' }],
    ['not those of the profile documented', groupRole('team-admin', 'aggregate-to-admin'), {}],
    ['not those that are not stored', groupRole('team-admin', HASHED, {}), {}],
    ['not those with a hash', groupRole('olm.og.team.admin-1', HASHED), {}],
  ])('says which versions it is of: %s', (_, object, expected) => {
    expect(seenVersions(object)).toEqual(expected);
  });

  const versionsOf = (object: object, inputs: Parameters<typeof readCluster>[1] = {}): object =>
    readCluster([{ value: object, source: { file: 'a', document: 0, path: [] } }], inputs).cluster.versions;

  it('says it to the cluster, and whoever reads it counts more', () => {
    const seen = clusterVersion({ status: { desired: { version: '4.14.3' } } });
    expect(versionsOf(seen)).toEqual({ openshift: '4.14', kubeVersion: '1.27' });
    expect(versionsOf(seen, { platform: 'openshift' })).toEqual({ openshift: '4.14', kubeVersion: '1.27' });
    expect(versionsOf(seen, { platform: 'openshift@4.16', kubeVersion: '1.30' })).toEqual({ openshift: '4.16', kubeVersion: '1.30' });
    expect(versionsOf(seen, { platform: 'olm' })).toEqual({});
    expect(versionsOf(packageServer('olm', '0.25.0'), { olmVersion: 'v0.22' })).toEqual({ olmVersion: 'v0.22' });
  });

  const whole = csv('olm/packageserver', { spec: { version: '0.25.0' } });
  const wholePackageServer = { ...whole, metadata: { ...whole.metadata, uid: '1' }, status: { phase: 'Succeeded' } };

  it.each([
    ['a ClusterVersion', clusterVersion({ status: { desired: { version: '4.14.3' } } }), 'OpenShift 4.14 and Kubernetes 1.27'],
    ['the CSV of packageserver', wholePackageServer, 'OLM v0.25 and Kubernetes 1.32.0'],
    ['a ClusterRole of a group, named as before v0.26', groupRole('team-admin', HASHED), 'OLM v0.25 and Kubernetes 1.32.0'],
    ['a ClusterRole of a group, named as since v0.26', groupRole('olm.og.team.admin-1', HASHED), 'OLM v0.46 and Kubernetes 1.32.0'],
  ])('says for which versions a result holds: %s', (_, object, versions) => {
    const team = { ...namespace('team'), metadata: { name: 'team', uid: '2' } };
    const input = folderOf({
      'cluster.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [team, group('team/team'), object] }),
    });
    expect(cli(['check', input, '--assume-namespace', 'olm']).out).toContain(`valid for ${versions}\n`);
  });
});
