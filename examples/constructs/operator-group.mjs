// An OperatorGroup whose roles Argo CD applies before everything else, and a chart that comes after it.
import { ApiObject, App, Chart } from 'cdk8s';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod');
cluster.addNamespace('orders');

const group = new OperatorGroup(cluster, 'databases', {
  namespace: 'database-operators',
  targets: TargetNamespaces.named('orders'),
  labels: { team: 'platform' },
});
group.addOperator(ClusterServiceVersion.fromFile('examples/tenants/orders-operators/stonedb.v1.8.2.yaml'));

for (const role of group.apiObjects.filter(({ kind }) => kind === 'ClusterRole')) {
  role.metadata.addAnnotation('argocd.argoproj.io/sync-wave', '-1');
}
ApiObject.of(group).metadata.addAnnotation('example.com/owner', 'platform');

const databases = new Chart(app, 'databases');
new ApiObject(databases, 'main', {
  apiVersion: 'stonedb.example.com/v1',
  kind: 'Database',
  metadata: { name: 'main', namespace: 'orders' },
});
databases.addDependency(group);

app.synth();
// dist/0000-cluster.k8s.yaml
// dist/0001-ns-database-operators.k8s.yaml
// dist/0002-ns-orders.k8s.yaml
// dist/0003-databases.k8s.yaml
