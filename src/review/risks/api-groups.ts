/** The APIs that operators of the input provide. */
import type { ReviewSide } from '../review.js';

/** Their API groups, by the owned CRDs and APIServices of all CSVs and the CRDs of the input: rights to these are the operators' own business. */
export function ownApiGroups({ cluster, resolution }: ReviewSide): Set<string> {
  return new Set([
    ...resolution.csvs.flatMap(({ providedApis }) => providedApis.map(({ group }) => group)),
    ...cluster.customResourceDefinitions.map(({ group }) => group),
  ]);
}

/** `plural.group` of the CRDs at hand whose objects belong to no namespace, so that no editor of a namespace creates them. */
export function clusterScopedCrds({ objects }: ReviewSide): Set<string> {
  const found = objects.filter(
    ({ kind, spec }) => kind === 'CustomResourceDefinition' && (spec as { scope?: unknown } | null | undefined)?.scope === 'Cluster',
  );
  return new Set(found.map(({ metadata }) => metadata.name));
}
