// An operator from a lock, without a network. To run it without OLM, use its whole bundle: see Bundle.
import { App } from 'cdk8s';
import { OlmCluster, OperatorGroup, Operators, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod');

const operators = Operators.fromLock('examples/constructs/olm-lock.yaml');
const group = new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('operators') });
group.addOperator(operators.bundle('stonedb'));

app.synth();
// dist/cluster.k8s.yaml
// dist/ns-operators.k8s.yaml
