// A cluster with two tenants. The Namespace of one is made by another construct of the app.
import { ApiObject, App, Chart } from 'cdk8s';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from 'cdk8s-olm';

const app = new App();

const tenants = new Chart(app, 'tenants');
new ApiObject(tenants, 'payments', {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'payments', labels: { tenant: 'yes' } },
});

const cluster = new OlmCluster(app, 'prod', { kubeVersion: '1.32', failOn: 'warning' });
cluster.addNamespace('orders', { labels: { tenant: 'yes' } });
new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.labelled({ tenant: 'yes' }) }).addOperator(
  ClusterServiceVersion.fromFile('examples/tenants/orders-operators/stonedb.v1.8.2.yaml'),
);

// Everything that is rendered can be changed as any object of cdk8s.
for (const object of cluster.apiObjects) object.metadata.addAnnotation('example.com/made-by', 'prod');

app.synth();
// dist/cluster.k8s.yaml
// dist/ns-operators.k8s.yaml
// dist/ns-orders.k8s.yaml
// dist/ns-payments.k8s.yaml
// dist/tenants.k8s.yaml
