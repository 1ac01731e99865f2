/** The APIs that operators of the input provide. */
import type { PolicyRule } from '../../model/policy-rule.js';
import type { ReviewSide } from '../review.js';

/** Their API groups, by the owned CRDs and APIServices of all CSVs and the CRDs of the input: rights to these are the operators' own business. */
export function ownApiGroups({ cluster, resolution }: ReviewSide): Set<string> {
  return new Set([
    ...resolution.csvs.flatMap(({ providedApis }) => providedApis.map(({ group }) => group)),
    ...cluster.customResourceDefinitions.map(({ group }) => group),
  ]);
}

/** `plural.group` of the CRDs at hand whose objects belong to no namespace, so that no editor of a namespace creates them. */
export function clusterScopedCrds({ objects }: Pick<ReviewSide, 'objects'>): Set<string> {
  const found = objects.filter(
    ({ kind, spec }) => kind === 'CustomResourceDefinition' && (spec as { scope?: unknown } | null | undefined)?.scope === 'Cluster',
  );
  return new Set(found.map(({ metadata }) => metadata.name));
}

/** The resources of the APIs that CSVs provide, by API group. */
export type ProvidedResources = ReadonlyMap<string, ReadonlySet<string>>;

export function providedResources({ resolution }: ReviewSide): ProvidedResources {
  const provided = new Map<string, Set<string>>();
  for (const { group, plural } of resolution.csvs.flatMap(({ providedApis }) => providedApis)) {
    const known = provided.get(group);
    if (known) known.add(plural);
    else provided.set(group, new Set([plural]));
  }
  return provided;
}

/** `plural.group` of the provided APIs that a rule is about, by wildcard too. */
export function providedApisIn({ apiGroups = [], resources = [] }: PolicyRule, provided: ProvidedResources): string[] {
  const groups = apiGroups.includes('*') ? [...provided.keys()] : apiGroups;
  const named = new Set(resources);
  return groups.flatMap((group) =>
    [...(provided.get(group) ?? [])].filter((plural) => named.has('*') || named.has(plural)).map((plural) => `${plural}.${group}`),
  );
}
