/**
 * Keys of annotations, and of labels of Namespaces, that change nothing but what people and their tools see. A key that is not here,
 * and is no setting, is unknown: a tool of the cluster can act on it.
 */

/** Each with the reason; a key that ends in `/` or `*` stands for all that begin so. */
const HARMLESS: readonly (readonly [key: string, reason: string])[] = [
  ['app.kubernetes.io/', 'recommended labels of Kubernetes: names for people and queries'],
  ['kubernetes.io/change-cause', 'a text for kubectl rollout history'],
  ['kubernetes.io/description', 'a text'],
  ['kubernetes.io/metadata.name', 'set by the API server; another value is refused'],
  ['kubectl.kubernetes.io/last-applied-configuration', 'what kubectl applied before'],
  ['kubectl.kubernetes.io/restartedAt', 'starts the Pods again'],
  ['kubectl.kubernetes.io/default-container', 'which container kubectl shows first'],
  ['kubectl.kubernetes.io/default-logs-container', 'which container kubectl shows first'],
  ['checksum/', 'starts the Pods again when what it is made of changes'],
  ['prometheus.io/', 'where metrics of the Pod itself are read'],
  ['helm.sh/chart', 'the name of the chart'],
  ['meta.helm.sh/', 'to which release it belongs'],
  ['argocd.argoproj.io/sync-wave', 'the order in which Argo CD applies'],
  ['argocd.argoproj.io/compare-options', 'whether Argo CD shows that it differs'],
  ['argocd.argoproj.io/ignore-healthcheck', 'whether the Application waits for it'],
  ['argocd.argoproj.io/tracking-id', 'to which Application it belongs'],
  ['argocd.argoproj.io/instance', 'to which Application it belongs'],
  ['kustomize.toolkit.fluxcd.io/name', 'to which Kustomization it belongs'],
  ['kustomize.toolkit.fluxcd.io/namespace', 'to which Kustomization it belongs'],
  ['config.kubernetes.io/origin', 'from which file kustomize made it'],
  ['alpha.config.kubernetes.io/transformations', 'by which parts of a kustomization kustomize changed it'],
  ['checkov.io/skip*', 'which findings of a scanner of files are accepted'],
  ['kube-linter.io/', 'which findings of a scanner of files are accepted'],
  ['ignore-check.kube-linter.io/', 'which findings of a scanner of files are accepted'],
  ['security.openshift.io/MinimallySufficientPodSecurityStandard', 'written by OpenShift: what the Pods there would need'],
  ['openshift.io/display-name', 'a text for the console'],
  ['openshift.io/description', 'a text for the console'],
  ['openshift.io/requester', 'who asked for the project'],
  ['openshift.io/cluster-monitoring', 'whether the metrics of the namespace go to the monitoring of the cluster'],
  ['app.openshift.io/', 'how the console draws it'],
  ['console.openshift.io/', 'how the console shows it'],
  ['include.release.openshift.io/', 'read while a release of OpenShift is made'],
  ['capability.openshift.io/name', 'read while a release of OpenShift is made'],
  ['release.openshift.io/', 'read while a release of OpenShift is made'],
  ['olm.operatorframework.io/', 'written by OLM'],
  ['operators.coreos.com/', 'written by OLM'],
  ['olm.operatorGroup', 'written by OLM'],
  ['olm.operatorNamespace', 'written by OLM'],
  ['olm.targetNamespaces', 'written by OLM'],
  ['olm.providedAPIs', 'judged with the OperatorGroup'],
  ['controller-gen.kubebuilder.io/version', 'by which version it was generated'],
  ['api-approved.kubernetes.io', 'where the API was approved'],
  ['backstage.io/', 'how the catalog of Backstage shows it'],
  ['link.argocd.argoproj.io/', 'a link in the page of Argo CD'],
  ['notified.notifications.argoproj.io', 'what was notified'],
  ['notifications.argoproj.io/', 'who is told of the state of an Application'],
  ['pod-security.kubernetes.io/audit*', 'only counts'],
  ['pod-security.kubernetes.io/warn*', 'only warns'],
];

/** Values that do nothing but this; any other value of the key is unknown. */
const HARMLESS_VALUES: readonly (readonly [key: string, values: RegExp, reason: string, kinds?: readonly string[]])[] = [
  [
    'argocd.argoproj.io/sync-options',
    /^(?:(?:SkipDryRunOnMissingResource|ServerSideApply|RespectIgnoreDifferences|PruneLast|CreateNamespace)=true[, ]*)+$/,
    'how Argo CD applies it, not whether',
  ],
  ['argocd.argoproj.io/hook', /^(?:PreSync|Sync|PostSync)$/, 'a Job that Argo CD starts again with each sync', ['Job']],
  ['argocd.argoproj.io/hook-delete-policy', /^[\w, ]+$/, 'when a Job that has run is removed', ['Job']],
  ['helm.sh/hook', /^(?:(?:pre|post)-(?:install|upgrade)[, ]*)+$/, 'a Job that Helm starts again with each release', ['Job']],
  ['helm.sh/hook-delete-policy', /^[\w, -]+$/, 'when a Job that has run is removed', ['Job']],
  ['helm.sh/hook-weight', /^-?\d+$/, 'the order of hooks'],
];

const EXACT: ReadonlySet<string> = new Set(HARMLESS.flatMap(([key]) => (/[/*]$/.test(key) ? [] : [key])));
const PREFIXES: readonly string[] = HARMLESS.flatMap(([key]) => (/[/*]$/.test(key) ? [key.replace(/\*$/, '')] : []));

/** Keys without a domain are the users' own: Kubernetes keeps those with one for tools. */
const OF_USERS = /^[^./]+$/;

/**
 * Whether no tool is known or likely to act on a key.
 *
 * @example
 * isHarmlessKey('team') // true
 * isHarmlessKey('app.kubernetes.io/name') // true
 * isHarmlessKey('reflector.v1.k8s.emberstack.com/reflects') // false
 * isHarmlessKey('argocd.argoproj.io/hook', { value: 'PostSync', kind: 'Job' }) // true
 */
export function isHarmlessKey(key: string, at?: { readonly kind: string; readonly value: unknown }): boolean {
  if (OF_USERS.test(key) || EXACT.has(key) || PREFIXES.some((prefix) => key.startsWith(prefix))) return true;
  return HARMLESS_VALUES.some(
    ([known, values, , kinds]) =>
      known === key && at !== undefined && values.test(String(at.value)) && (kinds === undefined || kinds.includes(at.kind)),
  );
}
