/** This repository's own cdk8s app: renders examples/tenants to dist/. Run it with `npm run synth`. */
import { App, Chart } from 'cdk8s';
import { ClusterRole, Group, RoleBinding } from 'cdk8s-plus-27';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from './index.js';

const operator = (file: string): ClusterServiceVersion => ClusterServiceVersion.fromFile(`examples/tenants/${file}`);

const app = new App();
const cluster = new OlmCluster(app, 'tenants');
cluster
  .addNamespace('orders-production', { labels: { tenant: 'orders' } })
  .addNamespace('orders-staging', { labels: { tenant: 'orders' } })
  .addNamespace('payments-production', { labels: { tenant: 'payments' } });

new OperatorGroup(cluster, 'orders', { namespace: 'orders-operators', targets: TargetNamespaces.labelled({ tenant: 'orders' }) })
  .addOperator(operator('orders-operators/courier.v3.2.0.yaml'))
  .addOperator(operator('orders-operators/stonedb.v1.8.2.yaml'));

new OperatorGroup(cluster, 'payments', {
  namespace: 'payments-operators',
  targets: TargetNamespaces.named('payments-production'),
}).addOperator(operator('payments-operators/stonedb.v1.9.0.yaml'));

new OperatorGroup(cluster, 'platform', { targets: TargetNamespaces.all(), namespace: 'platform-operators' })
  .addOperator(operator('platform-operators/sealwright.v1.16.0.yaml'))
  .addOperator(operator('platform-operators/gatewarden.v0.9.3.yaml'))
  .addOperator(operator('platform-operators/ballast.v4.0.1.yaml'));

new OperatorGroup(cluster, 'monitoring', {
  targets: TargetNamespaces.all(),
  namespace: 'platform-monitoring',
  reservedAPIs: ['AlertRoute.v1.lookout.example.com', 'MetricSample.v1beta1.metrics.lookout.example.com', 'Probe.v1.lookout.example.com'],
}).addOperator(operator('platform-monitoring/lookout.v2.4.1.yaml'));

// Who can use the operators is declared next to them: the developers of each team, through the group's own role.
const access = new Chart(app, 'access');
for (const [team, namespace] of [
  ['orders', 'orders-staging'],
  ['payments', 'payments-production'],
] as const) {
  new RoleBinding(access, `${team}-developers`, {
    metadata: { name: `${team}-operators-edit`, namespace },
    role: ClusterRole.fromClusterRoleName(access, `${team}-edit`, `${team}-edit`),
  }).addSubjects(Group.fromName(access, `${team}-group`, `${team}-developers`));
}

app.synth();
