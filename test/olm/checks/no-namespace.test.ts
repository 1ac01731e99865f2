import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { judgeable } from '../../../src/base/manifest/problem-reach.js';
import { noNamespace } from '../../../src/olm/checks/csvs.js';
import { type Finding, report } from '../../../src/olm/model/finding.js';
import { readCluster } from '../../../src/olm/read/read-cluster.js';
import { clusterOf, group, namespace } from '../../support/build.js';
import { allow, binding, role, unplaced } from '../../support/rbac.js';

const ALICE = { kind: 'User', name: 'alice' };

function account(name: string, fields: { readonly namespace?: string } = {}): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, ...fields } };
}

function findings(...objects: readonly KubernetesObject[]): Finding[] {
  return report(noNamespace, clusterOf(namespace('a'), ...objects));
}

describe('an object without a namespace', () => {
  it('is a warning, as a RoleBinding', () => {
    expect(findings(unplaced(binding('a/devs', 'ClusterRole/edit', ALICE)))).toEqual([
      {
        id: 'no-namespace',
        severity: 'warning',
        subject: { kind: 'RoleBinding', name: 'devs' },
        message:
          'it has no namespace, so it grants ClusterRole edit wherever it is applied: in the current namespace of kubectl, or the destination of an Argo CD Application; here it counts in default',
        fix: 'set metadata.namespace',
        related: [],
        references: [],
        verdict: false,
        fingerprint: expect.any(String),
      },
    ]);
  });

  it('is a warning, as an OperatorGroup: what is judged of it depends on its namespace', () => {
    const { metadata, ...rest } = group('a/g', { targets: ['a'] });
    const value = { ...rest, metadata: { name: metadata.name } };
    const { cluster, problems } = readCluster([{ value, source: { file: 'a.yaml', document: 0, path: [] } }]);
    expect(problems.map(({ code }) => code)).toEqual(['NAMESPACE_NOT_GIVEN']);
    expect(judgeable(problems)).toEqual([]);
    expect(cluster.operatorGroups).toMatchObject([{ namespace: 'default', name: 'g' }]);
    expect(report(noNamespace, cluster)).toMatchObject([
      { severity: 'warning', subject: { kind: 'OperatorGroup', name: 'g' }, message: expect.stringContaining('it takes effect wherever') },
    ]);
  });

  it('is a note, as a Role or an account, which give nothing by themselves', () => {
    expect(findings(unplaced(role('a/pods', allow('get', 'pods'))), account('robot'))).toMatchObject([
      { severity: 'info', subject: { kind: 'Role', name: 'pods' } },
      { severity: 'info', subject: { kind: 'ServiceAccount', name: 'robot' } },
    ]);
  });

  it('is told also of what claims to be made by OLM, and of roles of OpenShift', () => {
    const labels = { 'olm.owner': 'etcd', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'a' };
    const { metadata, ...rest } = unplaced(binding('a/devs', 'ClusterRole/edit', ALICE));
    const openShift = {
      apiVersion: 'authorization.openshift.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'old' },
      roleRef: { name: 'edit' },
      userNames: ['alice'],
    };
    expect(findings({ ...rest, metadata: { ...metadata, labels } }, openShift)).toMatchObject([
      { subject: { name: expect.stringMatching(/devs|old/) } },
      { subject: { name: expect.stringMatching(/devs|old/) } },
    ]);
  });

  it('is none with a namespace, in the whole cluster, or of another API', () => {
    expect(
      findings(
        binding('a/devs', 'ClusterRole/edit', ALICE),
        role('a/pods', allow('get', 'pods')),
        role('pods', allow('get', 'pods')),
        binding('pods', 'ClusterRole/pods', ALICE),
        account('robot', { namespace: 'a' }),
        { apiVersion: 'example.com/v1', kind: 'Role', metadata: { name: 'other' } },
      ),
    ).toEqual([]);
  });
});
