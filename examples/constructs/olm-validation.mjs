// An app that includes manifests as they are. The validation in cdk8s.yaml runs the rules over what it writes.
import { App, Chart, Include } from 'cdk8s';

const app = new App();
const chart = new Chart(app, 'operators');
new Include(chart, 'groups', { url: 'examples/tenants/groups.yaml' });
new Include(chart, 'namespaces', { url: 'examples/tenants/namespaces.yaml' });

app.synth();
// dist/operators.k8s.yaml
