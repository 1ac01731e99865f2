/** The APIs that operators of the input provide. */
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import type { State } from '../../state/state.js';

/** Their API groups, from the owned CRDs and APIServices of all CSVs and the CRDs of the input: operators need permissions on these. */
export function ownApiGroups({ cluster, resolution }: State): Set<string> {
  return new Set([
    ...resolution.csvs.flatMap(({ providedApis }) => providedApis.map(({ group }) => group)),
    ...cluster.customResourceDefinitions.map(({ group }) => group),
  ]);
}

/** The resources of the APIs that CSVs provide, by API group. */
export type ProvidedResources = ReadonlyMap<string, ReadonlySet<string>>;

export function providedResources({ resolution }: State): ProvidedResources {
  const provided = new Map<string, Set<string>>();
  for (const { group, plural } of resolution.csvs.flatMap(({ providedApis }) => providedApis)) {
    const known = provided.get(group);
    if (known) known.add(plural);
    else provided.set(group, new Set([plural]));
  }
  return provided;
}

/** `plural.group` of the provided APIs that a rule covers, including by wildcard. */
export function providedApisIn({ apiGroups = [], resources = [] }: PolicyRule, provided: ProvidedResources): string[] {
  const groups = apiGroups.includes('*') ? [...provided.keys()] : apiGroups;
  const named = new Set(resources);
  return groups.flatMap((group) =>
    [...(provided.get(group) ?? [])].filter((plural) => named.has('*') || named.has(plural)).map((plural) => `${plural}.${group}`),
  );
}
