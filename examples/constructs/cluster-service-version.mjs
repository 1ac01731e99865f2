// Operators by their ClusterServiceVersion: from a file, and as plain data.
import { App } from 'cdk8s';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from 'cdk8s-olm';

const app = new App();
const cluster = new OlmCluster(app, 'prod');

const group = new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() });
group.addOperator(ClusterServiceVersion.fromFile('examples/tenants/platform-operators/sealwright.v1.16.0.yaml'));
group.addOperator(
  ClusterServiceVersion.fromManifest({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'notes.v1.0.0' },
    spec: {
      displayName: 'Notes',
      version: '1.0.0',
      installModes: [{ type: 'AllNamespaces', supported: true }],
      install: { strategy: 'deployment', spec: { deployments: [] } },
    },
  }),
);

app.synth();
// dist/cluster.k8s.yaml
// dist/ns-operators.k8s.yaml
