/**
 * Makes a state of a review from manifests that were rendered before. Manifests are used as they are; OLM's rules only fill in facts that
 * the manifests do not contain.
 */

import { isNamedObject, type KubernetesObject, objectKey } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { Cluster } from '../../olm/model/cluster.js';
import { isLabelledCopy } from '../../olm/model/labelled-copy.js';
import type { UnreadFile } from '../../olm/model/unread-file.js';
import type { ResolvedCsv, ResolvedGroup } from '../../olm/rules/resolution.js';
import { type ResolveOptions, resolve } from '../../olm/rules/resolve.js';
import type { Phase, Reason } from '../../olm/rules/verdict.js';
import { keepFiles } from './object-files.js';
import type { State } from './state.js';

/** The content of a rendering. */
export interface RenderedInput {
  /** The cluster as far as OLM's rules know it, with the Namespaces that older renderings do not contain. */
  readonly cluster: Cluster;
  /** The documents as they were rendered. */
  readonly documents: readonly ParsedDocument[];
  readonly unread?: readonly UnreadFile[];
}

/**
 * The state of rendered manifests. Copied CSVs are skipped. Required CRDs are not rendered and count as present: verdicts come from the
 * status of the CSVs.
 *
 * @param label as the user named it
 * @param placeOf see placesIn
 */
export function renderedState(
  label: string,
  { cluster, documents, unread = [] }: RenderedInput,
  placeOf: State['placeOf'],
  options?: ResolveOptions,
): Omit<State, 'findings'> {
  keepFiles(documents);
  const resolved = resolve(cluster, options);
  const objects = documents.map(({ value }) => value).filter(isNamedObject);
  const written = new Map(objects.map((object) => [objectKey(object), object]));
  const groups = new Map(resolved.groups.map((group) => [group, withWrittenTargets(group, written)]));
  const resolution = {
    ...resolved,
    groups: [...groups.values()],
    csvs: resolved.csvs.map(({ group, ...csv }) => withWrittenVerdict(group ? { ...csv, group: groups.get(group) ?? group } : csv)),
  };
  return {
    label,
    cluster,
    resolution,
    objects: objects.filter((object) => !isLabelledCopy(object)),
    copied: [],
    given: objects,
    documents: documents.map(({ value, source }) => ({ value, file: source.file })),
    unread,
    placeOf,
  };
}

/** Target namespaces that a selector chose when the group was rendered are not a list that somebody wrote. */
function withWrittenTargets(resolved: ResolvedGroup, written: ReadonlyMap<string, KubernetesObject>): ResolvedGroup {
  const { spec } = written.get(objectKey(resolved.group.manifest)) ?? resolved.group.manifest;
  const { selector, targetNamespaces } = (spec ?? {}) as { selector?: unknown; targetNamespaces?: unknown };
  return selector && !targetNamespaces ? { ...resolved, group: { ...resolved.group, targetNamespaces: [] } } : resolved;
}

function withWrittenVerdict(csv: ResolvedCsv): ResolvedCsv {
  const { phase, reason = '', message = '' } = (csv.csv.manifest.status ?? {}) as { phase?: Phase; reason?: Reason; message?: string };
  if (phase === undefined || (phase === csv.verdict.phase && reason === csv.verdict.reason)) return csv;
  return { ...csv, verdict: { phase, reason, message, because: [] }, certainty: 'certain', rivals: [], unmet: [] };
}
