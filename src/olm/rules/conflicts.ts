/**
 * Conflicts: who may provide an API where groups intersect. Runs the intersection rule for every member
 * until nothing changes, since no failed state is terminal (design document, "Rules for Intersection").
 */

import { isLabelValue } from '../../base/kubernetes/names.js';
import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import type { ApiKey, ClusterServiceVersion } from '../model/cluster-service-version.js';
import { groupReference } from '../model/finding.js';
import { type ConflictConsequence, consequence, type GroupSurface, groupSurface, intersections, reconcileApis } from './intersection.js';
import type { GroupTargets } from './membership.js';
import { inOlmOrder } from './order.js';
import { parseProvidedApis, providedApiKeys, pruneProvidedApis } from './provided-apis.js';
import { failed, type Verdict } from './verdict.js';

/** A group that competes; its `providedApis` is what its annotation says before any CSV is looked at. */
export interface Contender extends GroupSurface {
  readonly isStatic: boolean;
  /** OLM never takes an API out of its annotation. */
  readonly isKept: boolean;
  /** What its annotation says if its CSVs are there before it is first synced. */
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

/** How the competition ended. */
export interface Conflicts {
  /** By `namespace/name` of the group: what its annotation lists in the end. */
  readonly providedApis: ReadonlyMap<string, ReadonlySet<ApiKey>>;
  /** By `namespace/name` of the CSV; those that may go on are not in it. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/**
 * The groups with what their annotations say to begin with.
 *
 * An annotation of a group that is not static is history, and counts as far as it can have come about.
 * Where it lists an API that an intersecting group lists too, OLM cannot have left it so: it counts as
 * empty, as on a cluster where the groups come before their CSVs.
 *
 * @param csvs all CSVs whose APIs OLM sees: also those that fail keep theirs in their group's annotation
 */
export function contendersOf(groups: readonly GroupTargets[], csvs: readonly ClusterServiceVersion[]): Contender[] {
  const csvsByNamespace = groupBy(csvs, ({ namespace }) => namespace);
  const annotated = groups.map(({ group, namespaces, serviceAccountMissing }) => {
    // The sync of a group whose name is no label value fails before it comes to pruning.
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
      // Few are asked for theirs, and all together would be too many.
      get rivals() {
        const rivals = known.get(index) ?? rivalIndexes(index).map((rival) => contenders[rival] as Contender);
        known.set(index, rivals);
        return rivals;
      },
    };
  });
  return contenders;
}

/** The claims of the members, in the order in which they are taken. */
export function claimsOf(contenders: readonly Contender[], members: readonly ClusterServiceVersion[]): Claim[] {
  const groupOf = new Map(contenders.map((group) => [group.namespace, group]));
  const claims = members.flatMap((csv) => {
    const group = groupOf.get(csv.namespace);
    return group ? [{ csv, group, apis: providedApiKeys(csv) }] : [];
  });
  return inOlmOrder(claims, ({ apis, group }) => apis.size > 0 && isSubset(apis, group.providedApis));
}

/** Takes the claims in the order given, again and again, until no annotation changes any more. */
export function resolveConflicts(contenders: readonly Contender[], claims: readonly Claim[]): Conflicts {
  const annotations = new Map(contenders.map((group) => [group, group.providedApis]));
  const annotation = (group: Contender): { providedApis: ReadonlySet<ApiKey> } => ({ providedApis: annotations.get(group) ?? new Set() });
  const consequenceOf = ({ group, apis }: Claim): ConflictConsequence => {
    const outcome = reconcileApis(apis, annotation(group), group.rivals.map(annotation));
    return consequence(outcome, apis, { ...annotation(group), isStatic: group.isStatic });
  };

  // No claim is accepted against a standing one, so standing claims stay and this ends.
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
