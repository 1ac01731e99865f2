/** The wording of a conflict between groups: which group provides the APIs, and which namespaces both have. */

import { formatReference, namespacedName } from '../../kubernetes/object.js';
import { apiKey } from '../../model/provided-api.js';
import { groupSurface } from '../../rules/intersection.js';
import { intersection, type NamespaceSet } from '../../rules/namespace-set.js';
import type { ResolvedCsv, ResolvedGroup } from '../../rules/resolution.js';
import { listed, targetsText } from '../../wording/phrases.js';
import type { Surroundings } from './surroundings.js';

/** Names the groups that provide the APIs, the APIs, and the namespaces that they share with the CSV's group. */
export function conflictMessage({ verdict, providedApis, group }: ResolvedCsv, { groups }: Pick<Surroundings, 'groups'>): string {
  const own = group && surfaceOf(group);
  const holders = verdict.because.map((reference) => {
    const holder = groups.get(namespacedName(reference));
    const apis = providedApis.map(apiKey).filter((api) => holder?.providedApis.has(api));
    const shared = own && holder ? intersection(own, surfaceOf(holder)) : [];
    return `${formatReference(reference)} already provides ${listed(apis, 'APIs')} in ${targetsText(shared)}`;
  });
  return `${holders.join(' and ')}; groups that share a namespace cannot provide the same API`;
}

function surfaceOf({ group, namespaces = [], providedApis }: ResolvedGroup): NamespaceSet {
  return groupSurface(group, namespaces, providedApis).targets;
}
