import { Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { OperatorGroupSpecUpgradeStrategy as UpgradeStrategy } from '../../imports/operators.coreos.com.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { ClusterServiceVersion } from '../../src/constructs/cluster-service-version.js';
import { OlmCluster } from '../../src/constructs/olm-cluster.js';
import { OperatorGroup, type OperatorGroupProps } from '../../src/constructs/operator-group.js';
import { TargetNamespaces } from '../../src/constructs/target-namespaces.js';
import { csv, serviceAccount } from '../support/build.js';

/** The one OperatorGroup that is rendered. */
function rendered(props: Partial<OperatorGroupProps> = {}, prepare: (cluster: OlmCluster) => unknown = () => {}): KubernetesObject {
  const chart = new Chart(Testing.app(), 'chart');
  const cluster = new OlmCluster(chart, 'prod');
  prepare(cluster);
  new OperatorGroup(cluster, 'etcd', { targets: TargetNamespaces.all(), ...props });
  return (Testing.synth(chart) as KubernetesObject[]).find(({ kind }) => kind === 'OperatorGroup') as KubernetesObject;
}

const base = { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup' };

describe('an OperatorGroup', () => {
  it('is named after its id, and is in a namespace of that name', () => {
    expect(rendered()).toEqual({
      ...base,
      metadata: { name: 'etcd', namespace: 'etcd' },
      spec: { upgradeStrategy: 'Default' },
      status: { namespaces: [''] },
    });
  });

  it('has all that it is told', () => {
    const props: OperatorGroupProps = {
      name: 'group',
      namespace: 'operators',
      targets: TargetNamespaces.named('a', 'b'),
      serviceAccountName: 'scoped',
      upgradeStrategy: UpgradeStrategy.TECH_PREVIEW_UNSAFE_FAIL_FORWARD,
      labels: { team: 'x' },
      annotations: { note: 'y' },
    };
    expect(
      rendered(props, (cluster) => cluster.addNamespace('a').addNamespace('b').addManifest(serviceAccount('operators/scoped'))),
    ).toEqual({
      ...base,
      metadata: { name: 'group', namespace: 'operators', labels: { team: 'x' }, annotations: { note: 'y' } },
      spec: { targetNamespaces: ['a', 'b'], serviceAccountName: 'scoped', upgradeStrategy: 'TechPreviewUnsafeFailForward' },
      status: { namespaces: ['a', 'b'] },
    });
  });

  it('selects namespaces by labels and by expressions', () => {
    const selector = { matchExpressions: [{ key: 'tenant', operator: 'In', values: ['a', 'b'] }] };
    const group = rendered({ targets: TargetNamespaces.selected(selector) }, (cluster) =>
      cluster.addNamespace('x', { labels: { tenant: 'b' } }).addNamespace('y', { labels: { tenant: 'c' } }),
    );
    expect([group.spec, group.status]).toEqual([{ selector, upgradeStrategy: 'Default' }, { namespaces: ['x'] }]);
  });

  it('that reserves APIs is static, and lists them sorted', () => {
    const reservedAPIs = Object.freeze(['Probe.v1.example.com', 'Alert.v1.example.com']) as string[];
    expect(rendered({ reservedAPIs, annotations: { note: 'x' } })).toEqual({
      ...base,
      metadata: {
        name: 'etcd',
        namespace: 'etcd',
        annotations: { note: 'x', 'olm.providedAPIs': 'Alert.v1.example.com,Probe.v1.example.com' },
      },
      spec: { staticProvidedAPIs: true, upgradeStrategy: 'Default' },
      status: { namespaces: [''] },
    });
  });

  it('that reserves APIs keeps others from providing them', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    new OperatorGroup(cluster, 'reserved', { targets: TargetNamespaces.all(), reservedAPIs: ['Foo.v1.example.com'] });
    new OperatorGroup(cluster, 'team', { targets: TargetNamespaces.all() }).addOperator(
      ClusterServiceVersion.fromManifest(csv('x/foo', { owns: ['Foo.v1.example.com'] })),
    );
    expect(cluster.resolution.csvs.map(({ verdict }) => verdict.reason)).toEqual(['InterOperatorGroupOwnerConflict']);
  });

  it('says its name and namespace', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    const group = new OperatorGroup(cluster, 'id', { targets: TargetNamespaces.all(), name: 'group', namespace: 'operators' });
    expect([group.name, group.namespace]).toEqual(['group', 'operators']);
  });

  it('may stand anywhere below its cluster, but nowhere else', () => {
    const app = Testing.app();
    const cluster = new OlmCluster(app, 'prod');
    new OperatorGroup(new Construct(cluster, 'teams'), 'a', { targets: TargetNamespaces.all() });
    expect(cluster.resolution.groups).toHaveLength(1);
    expect(() => new OperatorGroup(app, 'outside', { targets: TargetNamespaces.all() })).toThrow('outside is not inside an OlmCluster');
  });
});

describe('adding operators', () => {
  it('puts their CSVs into the group’s namespace, whatever theirs was', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    const elsewhere = ClusterServiceVersion.fromManifest(csv('elsewhere/foo'));
    const { namespace: _, ...metadata } = csv('x/bar').metadata;
    const nowhere = ClusterServiceVersion.fromManifest({ ...csv('x/bar'), metadata });
    new OperatorGroup(cluster, 'group', { targets: TargetNamespaces.all(), namespace: 'operators' })
      .addOperator(elsewhere)
      .addOperator(nowhere);
    expect(cluster.resolution.csvs.map(({ csv: { namespace, name }, verdict }) => [namespace, name, verdict.phase])).toEqual([
      ['operators', 'bar', 'Succeeded'],
      ['operators', 'foo', 'Succeeded'],
    ]);
    expect(elsewhere.manifest).toEqual(csv('elsewhere/foo'));
  });

  it('may add one CSV to several groups', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    const foo = ClusterServiceVersion.fromManifest(csv('x/foo', { owns: ['Foo.v1.example.com'] }));
    for (const team of ['a', 'b']) new OperatorGroup(cluster, team, { targets: TargetNamespaces.named(team) }).addOperator(foo);
    expect(cluster.resolution.csvs.map(({ csv: { namespace }, verdict }) => [namespace, verdict.phase])).toEqual([
      ['a', 'Succeeded'],
      ['b', 'Succeeded'],
    ]);
  });

  it('refuses one CSV twice in a group, and one that is no manifest, when it synthesises', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const group = new OperatorGroup(new OlmCluster(chart, 'prod'), 'operators', { targets: TargetNamespaces.all() });
    const foo = ClusterServiceVersion.fromManifest(csv('x/foo'));
    group.addOperator(foo).addOperator(foo);
    expect(() => Testing.synth(chart)).toThrow('error[DUPLICATE_OBJECT] chart/prod/operators metadata.name');
    const other = new Chart(Testing.app(), 'other');
    new OperatorGroup(new OlmCluster(other, 'prod'), 'operators', { targets: TargetNamespaces.all() }).addOperator(
      ClusterServiceVersion.fromManifest({ kind: 'ClusterServiceVersion' }),
    );
    expect(() => Testing.synth(other)).toThrow('error[NOT_A_MANIFEST] other/prod/operators apiVersion');
  });
});
