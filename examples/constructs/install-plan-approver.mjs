// A CronJob that approves the InstallPlans that the lock allows, next to the rest of an app.
import { App, Chart } from 'cdk8s';
import { InstallPlanApprover } from 'cdk8s-olm';

const app = new App();
const chart = new Chart(app, 'approver', { namespace: 'approvals' });
new InstallPlanApprover(chart, 'approver', {
  lock: 'examples/constructs/approver/olm-lock.yaml',
  image: 'registry.example.com/approver@sha256:4b1f3f2f2c4a6a3c0b7d9e8f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7',
  schedule: '*/10 * * * *',
});

app.synth();
// dist/approver.k8s.yaml
