/** The manifest kinds that a bundle may contain, and the namespace that OLM uses for them (operator-registry v1.73, pkg/lib/bundle). */
import { firstRelease, type OlmBehaviour, type OlmRelease } from '../model/olm-version.js';

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

/** VerticalPodAutoscaler is namespaced in Kubernetes, but not for OLM. */
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

/** Whether OLM installs manifests of a kind, in addition to CSVs and CRDs. */
export function isSupportedKind(kind: string): boolean {
  return NAMESPACED.includes(kind) || CLUSTER_SCOPED.includes(kind);
}

/** Kinds that only some releases of OLM v0 install. */
const LATER: ReadonlyMap<string, OlmBehaviour> = new Map(
  Object.entries<OlmBehaviour>({ NetworkPolicy: 'networkPolicyInBundles', ConsolePlugin: 'consolePluginInBundles' }),
);

/** The kinds that bundles may contain, and that no OLM v0 installs (OLM's supportedresources.go, and the steps of its ExecutePlan). */
const NEVER_INSTALLED: ReadonlySet<string> = new Set(['PodMonitor']);

/** Whether any release of OLM v0 installs manifests of a kind. A bundle's CRDs, with an odd apiVersion too, are steps of their own. */
export function isEverInstalled(kind: string): boolean {
  return kind === 'CustomResourceDefinition' || (isSupportedKind(kind) && !NEVER_INSTALLED.has(kind));
}

/** Whether a release of OLM v0 installs manifests of a kind. */
export function isInstalledBy({ behaviours }: OlmRelease, kind: string): boolean {
  const behaviour = LATER.get(kind);
  return isEverInstalled(kind) && (behaviour === undefined || behaviours.has(behaviour));
}

/** The first releases of OLM v0 that install a kind. @example firstReleaseOf('NetworkPolicy') // 'OLM v0.32 or OpenShift 4.12' */
export function firstReleaseOf(kind: string): string {
  const behaviour = LATER.get(kind);
  return behaviour === undefined ? 'any OLM' : firstRelease(behaviour);
}

/** Whether OLM uses the operator's namespace for manifests of a kind, whatever namespace they name. */
export function goesIntoNamespace(kind: string): boolean {
  return NAMESPACED.includes(kind);
}

const API_VERSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
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
  }),
);

/** The apiVersion that OLM assumes for a kind of Kubernetes: OLM reads only the kind, and some manifests of real bundles have none. */
export function apiVersionOfKind(kind: string): string | undefined {
  return API_VERSIONS.get(kind);
}
