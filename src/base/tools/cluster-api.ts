/** Cluster API (https://cluster-api.sigs.k8s.io), its operator and its add-ons. */
import { listOf } from '../kubernetes/pod-spec.js';
import { APPLIES, namespaced, others } from './row.js';
import { MACHINES, MACHINES_MADE } from './setting.js';
import type { Tool } from './tool.js';

export const CLUSTER_API: Tool = {
  name: 'Cluster API',
  rows: [
    ...others('bootstrap.cluster.x-k8s.io', MACHINES),
    ...others('controlplane.cluster.x-k8s.io', MACHINES),
    ...namespaced('cluster.x-k8s.io', 'Cluster ClusterClass Machine MachineDeployment MachinePool MachineSet', MACHINES_MADE),
    ...namespaced('addons.cluster.x-k8s.io', 'ClusterResourceSet', APPLIES, {
      configMaps: ({ resources }) => listOf(resources).map(({ kind, name }) => (kind === 'ConfigMap' ? name : undefined)),
    }),
    ...namespaced('addons.cluster.x-k8s.io', 'HelmChartProxy', APPLIES),
    ...namespaced(
      'operator.cluster.x-k8s.io',
      'AddonProvider BootstrapProvider ControlPlaneProvider CoreProvider InfrastructureProvider',
      APPLIES,
    ),
  ],
};
