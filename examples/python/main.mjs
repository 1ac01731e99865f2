// The same app as main.py.
import { App } from 'cdk8s';
import { Bundle, ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod', { kubeVersion: '1.30', acknowledge: ['needs-cluster-access'] });
cluster.addNamespace('orders-production', { labels: { tenant: 'orders' } });
cluster.addNamespace('orders-staging', { labels: { tenant: 'orders' } });
cluster.addNamespace('payments-production');

const orders = new OperatorGroup(cluster, 'orders', {
  namespace: 'orders-operators',
  targets: TargetNamespaces.labelled({ tenant: 'orders' }),
  reservedAPIs: ['Database.v1.stonedb.example.com', 'Backup.v1.stonedb.example.com'],
});
orders.addOperator(ClusterServiceVersion.fromFile('examples/tenants/orders-operators/stonedb.v1.8.2.yaml'));

const payments = new OperatorGroup(cluster, 'payments', {
  namespace: 'payments-operators',
  targets: TargetNamespaces.named('payments-production'),
  labels: { team: 'payments' },
});
payments.addOperator(Bundle.fromDirectory('examples/gitops/catalog/stonedb/1.9.0'));
payments.metadata.addAnnotation('example.com/owner', 'payments');

for (const { namespace, name, phase, reason, targetNamespaces } of cluster.verdicts) {
  console.log(`${namespace}/${name}: ${phase} ${reason} in ${targetNamespaces.join(',')}`);
}
for (const { severity, id, subject, message } of cluster.findings) {
  console.log(`${severity} ${id}: ${subject.kind} ${subject.name}: ${message}`);
}

app.synth();
