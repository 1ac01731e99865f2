/** The wording of a conflict between groups: who holds the APIs, and where the groups meet. */
import { formatReference, namespacedName } from '../../model/kubernetes-object.js';
import { listText } from '../../model/name-lists.js';
import { apiKey } from '../../model/provided-api.js';
import { groupSurface } from '../intersection.js';
import { intersection, type NamespaceSet } from '../namespace-set.js';
import type { ResolvedCsv, ResolvedGroup } from '../resolve.js';
import type { Surroundings } from './surroundings.js';
import { targetsText } from './text.js';

/** Names the groups that hold the APIs, the APIs, and the namespaces that they share with the CSV's group. */
export function conflictMessage({ verdict, providedApis, group }: ResolvedCsv, { groups }: Pick<Surroundings, 'groups'>): string {
  const own = group && surfaceOf(group);
  const holders = verdict.because.map((reference) => {
    const holder = groups.get(namespacedName(reference));
    const apis = providedApis.map(apiKey).filter((api) => holder?.providedApis.has(api));
    const shared = own && holder ? intersection(own, surfaceOf(holder)) : [];
    return `${formatReference(reference)} already provides ${listText(apis)} in ${targetsText(shared)}`;
  });
  return `${holders.join('; ')}: groups that share a namespace cannot both provide an API`;
}

function surfaceOf({ group, namespaces = [], providedApis }: ResolvedGroup): NamespaceSet {
  return groupSurface(group, namespaces, providedApis).targets;
}
