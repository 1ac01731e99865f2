/**
 * A side of a review, made of manifests that were rendered before. They are taken as they are; the rules are asked only
 * for what the manifests do not say themselves.
 */
import type { ParsedDocument } from '../manifest/parse.js';
import { isError, type UnlocatedProblem } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { isDnsLabel } from '../model/names.js';
import type { OperatorGroup } from '../model/operator-group.js';
import { readCluster } from '../model/read-cluster.js';
import { resolutionFindings } from '../rules/findings.js';
import { isAllNamespaces } from '../rules/namespace-set.js';
import { type ResolvedCsv, type ResolveOptions, resolve } from '../rules/resolve.js';
import type { Phase, Reason } from '../rules/verdict.js';
import { placesIn } from './places-in.js';
import type { ReviewSide } from './review.js';

/**
 * The side of rendered documents. Copied CSVs are passed over. Namespaces, which are not rendered, are taken to be there;
 * so are required CRDs, since the verdicts are those that the CSVs carry.
 *
 * @param place the line and column of a field of a document, such as a Locator's
 * @returns no side where a problem stops the run
 */
export function renderedSide(
  label: string,
  documents: readonly ParsedDocument[],
  place: Parameters<typeof placesIn>[1],
  options?: ResolveOptions,
): { side?: ReviewSide; problems: UnlocatedProblem[] } {
  const { cluster: written, problems } = readCluster([...documents, ...namespaceDocuments(documents)]);
  if (problems.some(isError)) return { problems };
  const cluster: Cluster = { ...written, operatorGroups: written.operatorGroups.map(withWrittenTargets) };
  const resolved = resolve(cluster, options);
  const resolution = { ...resolved, csvs: resolved.csvs.map(withWrittenVerdict) };
  const side: ReviewSide = {
    label,
    cluster,
    resolution,
    objects: documents
      .map(({ value }) => value as KubernetesObject)
      .filter((object) => object.kind !== 'Namespace' && !isCopiedCsv(object)),
    findings: resolutionFindings(cluster, resolution),
    placeOf: placesIn(cluster, place),
  };
  return { side, problems };
}

/** A Namespace for each one that the documents speak of and do not hold. */
function namespaceDocuments(documents: readonly ParsedDocument[]): ParsedDocument[] {
  const [first] = documents;
  if (!first) return [];
  const objects = documents.map(({ value }) => value as Partial<KubernetesObject> | null);
  const given = objects.filter((object) => object?.kind === 'Namespace').map((object) => object?.metadata?.name);
  const named = new Set([
    ...objects.map((object) => object?.metadata?.namespace),
    ...objects.flatMap((object) => (object?.kind === 'OperatorGroup' ? writtenTargets(object) : [])),
  ]);
  return [...named]
    .filter((name) => typeof name === 'string' && isDnsLabel(name) && !given.includes(name))
    .map((name) => ({ value: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, source: first.source }));
}

/** `status.namespaces` of an OperatorGroup. */
function writtenTargets({ status }: Readonly<Record<string, unknown>>): readonly string[] {
  const { namespaces } = (status ?? {}) as { namespaces?: unknown };
  return Array.isArray(namespaces) ? namespaces.filter((name) => typeof name === 'string') : [];
}

/** A selector cannot be asked without the labels of the namespaces, but its outcome is written down. */
function withWrittenTargets(group: OperatorGroup): OperatorGroup {
  const targets = writtenTargets(group.manifest);
  if (!group.selector || targets.length === 0) return group;
  const { selector: _, ...rest } = group;
  return { ...rest, targetNamespaces: isAllNamespaces(targets) ? [] : targets };
}

function withWrittenVerdict(csv: ResolvedCsv): ResolvedCsv {
  const { phase, reason = '', message = '' } = (csv.csv.manifest.status ?? {}) as { phase?: Phase; reason?: Reason; message?: string };
  if (phase === undefined || (phase === csv.verdict.phase && reason === csv.verdict.reason)) return csv;
  return { ...csv, verdict: { phase, reason, message, because: [] }, certainty: 'certain', rivals: [], unmet: [] };
}

function isCopiedCsv({ kind, metadata }: KubernetesObject): boolean {
  return kind === 'ClusterServiceVersion' && Object.hasOwn(metadata.labels ?? {}, COPIED_FROM_LABEL);
}
