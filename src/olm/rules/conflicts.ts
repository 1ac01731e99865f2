/**
 * Conflicts: decides who may provide an API if groups intersect. Runs the intersection rule for every member
 * until nothing changes, since no failed state is terminal (design document, "Rules for Intersection").
 */

import { isLabelValue } from '../../base/kubernetes/names.js';
import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import type { ApiKey } from '../model/api-key.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { groupReference } from '../model/finding.js';
import { type ConflictConsequence, consequence, type GroupSurface, groupSurface, intersections, reconcileApis } from './intersection.js';
import type { GroupTargets } from './membership.js';
import { inOlmOrder } from './order.js';
import { parseProvidedApis, providedApiKeys, pruneProvidedApis } from './provided-apis.js';
import { failed, type Verdict } from './verdict.js';

/** A group that competes; `providedApis` are those in its annotation before any CSV is processed. */
export interface Contender extends GroupSurface {
  readonly isStatic: boolean;
  /** Whether OLM never removes an API from its annotation. */
  readonly isKept: boolean;
  /** The APIs in its annotation if its CSVs exist before its first sync. */
  readonly annotated: ReadonlySet<ApiKey>;
  /** The groups that intersect this one. */
  readonly rivals: readonly Contender[];
}

/** A member CSV that claims its APIs for its group. */
export interface Claim {
  readonly csv: ClusterServiceVersion;
  readonly group: Contender;
  readonly apis: ReadonlySet<ApiKey>;
}

/** The result of the competition. */
export interface Conflicts {
  /** The final APIs in each group's annotation, by `namespace/name` of the group. */
  readonly providedApis: ReadonlyMap<string, ReadonlySet<ApiKey>>;
  /** The verdicts by `namespace/name` of the CSV; without CSVs that may continue. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/**
 * The groups with the APIs in their initial annotations.
 *
 * The annotation of a group that is not static comes from earlier events, and counts only if OLM can have written it.
 * If it contains an API of an intersecting group, OLM cannot have left it so: it counts as
 * empty, as on a cluster where the groups exist before their CSVs.
 *
 * @param csvs all CSVs whose APIs OLM reads: failed ones also keep their APIs in their group's annotation
 */
export function contendersOf(groups: readonly GroupTargets[], csvs: readonly ClusterServiceVersion[]): Contender[] {
  const csvsByNamespace = groupBy(csvs, ({ namespace }) => namespace);
  const annotated = groups.map(({ group, namespaces, serviceAccountMissing }) => {
    // The sync of a group whose name is no label value fails before pruning.
    const isKept = group.staticProvidedAPIs || !isLabelValue(group.name);
    const providedApis = isKept
      ? parseProvidedApis(group.providedAPIs)
      : pruneProvidedApis(group, csvsByNamespace.get(group.namespace) ?? []);
    const resolved = serviceAccountMissing ? [] : (namespaces ?? []);
    return { ...groupSurface(group, resolved, providedApis), isStatic: group.staticProvidedAPIs, isKept, annotated: providedApis };
  });
  const rivalIndexes = intersections(annotated);
  const known = new Map<number, readonly Contender[]>();
  const contenders = annotated.map((group, index): Contender => {
    const contested =
      group.providedApis.size > 0 && rivalIndexes(index).some((rival) => shareApi(group.providedApis, annotated[rival]?.providedApis));
    return {
      ...group,
      providedApis: contested && !group.isKept ? new Set<ApiKey>() : group.providedApis,
      // Computed on request: few groups need their rivals, and all rivals together are too many.
      get rivals() {
        const rivals = known.get(index) ?? rivalIndexes(index).map((rival) => contenders[rival] as Contender);
        known.set(index, rivals);
        return rivals;
      },
    };
  });
  return contenders;
}

/** The claims of the members, in processing order. */
export function claimsOf(contenders: readonly Contender[], members: readonly ClusterServiceVersion[]): Claim[] {
  const groupOf = new Map(contenders.map((group) => [group.namespace, group]));
  const claims = members.flatMap((csv) => {
    const group = groupOf.get(csv.namespace);
    return group ? [{ csv, group, apis: providedApiKeys(csv) }] : [];
  });
  return inOlmOrder(claims, ({ apis, group }) => apis.size > 0 && isSubset(apis, group.providedApis));
}

/** Processes the claims in the given order, repeatedly, until no annotation changes any more. */
export function resolveConflicts(contenders: readonly Contender[], claims: readonly Claim[]): Conflicts {
  const annotations = new Map(contenders.map((group) => [group, group.providedApis]));
  const annotation = (group: Contender): { providedApis: ReadonlySet<ApiKey> } => ({ providedApis: annotations.get(group) ?? new Set() });
  const consequenceOf = ({ group, apis }: Claim): ConflictConsequence => {
    const outcome = reconcileApis(apis, annotation(group), group.rivals.map(annotation));
    return consequence(outcome, apis, { ...annotation(group), isStatic: group.isStatic });
  };

  // No claim is accepted against an accepted one, so accepted claims stay and the loop ends.
  for (let changed = true; changed; ) {
    changed = false;
    for (const claim of claims) {
      const result = consequenceOf(claim);
      if (result.kind !== 'annotate') continue;
      annotations.set(claim.group, result.providedApis);
      changed = true;
    }
  }

  const verdicts = new Map<string, Verdict>();
  for (const claim of claims) {
    const result = consequenceOf(claim);
    if (result.kind !== 'fail') continue;
    const winners = claim.group.rivals.filter((rival) => shareApi(claim.apis, annotation(rival).providedApis));
    const because = winners.length > 0 ? winners : [claim.group];
    verdicts.set(namespacedName(claim.csv), failed(result.reason, result.message, because.map(groupReference)));
  }
  return { providedApis: new Map([...annotations].map(([group, apis]) => [namespacedName(group), apis])), verdicts };
}

/** Whether two sets of APIs have one in common. */
export function shareApi(a: ReadonlySet<ApiKey>, b: ReadonlySet<ApiKey> | undefined): boolean {
  if (!b) return false;
  const [smaller, larger] = a.size < b.size ? [a, b] : [b, a];
  for (const api of smaller) if (larger.has(api)) return true;
  return false;
}

/** Whether every API of one set is in the other. */
export function isSubset(a: ReadonlySet<ApiKey>, b: ReadonlySet<ApiKey>): boolean {
  for (const api of a) if (!b.has(api)) return false;
  return true;
}
