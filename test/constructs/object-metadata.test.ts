import { ApiObject, Testing } from 'cdk8s';
import { expect, it } from 'vitest';
import { OlmCluster } from '../../src/constructs/olm-cluster.js';
import { OperatorGroup } from '../../src/constructs/operator-group.js';
import { TargetNamespaces } from '../../src/constructs/target-namespaces.js';

it('labels and annotations are taken in metadata, as in cdk8s-plus, beside those that stand alone', () => {
  const cluster = new OlmCluster(Testing.chart(), 'prod');
  cluster.addNamespace('orders', { metadata: { labels: { tenant: 'a', tier: 'x' }, annotations: { note: 'n' } }, labels: { tier: 'y' } });
  const group = new OperatorGroup(cluster, 'op', {
    targets: TargetNamespaces.labelled({ tenant: 'a' }),
    metadata: { labels: { team: 'platform' }, annotations: { owner: 'p' } },
    annotations: { owner: 'q' },
  });
  const namespace = cluster.apiObjects.find(({ kind, name }) => kind === 'Namespace' && name === 'orders');
  expect(namespace?.metadata.toJson()).toEqual({ name: 'orders', labels: { tenant: 'a', tier: 'y' }, annotations: { note: 'n' } });
  expect(cluster.resolution.groups[0]?.namespaces).toEqual(['orders']);
  const written = ApiObject.of(group).toJson() as { metadata: { labels: object; annotations: object } };
  expect([written.metadata.labels, written.metadata.annotations]).toMatchObject([{ team: 'platform' }, { owner: 'q' }]);
});

it('what is wrong in metadata is told with its path', () => {
  const cluster = new OlmCluster(Testing.chart(), 'prod');
  expect(() => cluster.addNamespace('orders', { metadata: { labels: { tenant: 1 as never } } })).toThrow('metadata.labels.tenant: found 1');
  expect(() => cluster.addNamespace('orders', { metadata: { name: 'x' } as never })).toThrow('metadata.name is unknown');
});
