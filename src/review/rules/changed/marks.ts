/**
 * Marks: annotations and labels, by what they make of the object that has them. A tool applies it or leaves it alone, keeps it when
 * Git has it no more, or changes nothing but what people see. A key that is not here, and is no setting, is unknown: a tool of the
 * cluster can act on it. Sources: the pages of each tool about its annotations.
 */
import { groupBy, type KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';

/**
 * `left-alone`: not applied, at other times, or removed again. `otherwise`: applied in another way, such as by replacing it. `kept`: applied, and
 * not removed when it is gone from Git. `unknown`: a tool that applies reads the key, and what it makes of it is not known.
 */
export type MarkEffect = 'left-alone' | 'otherwise' | 'kept' | 'harmless' | 'unknown';

/** One row: a key, `*` at its end for all that begin so; its values, `*` for all; and of which kinds, if not of all. The first that fits counts. */
export type MarkRow = readonly [key: string, values: string, effect: MarkEffect, why: string, kind?: string];

const STARTS_PODS = 'starts the Pods again';
const BELONGS = 'to what it belongs';
const TEXT = 'a text for people';
const SCANNER = 'which findings of a scanner of files are accepted';
const RELEASE = 'read while a release of OpenShift is made';
const OLM = 'written by OLM';
const ONCE_MORE = 'a Job that is started again each time';

export const MARKS: readonly MarkRow[] = [
  // kustomize, kpt and Config Sync
  ['config.kubernetes.io/local-config', 'false', 'harmless', 'it is applied'],
  ['config.kubernetes.io/local-config', '*', 'left-alone', 'for tools that read files'],
  ['config.kubernetes.io/function', '*', 'left-alone', 'for tools that read files'],
  ['config.kubernetes.io/lifecycle*', '*', 'unknown', 'how kpt applies it'],
  ['config.kubernetes.io/origin', '*', 'harmless', 'from which file kustomize made it'],
  ['config.kubernetes.io/depends-on', '*', 'harmless', 'the order in which it is applied'],
  ['config.kubernetes.io/index', '*', 'harmless', 'where it was in its file'],
  ['config.kubernetes.io/path', '*', 'harmless', 'in which file it was'],
  ['internal.config.kubernetes.io/*', '*', 'unknown', 'what functions tell each other'],
  ['alpha.config.kubernetes.io/transformations', '*', 'harmless', 'by which parts of a kustomization kustomize changed it'],
  ['client.lifecycle.config.k8s.io/deletion', 'detach', 'kept', 'kpt and Config Sync let go of it'],
  ['client.lifecycle.config.k8s.io/mutation', 'ignore', 'left-alone', 'what changes in Git is not applied'],
  ['client.lifecycle.config.k8s.io/*', '*', 'unknown', 'how kpt and Config Sync apply it'],
  ['cli-utils.sigs.k8s.io/on-remove', 'keep', 'kept', 'kpt and Config Sync let go of it'],
  ['cli-utils.sigs.k8s.io/inventory-id', '*', 'harmless', BELONGS],
  ['cli-utils.sigs.k8s.io/*', '*', 'unknown', 'how kpt and Config Sync apply it'],
  ['config.k8s.io/owning-inventory', '*', 'harmless', BELONGS],
  ['configmanagement.gke.io/managed', 'enabled', 'harmless', 'it is applied'],
  ['configmanagement.gke.io/managed', '*', 'left-alone', 'Config Sync does not look at it'],
  ['configmanagement.gke.io/cluster-selector', '*', 'left-alone', 'only some clusters get it'],
  ['configsync.gke.io/cluster-name-selector', '*', 'left-alone', 'only some clusters get it'],
  ['cnrm.cloud.google.com/deletion-policy', 'abandon', 'kept', 'what it made in the cloud stays'],
  // Argo CD
  ['argocd.argoproj.io/sync-options', 'Prune=false Prune=confirm Delete=false Delete=confirm', 'kept', 'Argo CD keeps it'],
  ['argocd.argoproj.io/sync-options', 'PrunePropagationPolicy=orphan', 'kept', 'what it made stays'],
  ['argocd.argoproj.io/sync-options', 'Replace=true Force=true Validate=false', 'otherwise', 'removed and made again, or not checked'],
  [
    'argocd.argoproj.io/sync-options',
    'Prune=true Delete=true Replace=false Force=false Validate=true SkipDryRunOnMissingResource=true SkipDryRunOnMissingResource=false ServerSideApply=true ServerSideApply=false ClientSideApplyMigration=true ClientSideApplyMigration=false RespectIgnoreDifferences=true RespectIgnoreDifferences=false ApplyOutOfSyncOnly=true ApplyOutOfSyncOnly=false CreateNamespace=true CreateNamespace=false PruneLast=true PruneLast=false FailOnSharedResource=true FailOnSharedResource=false PrunePropagationPolicy=foreground PrunePropagationPolicy=background',
    'harmless',
    'how Argo CD applies it, not whether',
  ],
  ['argocd.argoproj.io/compare-options', '*', 'harmless', 'whether Argo CD shows that it differs'],
  ['argocd.argoproj.io/hook', 'PreSync Sync PostSync', 'harmless', ONCE_MORE, 'Job'],
  ['argocd.argoproj.io/hook', '*', 'left-alone', 'Argo CD applies it at its time only'],
  ['argocd.argoproj.io/hook-delete-policy', '*', 'harmless', 'when a Job that has run is removed', 'Job'],
  ['argocd.argoproj.io/hook-delete-policy', '*', 'left-alone', 'Argo CD removes it again'],
  ['argocd.argoproj.io/skip-reconcile', 'false', 'harmless', 'Argo CD looks at it'],
  ['argocd.argoproj.io/skip-reconcile', '*', 'left-alone', 'Argo CD does not look at it'],
  ['argocd.argoproj.io/sync-wave', '*', 'harmless', 'the order in which Argo CD applies'],
  ['argocd.argoproj.io/ignore-healthcheck', '*', 'harmless', 'whether the Application waits for it'],
  ['argocd.argoproj.io/ignore-resource-updates', '*', 'harmless', 'how often Argo CD compares it'],
  ['argocd.argoproj.io/manifest-generate-paths', '*', 'harmless', 'after which changes in Git Argo CD looks'],
  ['argocd.argoproj.io/refresh', '*', 'harmless', 'that Argo CD looks once more'],
  ['argocd.argoproj.io/tracking-id', '*', 'harmless', BELONGS],
  ['argocd.argoproj.io/instance', '*', 'harmless', BELONGS],
  ['link.argocd.argoproj.io/*', '*', 'harmless', 'a link in the page of Argo CD'],
  ['notified.notifications.argoproj.io', '*', 'harmless', 'what was notified'],
  ['notifications.argoproj.io/*', '*', 'harmless', 'who is told of the state of an Application'],
  // Flux
  ['kustomize.toolkit.fluxcd.io/reconcile', 'enabled', 'harmless', 'it is applied'],
  ['kustomize.toolkit.fluxcd.io/reconcile', '*', 'left-alone', 'Flux does not apply it'],
  ['kustomize.toolkit.fluxcd.io/ssa', 'Override', 'harmless', 'what Flux does anyway'],
  ['kustomize.toolkit.fluxcd.io/ssa', 'Merge', 'otherwise', 'what others add to it stays'],
  ['kustomize.toolkit.fluxcd.io/ssa', '*', 'left-alone', 'Flux does not apply it, or only once'],
  ['kustomize.toolkit.fluxcd.io/prune', 'disabled', 'kept', 'Flux keeps it'],
  ['kustomize.toolkit.fluxcd.io/prune', 'enabled', 'harmless', 'what Flux does anyway'],
  ['kustomize.toolkit.fluxcd.io/force', 'enabled', 'otherwise', 'removed and made again'],
  ['kustomize.toolkit.fluxcd.io/force', 'disabled', 'harmless', 'what Flux does anyway'],
  ['kustomize.toolkit.fluxcd.io/substitute', 'disabled', 'otherwise', 'variables in it stay'],
  ['kustomize.toolkit.fluxcd.io/substitute', 'enabled', 'harmless', 'what Flux does anyway'],
  ['kustomize.toolkit.fluxcd.io/name', '*', 'harmless', BELONGS],
  ['kustomize.toolkit.fluxcd.io/namespace', '*', 'harmless', BELONGS],
  ['helm.toolkit.fluxcd.io/name', '*', 'harmless', BELONGS],
  ['helm.toolkit.fluxcd.io/namespace', '*', 'harmless', BELONGS],
  ['helm.toolkit.fluxcd.io/driftDetection', '*', 'otherwise', 'what others change in it stays'],
  ['helm.toolkit.fluxcd.io/*', '*', 'unknown', 'how Flux applies it'],
  ['reconcile.fluxcd.io/requestedAt', '*', 'harmless', 'that Flux looks once more'],
  ['fluxcd.controlplane.io/prune', 'disabled', 'kept', 'Flux keeps it'],
  ['fluxcd.controlplane.io/reconcile', 'disabled', 'left-alone', 'Flux does not look at it'],
  // Helm
  ['helm.sh/hook', 'pre-install post-install pre-upgrade post-upgrade', 'harmless', ONCE_MORE, 'Job'],
  ['helm.sh/hook', '*', 'left-alone', 'Helm applies it at its time only'],
  ['helm.sh/hook-delete-policy', '*', 'harmless', 'when a Job that has run is removed', 'Job'],
  ['helm.sh/hook-delete-policy', '*', 'left-alone', 'Helm removes it again'],
  ['helm.sh/hook-weight', '*', 'harmless', 'the order of hooks'],
  ['helm.sh/hook*', '*', 'unknown', 'how Helm applies it'],
  ['helm.sh/resource-policy', 'keep', 'kept', 'Helm keeps it'],
  ['helm.sh/chart', '*', 'harmless', 'the name of the chart'],
  ['meta.helm.sh/*', '*', 'harmless', BELONGS],
  // kapp
  ['kapp.k14s.io/noop', '*', 'left-alone', 'kapp does not apply it'],
  ['kapp.k14s.io/exists', '*', 'left-alone', 'kapp waits for it, and does not apply it'],
  ['kapp.k14s.io/create-strategy', 'fallback-on-update', 'harmless', 'applied, whether it is there or not'],
  ['kapp.k14s.io/create-strategy', 'fallback-on-update-or-noop', 'left-alone', 'not applied where it is there'],
  ['kapp.k14s.io/update-strategy', 'skip', 'left-alone', 'what changes in Git is not applied'],
  ['kapp.k14s.io/update-strategy', 'fallback-on-replace always-replace', 'otherwise', 'removed and made again'],
  ['kapp.k14s.io/delete-strategy', 'orphan', 'kept', 'kapp keeps it'],
  ['kapp.k14s.io/versioned', '*', 'otherwise', 'applied under a name of its own each time'],
  ['kapp.k14s.io/change-group*', '*', 'harmless', 'the order in which kapp applies'],
  ['kapp.k14s.io/change-rule*', '*', 'harmless', 'the order in which kapp applies'],
  ['kapp.k14s.io/disable-wait', '*', 'harmless', 'whether kapp waits for it'],
  ['kapp.k14s.io/*', '*', 'unknown', 'how kapp applies it'],
  // Fleet
  ['fleet.cattle.io/*', '*', 'unknown', 'how Fleet applies it'],
  // Kubernetes, its tools and its distributions
  ...['categories', 'controls', 'standards', 'description'].map(
    (key): MarkRow => [`policy.open-cluster-management.io/${key}`, '*', 'harmless', TEXT],
  ),
  ['app.kubernetes.io/*', '*', 'harmless', 'recommended labels of Kubernetes: names for people and queries'],
  ['kubernetes.io/change-cause', '*', 'harmless', 'a text for kubectl rollout history'],
  ['kubernetes.io/description', '*', 'harmless', TEXT],
  ['kubernetes.io/metadata.name', '*', 'harmless', 'set by the API server; another value is refused'],
  ['rbac.authorization.kubernetes.io/autoupdate', 'true', 'harmless', 'by which Kubernetes restores roles of its own, and no other ones'],
  ['kubernetes.io/service-account.name', '*', 'harmless', 'whose token the Secret is filled with: the rule about Secrets looks at it'],
  ['kubectl.kubernetes.io/last-applied-configuration', '*', 'harmless', 'what kubectl applied before'],
  ['kubectl.kubernetes.io/restartedAt', '*', 'harmless', STARTS_PODS],
  ['kubectl.kubernetes.io/default-container', '*', 'harmless', 'which container kubectl shows first'],
  ['kubectl.kubernetes.io/default-logs-container', '*', 'harmless', 'which container kubectl shows first'],
  ['checksum/*', '*', 'harmless', `${STARTS_PODS} when what it is made of changes`],
  ['prometheus.io/*', '*', 'harmless', 'where metrics of the Pod itself are read'],
  ['checkov.io/skip*', '*', 'harmless', SCANNER],
  ['kube-linter.io/*', '*', 'harmless', SCANNER],
  ['ignore-check.kube-linter.io/*', '*', 'harmless', SCANNER],
  ['pod-security.kubernetes.io/audit*', '*', 'harmless', 'only counts'],
  ['pod-security.kubernetes.io/warn*', '*', 'harmless', 'only warns'],
  ['controller-gen.kubebuilder.io/version', '*', 'harmless', 'by which version it was generated'],
  ['api-approved.kubernetes.io', '*', 'harmless', 'where the API was approved'],
  ['backstage.io/*', '*', 'harmless', 'how the catalog of Backstage shows it'],
  ['security.openshift.io/MinimallySufficientPodSecurityStandard', '*', 'harmless', 'written by OpenShift: what the Pods there would need'],
  ['openshift.io/display-name', '*', 'harmless', TEXT],
  ['openshift.io/description', '*', 'harmless', TEXT],
  ['openshift.io/requester', '*', 'harmless', 'who asked for the project'],
  ['openshift.io/cluster-monitoring', '*', 'harmless', 'whether the metrics of the namespace go to the monitoring of the cluster'],
  ['app.openshift.io/*', '*', 'harmless', 'how the console draws it'],
  ['console.openshift.io/*', '*', 'harmless', 'how the console shows it'],
  ['include.release.openshift.io/*', '*', 'harmless', RELEASE],
  ['capability.openshift.io/name', '*', 'harmless', RELEASE],
  ['release.openshift.io/*', '*', 'harmless', RELEASE],
  ['olm.operatorframework.io/*', '*', 'harmless', OLM],
  ['operators.coreos.com/*', '*', 'harmless', OLM],
  ['olm.operatorGroup', '*', 'harmless', OLM],
  ['olm.operatorNamespace', '*', 'harmless', OLM],
  ['olm.targetNamespaces', '*', 'harmless', OLM],
  ['olm.providedAPIs', '*', 'harmless', 'judged with the OperatorGroup'],
];

/** Keys whose value is a list. */
const LISTS: ReadonlySet<string> = new Set([
  'argocd.argoproj.io/sync-options',
  'argocd.argoproj.io/compare-options',
  'argocd.argoproj.io/hook',
  'argocd.argoproj.io/hook-delete-policy',
  'helm.sh/hook',
  'helm.sh/hook-delete-policy',
]);

const EXACT = groupBy(
  MARKS.filter(([key]) => !key.endsWith('*')),
  ([key]) => key,
);
const BEGINNINGS = MARKS.flatMap((row) => (row[0].endsWith('*') ? [{ start: row[0].slice(0, -1), row }] : []));

/** Keys without a domain are the users' own: Kubernetes keeps those with one for tools. */
const OF_USERS = /^[^./]+$/;

/** One mark. */
export interface Mark {
  readonly effect: MarkEffect;
  /** Such as `argocd.argoproj.io/sync-options: Prune=false`: of a list, one of its options. */
  readonly text: string;
}

/**
 * What a label or an annotation makes of an object of this kind; nothing if its key is in no row.
 *
 * @example
 * marksIn('argocd.argoproj.io/sync-options', 'Prune=false, ServerSideApply=true', 'Job').map(({ effect }) => effect) // ['kept', 'harmless']
 */
export function marksIn(key: string, value: unknown, kind: string): Mark[] {
  const rows = EXACT.get(key) ?? BEGINNINGS.filter(({ start }) => key.startsWith(start)).map(({ row }) => row);
  if (rows.length === 0) return [];
  const options = LISTS.has(key) ? String(value).split(',') : [String(value)];
  return options.map((option) => {
    const text = option.trim();
    const fits = ([, values, , , of]: MarkRow): boolean => (of === undefined || of === kind) && (values === '*' || isOneOf(values, text));
    return { effect: rows.find(fits)?.[2] ?? 'unknown', text: `${key}: ${text}` };
  });
}

/** Flux and Config Sync take either case. */
function isOneOf(values: string, text: string): boolean {
  return values.toLowerCase().split(' ').includes(text.toLowerCase());
}

/** One of an object, and where it is. */
export interface PlacedMark extends Mark {
  readonly at: FieldPath;
}

/** The marks of an object that have one of these effects. */
export function marksWith(effects: readonly MarkEffect[], { kind, metadata }: KubernetesObject): PlacedMark[] {
  return (['labels', 'annotations'] as const)
    .flatMap((list) =>
      Object.entries(fieldsOf(metadata[list])).flatMap(([key, value]) =>
        marksIn(key, value, kind).map((mark) => ({ ...mark, at: ['metadata', list, key] })),
      ),
    )
    .filter(({ effect }) => effects.includes(effect));
}

/** Whether it is known what tools make of a label or an annotation: nothing, or what other rules tell. */
export function isKnownMark(key: string, value: unknown, kind: string): boolean {
  if (OF_USERS.test(key)) return true;
  const marks = marksIn(key, value, kind);
  return marks.length > 0 && marks.every(({ effect }) => effect !== 'unknown');
}
