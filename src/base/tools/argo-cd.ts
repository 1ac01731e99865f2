/** Argo CD (https://argo-cd.readthedocs.io) and its additions: its operator, image updater and notifications. */
import { inApplication } from '../inside/chart-values.js';
import { type Fields, fieldsOf, listOf, textOf } from '../kubernetes/pod-spec.js';
import { APPLIES, namespaced } from './row.js';
import { BRINGS, keeps, type Setting } from './setting.js';
import type { MarkRow, PathApplied, Tool } from './tool.js';

/** Argo Workflows, Events and Rollouts share this group. */
export const ARGO_GROUP = 'argoproj.io';
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
export const MANIFEST_GENERATE_PATHS = 'argocd.argoproj.io/manifest-generate-paths';
export const SYNC_WAVE = 'argocd.argoproj.io/sync-wave';
export const HOOK = 'argocd.argoproj.io/hook';
export const HOOK_DELETE_POLICY = 'argocd.argoproj.io/hook-delete-policy';
/** The label by which Argo CD finds the Secrets of clusters and repositories, with their passwords. */
export const SECRET_TYPE = 'argocd.argoproj.io/secret-type';
/** The finalizer with which a deleted Application removes the objects that it applied. */
export const RESOURCES_FINALIZER = 'resources-finalizer.argocd.argoproj.io';

const COMPARE_OPTIONS = 'argocd.argoproj.io/compare-options';
const BELONGS = 'the object it belongs to';

/** Options of how Argo CD applies an object, not whether: these with any value, and these exact ones. */
const SWITCHES = [
  'SkipDryRunOnMissingResource',
  'ServerSideApply',
  'ClientSideApplyMigration',
  'RespectIgnoreDifferences',
  'ApplyOutOfSyncOnly',
  'CreateNamespace',
  'PruneLast',
  'FailOnSharedResource',
];
const HOW = [
  'Prune=true Delete=true Replace=false Force=false Validate=true',
  ...SWITCHES.map((option) => `${option}=true ${option}=false`),
  'PrunePropagationPolicy=foreground PrunePropagationPolicy=background',
].join(' ');

const MARKS: readonly MarkRow[] = [
  [SYNC_OPTIONS, 'Prune=false Prune=confirm Delete=false Delete=confirm', 'kept', 'Argo CD keeps it'],
  [SYNC_OPTIONS, 'PrunePropagationPolicy=orphan', 'kept', 'the objects that it created stay'],
  [SYNC_OPTIONS, 'Replace=true Force=true Validate=false', 'otherwise', 'deleted and created again, or not validated'],
  [SYNC_OPTIONS, HOW, 'harmless', 'the way in which Argo CD applies it'],
  [COMPARE_OPTIONS, '*', 'harmless', 'whether Argo CD shows that it differs'],
  [HOOK, 'PreSync Sync PostSync', 'harmless', 'a Job that is started again each time', 'Job'],
  [HOOK, '*', 'left-alone', 'Argo CD applies it only at one phase of a sync'],
  [HOOK_DELETE_POLICY, '*', 'harmless', 'when a Job that has run is removed', 'Job'],
  [HOOK_DELETE_POLICY, '*', 'left-alone', 'Argo CD removes it again'],
  ['argocd.argoproj.io/skip-reconcile', 'false', 'harmless', 'Argo CD reconciles it'],
  ['argocd.argoproj.io/skip-reconcile', '*', 'left-alone', 'Argo CD does not reconcile it'],
  [SYNC_WAVE, '*', 'harmless', 'the order in which Argo CD applies'],
  ['argocd.argoproj.io/ignore-healthcheck', '*', 'harmless', 'whether the Application waits for it'],
  ['argocd.argoproj.io/ignore-resource-updates', '*', 'harmless', 'how often Argo CD compares it'],
  [MANIFEST_GENERATE_PATHS, '*', 'harmless', 'which changes in Git make Argo CD compare'],
  ['argocd.argoproj.io/refresh', '*', 'harmless', 'that Argo CD refreshes once'],
  ['argocd.argoproj.io/tracking-id', '*', 'harmless', BELONGS],
  ['argocd.argoproj.io/instance', '*', 'harmless', BELONGS],
  ['link.argocd.argoproj.io/*', '*', 'harmless', 'a link in the page of Argo CD'],
  ['notified.notifications.argoproj.io', '*', 'harmless', 'past notifications'],
  ['notifications.argoproj.io/*', '*', 'harmless', 'who is notified about the state of an Application'],
];

/** The paths of an Application. A source with a chart has no path. */
function pathsOf({ spec }: Fields): PathApplied[] {
  const { source, sources, destination } = fieldsOf(spec);
  return [fieldsOf(source), ...listOf(sources)].flatMap((one) => {
    const { path, chart, repoURL, directory } = one;
    if (typeof path !== 'string' || chart !== undefined) return [];
    const recurses = fieldsOf(directory).recurse === true;
    const plain = isDirectory(fieldsOf(directory)) ? { isPlain: true as const } : {};
    const address = textOf(repoURL) ?? '';
    return [{ path, address, recurses, ...plain, destination: fieldsOf(destination), settings: { argoCd: one } }];
  });
}

/**
 * Whether the fields of `directory` decide that Argo CD applies plain files, even where there is a kustomization or a chart (argo-cd,
 * `ExplicitType` of a source; `NormalizeSource` drops a `directory` that says nothing).
 */
function isDirectory({ recurse, include, exclude, jsonnet }: Fields): boolean {
  return recurse === true || [include, exclude].some((pattern) => textOf(pattern)) || Object.keys(fieldsOf(jsonnet)).length > 0;
}

const DECIDING = (
  'applicationSet.sourceNamespaces configManagementPlugins dex kustomizeBuildOptions kustomizeVersions localUsers ' +
  'oidcConfig rbac sourceNamespaces sso'
).split(' ');

/** Keys of argocd-cm by which Argo CD gives and applies nothing else: `*` at the end for a prefix. */
export const SHOWN_BY_ARGO_CD: readonly string[] = [
  ...['application.instanceLabelKey', 'resource.compareoptions', 'resource.ignoreResourceUpdatesEnabled'],
  ...['resource.customizations.health.*', 'resource.customizations.ignoreResourceUpdates.*'],
  ...['help.chatText', 'statusbadge.enabled', 'ui.bannercontent', 'ui.bannerpermanent', 'ui.bannerposition'],
];

const APART = (
  'appSync applicationInstanceLabelKey autoscale banner grafana ha helpChatText helpChatURL ingress logFormat logLevel monitoring ' +
  'nodePlacement parallelismLimit processors prometheus replicas resourceExclusions resourceHealthChecks ' +
  'resourceIgnoreDifferences resourceInclusions resourceTrackingMethod resources route statusBadgeEnabled'
).split(' ');

/** An Argo CD that its operator runs; the operator makes the ConfigMaps and roles of Argo CD from these fields. */
const RUNNING: Setting = {
  ...keeps('warning', 'how Argo CD runs, and who can do what in it', BRINGS),
  worst: DECIDING,
  writes: { extraConfig: 'argocd-cm', cmdParams: 'argocd-cmd-params-cm' },
  apart: [...APART, ...SHOWN_BY_ARGO_CD],
};

export const ARGO_CD: Tool = {
  name: 'Argo CD',
  rows: [
    ...namespaced(ARGO_GROUP, 'Application', APPLIES, { carries: inApplication, paths: pathsOf }),
    ...namespaced(ARGO_GROUP, 'ApplicationSet', APPLIES, { makes: 'Application' }),
    ...namespaced(ARGO_GROUP, 'AppProject', APPLIES),
    ...namespaced(ARGO_GROUP, 'ArgoCD', RUNNING),
  ],
  marks: MARKS,
  lists: [SYNC_OPTIONS, COMPARE_OPTIONS, HOOK, HOOK_DELETE_POLICY],
  settingMarks: [['Namespace', 'labels', 'argocd.argoproj.io/managed-by', 'warning', 'which Argo CD can do everything in the namespace']],
};
