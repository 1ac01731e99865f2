/**
 * Whether the InstallPlan of an operator can finish. OLM carries out its steps one after the other, and the first one that fails stops all:
 * kinds that OLM does not install, APIs that the cluster does not serve, CRDs that would lose objects (OLM's ExecutePlan in
 * catalog/operator.go; discoveryQuerier in not_found.go).
 */
import semver from 'semver';
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { compareByName, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { removalOf } from '../../../base/kubernetes/removed-apis.js';
import { MAX_STORED_BYTES, storedBytes } from '../../../base/kubernetes/stored-size.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import { knownKinds } from '../../../base/tools/kinds.js';
import { addedProperties } from '../../dependencies/properties.js';
import type { Bundle } from '../../model/bundle.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { versionsOf } from '../../model/versions.js';
import { apiVersionOfKind, isInstalledBy } from '../bundle-kinds.js';
import { hasDumpedCrds } from '../dumped.js';
import { beingReplaced } from '../replacement.js';
import type { Resolution, ResolvedCsv } from '../resolution.js';
import { neverSynced } from '../verdict.js';
import { crdStepFailure } from './crd-step.js';
import type { PlanFailure } from './plan-failure.js';

/**
 * The resolution in which no CSV runs whose InstallPlan cannot finish, or whose Pods have no account. The CSV that it would replace stays:
 * it never succeeds, and OLM deletes a CSV only after its successor has (phase Replacing in OLM's transitionCSVState).
 *
 * @param resolve the rules for the cluster without some of its CSVs
 * @param judge what else keeps a CSV from running
 */
export function withInstallPlans(
  cluster: Cluster,
  resolution: Resolution,
  resolve: (cluster: Cluster) => Resolution,
  judge: Judge = (resolved) => resolved,
): Resolution {
  const planned = withPlans(cluster, resolution, judge);
  const failing = planned.csvs.filter(({ verdict }) => isNotInstalled(verdict));
  const isFailing = (csv: ClusterServiceVersion): boolean => failing.some((one) => one.csv === csv);
  if (!planned.replaced.some(({ by }) => isFailing(by))) return planned;
  const others = { ...cluster, clusterServiceVersions: cluster.clusterServiceVersions.filter((csv) => !isFailing(csv)) };
  const rest = withInstallPlans(others, resolve(others), resolve, judge);
  const csvs = [...rest.csvs.map((resolved) => ofSuccessor(resolved, failing)), ...failing];
  return { ...rest, csvs: csvs.toSorted((a, b) => compareByName(a.csv, b.csv)) };
}

/** The CSV, in phase Replacing if one of these exists and replaces it: OLM moves it there before its successor has been installed. */
function ofSuccessor(resolved: ResolvedCsv, failing: readonly ResolvedCsv[]): ResolvedCsv {
  const { csv, verdict } = resolved;
  if (verdict.phase !== 'Succeeded' && (verdict.phase !== 'Replacing' || verdict.because.length > 0)) return resolved;
  const next = failing.find((one) => one.csv.namespace === csv.namespace && one.csv.replaces === csv.name);
  return next && next.verdict.neverSynced === undefined ? { ...resolved, verdict: beingReplaced(next.csv, verdict) } : resolved;
}

type Judge = (resolved: ResolvedCsv, cluster: Cluster, all: readonly ResolvedCsv[]) => ResolvedCsv;

function isNotInstalled({ neverSynced: why, awaited }: ResolvedCsv['verdict']): boolean {
  return why === 'InstallPlanFailed' || why === 'InstallPlanRefused' || why === 'NotResolved' || awaited !== undefined;
}

function withPlans(cluster: Cluster, resolution: Resolution, judge: Judge): Resolution {
  const csvs = resolution.csvs.map((resolved) => judge(withPlan(resolved, cluster), cluster, resolution.csvs));
  return csvs.every((csv, index) => csv === resolution.csvs[index]) ? resolution : { ...resolution, csvs };
}

function withPlan(resolved: ResolvedCsv, cluster: Cluster): ResolvedCsv {
  const { csv, verdict } = resolved;
  // A CSV of the input exists already: no InstallPlan creates it.
  if (!csv.isResolved || !csv.bundle) return resolved;
  const runs = verdict.phase === 'Succeeded' || verdict.reason === 'RequirementsNotMet';
  if (runs && cluster.unresolvedNamespaces.includes(csv.namespace)) return { ...resolved, verdict: neverSynced('NotResolved') };
  const planFailures = planFailuresOf(csv.bundle, cluster);
  const isRefused = refusedKinds(csv.bundle, cluster).length > 0 || planFailures.some(({ isPerhaps }) => !isPerhaps);
  if (planFailures.length === 0 && !isRefused) return resolved;
  return {
    ...resolved,
    ...(planFailures.length > 0 ? { planFailures } : {}),
    ...(isRefused && runs ? { verdict: neverSynced('InstallPlanFailed') } : {}),
  };
}

/** The kinds of a bundle that this release of OLM does not install, each once: another finding reports them. */
export function refusedKinds({ others }: Pick<Bundle, 'others'>, { versions }: Pick<Cluster, 'versions'>): string[] {
  const { olm } = versionsOf(versions);
  return [...new Set(others.map(({ kind }) => kind))].filter((kind) => !isInstalledBy(olm, kind));
}

/** The failing steps of a bundle, in the order of its manifests. */
export function planFailuresOf(bundle: Bundle, cluster: Cluster): PlanFailure[] {
  const existing = new Map(
    cluster.customResourceDefinitions.flatMap(({ name, manifest }) => (manifest ? [[name, manifest] as const] : [])),
  );
  return [
    ...bundle.customResourceDefinitions.flatMap((crd): PlanFailure[] => {
      const object = referenceTo(crd);
      const gone = notServed(crd, cluster);
      if (gone.length > 0) return gone;
      const before = existing.get(crd.metadata.name);
      const failure = before && crdStepFailure(before, crd, cluster.customResources);
      if (!failure) return [];
      // In a review, a status is what its author claims.
      const isCertain = !cluster.isReviewed || crdStepFailure({ ...before, status: undefined }, crd, cluster.customResources);
      return [{ ...failure, object, ...(isCertain ? {} : { isPerhaps: true as const, unless: 'the cluster stores other versions' }) }];
    }),
    ...bundle.others.flatMap((manifest) =>
      AS_WRITTEN.has(manifest.kind) && !isOptional(manifest, bundle) ? notServed(manifest, cluster) : [],
    ),
    ...[bundle.csv, ...bundle.customResourceDefinitions].flatMap((manifest) => tooLarge(manifest, cluster)),
  ];
}

/** Whether OLM goes on where the cluster does not serve a manifest: `olm.manifests.optional` names it (OLM's resolver/steps.go). */
function isOptional({ apiVersion, kind, metadata: { namespace = '', name } }: KubernetesObject, bundle: Bundle): boolean {
  const values = addedProperties(bundle).flatMap(({ type, value }) => (type === 'olm.manifests.optional' ? [value] : []));
  const named = values.flatMap((value) => (isMapping(value) && Array.isArray(value.manifests) ? value.manifests.filter(isMapping) : []));
  return named.some(
    (one) => (one.group ?? '') === groupOf(apiVersion) && one.kind === kind && one.name === name && (one.namespace ?? '') === namespace,
  );
}

function tooLarge(manifest: KubernetesObject, { isReviewed }: Cluster): PlanFailure[] {
  const { kind, metadata } = manifest;
  const bytes = storedBytes(manifest);
  const message = `error creating ${kind} ${metadata.name}: etcdserver: request is too large (${bytes} bytes, and ${MAX_STORED_BYTES} are stored)`;
  const open = isReviewed ? { isPerhaps: true as const, unless: 'the API server drops a part of it' } : {};
  const found = { message, fix: `use a version of the operator with a smaller ${kind}`, object: referenceTo(manifest), ...open };
  return bytes > MAX_STORED_BYTES ? [found] : [];
}

/** The kinds that OLM applies as written, in their own apiVersion; it reads the others into types of its own. */
const AS_WRITTEN: ReadonlySet<string> = new Set([
  'PrometheusRule',
  'ServiceMonitor',
  'PodDisruptionBudget',
  'PriorityClass',
  'VerticalPodAutoscaler',
  'ConsoleYAMLSample',
  'ConsoleQuickStart',
  'ConsoleCLIDownload',
  'ConsoleLink',
  'ConsolePlugin',
  'NetworkPolicy',
]);

function notServed(manifest: KubernetesObject, cluster: Cluster): PlanFailure[] {
  const apiVersion = String(manifest.apiVersion || apiVersionOfKind(manifest.kind) || '');
  const { kind } = manifest;
  const object = referenceTo({ ...manifest, apiVersion });
  const missing = (fix: string): PlanFailure => ({
    message: `api-server resource not found installing ${kind} ${object.name}: GroupVersionKind ${apiVersion}, Kind=${kind} not found on the cluster`,
    fix,
    object,
  });
  const { kubernetes } = versionsOf(cluster.versions);
  const removal = removalOf({ apiVersion, kind });
  if (removal && (semver.coerce(kubernetes)?.minor ?? 0) >= removal.minor) {
    const instead = removal.instead === undefined ? '' : `, with ${removal.instead}`;
    const found = missing(
      `use a later version of the operator${instead}: Kubernetes 1.${removal.minor} no longer serves ${apiVersion} ${kind}`,
    );
    // An assumed version takes no permissions away in a review.
    const isOpen = cluster.isReviewed && cluster.versions.kubeVersion === undefined;
    return [{ ...found, ...(isOpen ? { isPerhaps: true as const, unless: 'the cluster is older' } : {}) }];
  }
  const group = groupOf(apiVersion);
  if (knownKinds(group) !== undefined || isServed(apiVersion, kind, cluster)) return [];
  const found = missing(`install the CRD of ${kind} first, or use a version of the operator without ${kind}`);
  return [{ ...found, ...(isClosed(cluster) ? {} : { isPerhaps: true as const }) }];
}

/** Whether a CRD of the input or of an installed bundle serves a kind, or the platform has it. */
function isServed(apiVersion: string, kind: string, { customResourceDefinitions, isOpenShift }: Cluster): boolean {
  const group = groupOf(apiVersion);
  const version = apiVersion.slice(group.length + 1);
  if (isOpenShift && (group === 'monitoring.coreos.com' || /\.openshift\.io$/.test(group))) return true;
  return customResourceDefinitions.some((crd) => crd.group === group && crd.kind === kind && crd.versions.includes(version));
}

/** Whether the input tells all CRDs of its cluster: it is a dump with CRDs, or the named platform is OLM on plain Kubernetes. */
export function isClosed(cluster: Cluster): boolean {
  return cluster.isPartlyRead !== true && (cluster.platform === 'olm' || hasDumpedCrds(cluster));
}
