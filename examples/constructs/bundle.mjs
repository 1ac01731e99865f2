// An operator with everything in its bundle, rendered to run without OLM.
import { App } from 'cdk8s';
import { Bundle, OlmCluster, OperatorGroup, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod', { install: true });
cluster.addNamespace('orders');

const group = new OperatorGroup(cluster, 'databases', { targets: TargetNamespaces.named('orders') });
group.addOperator(Bundle.fromDirectory('examples/gitops/catalog/stonedb/1.9.0'));

app.synth();
// dist/cluster.k8s.yaml
// dist/crds.k8s.yaml
// dist/ns-databases.k8s.yaml
// dist/ns-orders.k8s.yaml
