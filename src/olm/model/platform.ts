/**
 * Platforms: the Namespaces and OperatorGroups of a new cluster with OLM, from OLM's own manifests
 * (deploy/upstream/quickstart/olm.yaml) and from OpenShift 4 (openshift/operator-framework-olm, manifests/, and
 * the cluster monitoring operator). The default roles are in rbac/defaults.
 */

import { operatorGroup } from './group-of-manifest.js';
import type { PlatformName, PlatformSetting } from './names.js';
import { type Namespace, namespace, type OperatorGroup, PROVIDED_APIS_ANNOTATION } from './operator-group.js';

export { PLATFORM_NAMES, type PlatformName, type PlatformSetting } from './names.js';

/** The platform and the version of a setting. */
export function platformOf(setting: PlatformSetting): { readonly name: PlatformName; readonly openshift?: string } {
  const [name, version] = setting.split('@') as [PlatformName, string?];
  return { name, ...(version === undefined ? {} : { openshift: version }) };
}

/** The default objects of a platform. */
export interface Platform {
  readonly namespaces: readonly Namespace[];
  readonly operatorGroups: readonly OperatorGroup[];
  readonly isOpenShift: boolean;
}

const group = (path: string, spec: Record<string, unknown> = {}, annotations?: Record<string, string>): OperatorGroup => {
  const [home = '', name = ''] = path.split('/');
  const metadata = { namespace: home, name, ...(annotations ? { annotations } : {}) };
  const manifest = { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata, spec };
  return { ...operatorGroup(manifest), isPlatforms: true };
};

/** The label by which OpenShift's monitoring selects namespaces. */
const MONITORED = { 'openshift.io/cluster-monitoring': 'true' };
const monitored = (name: string): Namespace => namespace(name, MONITORED);

/**
 * The APIs that OpenShift's monitoring reserves in the namespaces that it watches: openshift/cluster-monitoring-operator,
 * manifests/0000_90_cluster-monitoring-operator_00-operatorgroup.yaml, the same from release 4.7 to 5.0.
 */
const MONITORING_APIS = [
  ...['Alertmanager', 'PodMonitor', 'Probe', 'Prometheus', 'PrometheusRule', 'ServiceMonitor', 'ThanosRuler'].map(
    (kind) => `${kind}.v1.monitoring.coreos.com`,
  ),
  'AlertmanagerConfig.v1alpha1.monitoring.coreos.com',
].join(',');

/**
 * The ClusterRoles that OpenShift's monitoring owns, and writes again whenever they differ (openshift/cluster-monitoring-operator,
 * assets/cluster-monitoring-operator/).
 */
export const MONITORING_ROLES: ReadonlySet<string> = new Set([
  'alert-routing-edit',
  'cluster-monitoring-operator',
  'cluster-monitoring-view',
  'monitoring-edit',
  'monitoring-rules-edit',
  'monitoring-rules-view',
  'pod-metrics-reader',
]);

export const PLATFORMS: Readonly<Record<PlatformName, Platform>> = {
  olm: {
    namespaces: [namespace('olm'), namespace('operators')],
    operatorGroups: [group('olm/olm-operators', { targetNamespaces: ['olm'] }), group('operators/global-operators')],
    isOpenShift: false,
  },
  openshift: {
    namespaces: [
      ...['openshift', 'openshift-config', 'openshift-config-managed', 'openshift-infra', 'openshift-ingress', 'openshift-node'].map(
        (name) => namespace(name),
      ),
      ...['openshift-marketplace', 'openshift-monitoring', 'openshift-operator-lifecycle-manager'].map(monitored),
      namespace('openshift-operators'),
      monitored('openshift-user-workload-monitoring'),
    ],
    operatorGroups: [
      group(
        'openshift-monitoring/openshift-cluster-monitoring',
        { selector: { matchLabels: MONITORED }, staticProvidedAPIs: true },
        { [PROVIDED_APIS_ANNOTATION]: MONITORING_APIS },
      ),
      group('openshift-operator-lifecycle-manager/olm-operators', { targetNamespaces: ['openshift-operator-lifecycle-manager'] }),
      group('openshift-operators/global-operators'),
    ],
    isOpenShift: true,
  },
};
