// Two catalogs; a Subscription names the one to choose from.
import { App } from 'cdk8s';
import { Catalog, OlmCluster, OperatorGroup, Subscription, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod');
const databases = new Catalog(cluster, 'databases', { path: 'examples/gitops/catalog/stonedb' });
new Catalog(cluster, 'certificates', { path: 'examples/gitops/catalog/sealwright' });

const group = new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('operators') });
new Subscription(group, 'stonedb', { package: 'stonedb', catalog: databases });

app.synth();
// dist/cluster.k8s.yaml
// dist/ns-operators.k8s.yaml
