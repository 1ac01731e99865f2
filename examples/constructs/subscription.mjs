// A Subscription to one version. The chosen operators are rendered; the Subscription is not.
import { App } from 'cdk8s';
import { Catalog, OlmCluster, OperatorGroup, Subscription, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod');
new Catalog(cluster, 'catalog', { path: 'examples/gitops/catalog' });

const group = new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('operators') });
new Subscription(group, 'stonedb', { package: 'stonedb', startingCSV: 'stonedb.v1.8.2' });

app.synth();
// dist/cluster.k8s.yaml
// dist/ns-operators.k8s.yaml
