/** Which kinds of manifests a bundle may bring, by their kind alone, and where OLM puts them (operator-registry v1.73, pkg/lib/bundle). */

const NAMESPACED = [
  'Service',
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'PrometheusRule',
  'ServiceMonitor',
  'Secret',
  'ConfigMap',
  'PodDisruptionBudget',
  'PodMonitor',
  'NetworkPolicy',
];

/** VerticalPodAutoscaler has namespaces in Kubernetes, but not for OLM. */
const CLUSTER_SCOPED = [
  'ClusterRole',
  'ClusterRoleBinding',
  'PriorityClass',
  'VerticalPodAutoscaler',
  'ConsoleYAMLSample',
  'ConsoleQuickStart',
  'ConsoleCLIDownload',
  'ConsoleLink',
  'ConsolePlugin',
];

/** Whether OLM installs manifests of a kind, besides CSVs and CRDs. */
export function isSupportedKind(kind: string): boolean {
  return NAMESPACED.includes(kind) || CLUSTER_SCOPED.includes(kind);
}

/** Whether OLM puts manifests of a kind into the operator's namespace, whatever namespace they name. */
export function goesIntoNamespace(kind: string): boolean {
  return NAMESPACED.includes(kind);
}

const API_VERSIONS: Readonly<Record<string, string>> = {
  Service: 'v1',
  ServiceAccount: 'v1',
  Secret: 'v1',
  ConfigMap: 'v1',
  Role: 'rbac.authorization.k8s.io/v1',
  RoleBinding: 'rbac.authorization.k8s.io/v1',
  ClusterRole: 'rbac.authorization.k8s.io/v1',
  ClusterRoleBinding: 'rbac.authorization.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PriorityClass: 'scheduling.k8s.io/v1',
};

/** What OLM takes a manifest of Kubernetes' own kinds for, as it goes by the kind: real bundles have some without an apiVersion. */
export function apiVersionOfKind(kind: string): string | undefined {
  return Object.hasOwn(API_VERSIONS, kind) ? API_VERSIONS[kind] : undefined;
}
