/**
 * This repository's own cdk8s apps: renders examples/tenants to dist/ (OLM's behaviour) and to dist/documented (that of the documents), and
 * examples/without-olm. Run them with `npm run synth`.
 */
import { App, Chart } from 'cdk8s';
import { ClusterRole, Group, RoleBinding } from 'cdk8s-plus-27';
import { Bundle, ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from './index.js';

const operator = (file: string): ClusterServiceVersion => ClusterServiceVersion.fromFile(`examples/tenants/${file}`);

const DIST = process.env.CDK8S_OUTDIR ?? 'dist';

/** The tenants with one behaviour. */
function tenants(app: App, profile?: 'documented'): void {
  const cluster = new OlmCluster(app, 'tenants', profile ? { profile } : {});
  cluster
    .addNamespace('orders-production', { labels: { tenant: 'orders' } })
    .addNamespace('orders-staging', { labels: { tenant: 'orders' } })
    .addNamespace('payments-production', { labels: { tenant: 'payments' } });

  const orders = new OperatorGroup(cluster, 'orders', {
    namespace: 'orders-operators',
    targets: TargetNamespaces.labelled({ tenant: 'orders' }),
  })
    .addOperator(operator('orders-operators/courier.v3.2.0.yaml'))
    .addOperator(operator('orders-operators/stonedb.v1.8.2.yaml'));

  const payments = new OperatorGroup(cluster, 'payments', {
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

  // Access to the operators is declared next to them: the developers of each team, through the group's own role.
  const access = new Chart(app, 'access');
  for (const [team, group, namespace] of [
    ['orders', orders, 'orders-staging'],
    ['payments', payments, 'payments-production'],
  ] as const) {
    new RoleBinding(access, `${team}-developers`, {
      metadata: { name: `${team}-operators-edit`, namespace },
      role: ClusterRole.fromClusterRoleName(access, `${team}-edit`, group.clusterRoleName('edit')),
    }).addSubjects(Group.fromName(access, `${team}-group`, `${team}-developers`));
  }
  app.synth();
}

// With OLM's behaviour, and with that of the documents.
tenants(new App());
tenants(new App({ outdir: `${DIST}/documented` }), 'documented');

// Another cluster, without OLM: each team runs the database itself, with a webhook whose certificate cert-manager makes.
const withoutOlm = new App({ outdir: `${DIST}/without-olm` });
const installed = new OlmCluster(withoutOlm, 'without-olm', { install: { certificates: 'cert-manager' } });
const stonedb = Bundle.fromDirectory('examples/without-olm/bundles/stonedb/2.0.0');
for (const [team, ...targets] of [
  ['orders', 'orders-production', 'orders-staging'],
  ['payments', 'payments-production'],
] as const) {
  for (const namespace of targets) installed.addNamespace(namespace);
  new OperatorGroup(installed, team, { namespace: `${team}-operators`, targets: TargetNamespaces.named(...targets) }).addOperator(stonedb);
}

withoutOlm.synth();
