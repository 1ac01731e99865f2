/** Open Cluster Management, and ACM, Red Hat's product (https://open-cluster-management.io/docs/concepts/). */

import { inConfigurationPolicy, inOperatorPolicy, inPolicy } from '../inside/policy.js';
import { listOf } from '../kubernetes/pod-spec.js';
import { APPLIES, clusterScoped, namespaced, reviewed } from './row.js';
import { MACHINES_MADE, PLACED, UNWRAPPED } from './setting.js';
import type { MarkRow, Tool } from './tool.js';

/** The group of Channels and Subscriptions, and of their annotations. */
export const ACM_GROUP = 'apps.open-cluster-management.io';
export const POLICY_GROUP = 'policy.open-cluster-management.io';

/** Where a ConfigurationPolicy selects. */
const SELECTORS = ['spec.namespaceSelector', 'spec.object-templates.objectSelector'];

export const ACM: Tool = {
  name: 'Open Cluster Management',
  rows: [
    ...clusterScoped('addon.open-cluster-management.io', 'AddOnTemplate', UNWRAPPED, {
      carries: ['spec', 'agentSpec', 'workload', 'manifests'],
    }),
    ...namespaced('work.open-cluster-management.io', 'ManifestWork', UNWRAPPED, { carries: ['spec', 'workload', 'manifests'] }),
    ...namespaced('work.open-cluster-management.io', 'ManifestWorkReplicaSet', UNWRAPPED, {
      carries: ['spec', 'manifestWorkTemplate', 'workload', 'manifests'],
    }),
    ...namespaced(POLICY_GROUP, 'Policy', UNWRAPPED, {
      carries: inPolicy,
      selectors: SELECTORS.map((path) => `spec.policy-templates.objectDefinition.${path}`),
      everywhere: true,
    }),
    ...namespaced(POLICY_GROUP, 'ConfigurationPolicy', UNWRAPPED, {
      carries: inConfigurationPolicy,
      selectors: SELECTORS,
      everywhere: true,
    }),
    ...namespaced(POLICY_GROUP, 'OperatorPolicy', UNWRAPPED, { carries: inOperatorPolicy }),
    ...namespaced(POLICY_GROUP, 'PlacementBinding PolicySet', PLACED),
    ...namespaced(POLICY_GROUP, 'CertificatePolicy IamPolicy', reviewed('only informs')),
    ...namespaced('cluster.open-cluster-management.io', 'ManagedClusterSetBinding Placement', PLACED),
    ...namespaced(ACM_GROUP, 'PlacementRule', PLACED),
    ...namespaced(ACM_GROUP, 'Channel Subscription', APPLIES),
    // https://github.com/stolostron/siteconfig: applies the output of its templates, including templates in a ConfigMap.
    ...namespaced('siteconfig.open-cluster-management.io', 'ClusterInstance', MACHINES_MADE, {
      deploys: true,
      configMaps: ({ extraManifestsRefs }) => listOf(extraManifestsRefs).map(({ name }) => name),
    }),
  ],
  settingMarks: [['ManagedCluster', 'labels', 'cluster.open-cluster-management.io/clusterset', 'warning', 'who administers the cluster']],
  marks: ['categories', 'controls', 'standards', 'description'].map(
    (key): MarkRow => [`${POLICY_GROUP}/${key}`, '*', 'harmless', 'a text for people'],
  ),
};
