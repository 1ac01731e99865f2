/** Argo CD (https://argo-cd.readthedocs.io) and its additions: its operator, image updater and notifications. */
import { inApplication } from '../inside/chart-values.js';
import { type Fields, fieldsOf, listOf, textOf } from '../kubernetes/pod-spec.js';
import { APPLIES, namespaced } from './row.js';
import { keeps } from './setting.js';
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
const BELONGS = 'to what it belongs';

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
  [SYNC_OPTIONS, 'PrunePropagationPolicy=orphan', 'kept', 'what it made stays'],
  [SYNC_OPTIONS, 'Replace=true Force=true Validate=false', 'otherwise', 'removed and made again, or not checked'],
  [SYNC_OPTIONS, HOW, 'harmless', 'how Argo CD applies it, not whether'],
  [COMPARE_OPTIONS, '*', 'harmless', 'whether Argo CD shows that it differs'],
  [HOOK, 'PreSync Sync PostSync', 'harmless', 'a Job that is started again each time', 'Job'],
  [HOOK, '*', 'left-alone', 'Argo CD applies it at its time only'],
  [HOOK_DELETE_POLICY, '*', 'harmless', 'when a Job that has run is removed', 'Job'],
  [HOOK_DELETE_POLICY, '*', 'left-alone', 'Argo CD removes it again'],
  ['argocd.argoproj.io/skip-reconcile', 'false', 'harmless', 'Argo CD looks at it'],
  ['argocd.argoproj.io/skip-reconcile', '*', 'left-alone', 'Argo CD does not look at it'],
  [SYNC_WAVE, '*', 'harmless', 'the order in which Argo CD applies'],
  ['argocd.argoproj.io/ignore-healthcheck', '*', 'harmless', 'whether the Application waits for it'],
  ['argocd.argoproj.io/ignore-resource-updates', '*', 'harmless', 'how often Argo CD compares it'],
  [MANIFEST_GENERATE_PATHS, '*', 'harmless', 'after which changes in Git Argo CD looks'],
  ['argocd.argoproj.io/refresh', '*', 'harmless', 'that Argo CD looks once more'],
  ['argocd.argoproj.io/tracking-id', '*', 'harmless', BELONGS],
  ['argocd.argoproj.io/instance', '*', 'harmless', BELONGS],
  ['link.argocd.argoproj.io/*', '*', 'harmless', 'a link in the page of Argo CD'],
  ['notified.notifications.argoproj.io', '*', 'harmless', 'what was notified'],
  ['notifications.argoproj.io/*', '*', 'harmless', 'who is told of the state of an Application'],
];

/** The paths of an Application. A source with a chart has no path. */
function pathsOf({ spec }: Fields): PathApplied[] {
  const { source, sources, destination } = fieldsOf(spec);
  return [fieldsOf(source), ...listOf(sources)].flatMap((one) => {
    const { path, chart, repoURL, directory } = one;
    if (typeof path !== 'string' || chart !== undefined) return [];
    const recurses = fieldsOf(directory).recurse === true;
    return [{ path, address: textOf(repoURL) ?? '', recurses, destination: fieldsOf(destination), settings: { argoCd: one } }];
  });
}

export const ARGO_CD: Tool = {
  name: 'Argo CD',
  rows: [
    ...namespaced(ARGO_GROUP, 'Application', APPLIES, { carries: inApplication, paths: pathsOf }),
    ...namespaced(ARGO_GROUP, 'ApplicationSet', APPLIES, { makes: 'Application' }),
    ...namespaced(ARGO_GROUP, 'AppProject', APPLIES),
    ...namespaced(ARGO_GROUP, 'ArgoCD', keeps('warning', 'how Argo CD runs, and who can do what in it')),
  ],
  marks: MARKS,
  lists: [SYNC_OPTIONS, COMPARE_OPTIONS, HOOK, HOOK_DELETE_POLICY],
  settingMarks: [['Namespace', 'labels', 'argocd.argoproj.io/managed-by', 'warning', 'which Argo CD can do everything in the namespace']],
};
