// The four ways to select the namespaces that the operators of a group watch.
import { App } from 'cdk8s';
import { OlmCluster, OperatorGroup, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod');
cluster.addNamespace('orders-production', { labels: { tenant: 'orders', stage: 'production' } });
cluster.addNamespace('orders-staging', { labels: { tenant: 'orders', stage: 'staging' } });

new OperatorGroup(cluster, 'everywhere', { targets: TargetNamespaces.all() });
new OperatorGroup(cluster, 'named', { targets: TargetNamespaces.named('orders-production', 'orders-staging') });
new OperatorGroup(cluster, 'labelled', { targets: TargetNamespaces.labelled({ tenant: 'orders' }) });
new OperatorGroup(cluster, 'selected', {
  targets: TargetNamespaces.selected({ matchExpressions: [{ key: 'stage', operator: 'In', values: ['production'] }] }),
});

app.synth();
// dist/cluster.k8s.yaml
// dist/ns-everywhere.k8s.yaml
// dist/ns-labelled.k8s.yaml
// dist/ns-named.k8s.yaml
// dist/ns-selected.k8s.yaml
