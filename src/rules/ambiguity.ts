/**
 * Ambiguity: whose verdict would be another one if OLM took the CSVs in another order.
 *
 * Claims that a settled annotation decides come out the same in every order. The others form a graph: two
 * claims are joined when their groups intersect and they share an API. In any order, OLM ends with a set of
 * claims of which no two are joined and to which none can be added, and each such set comes of some order.
 * So a claim that is joined to another one stands in some orders and falls in others, and only such a claim.
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { groupBy } from '../model/group-by.js';
import { type Claim, isSubset, shareApi } from './conflicts.js';

/** Steps that the search below may take; past them it answers with the cautious "may differ". */
const MAX_STEPS = 10_000;

/**
 * The CSVs whose verdict depends on the order, each with the CSVs that it depends on.
 * A CSV's verdict is its phase and its reason.
 */
export function orderDependent(claims: readonly Claim[]): Map<ClusterServiceVersion, ClusterServiceVersion[]> {
  const open = claims.filter(isOpen);
  const joined = joinedClaims(open);
  const result = new Map<ClusterServiceVersion, ClusterServiceVersion[]>();
  for (const [claim, rivals] of joined) {
    if (rivals.length > 0)
      result.set(
        claim.csv,
        rivals.map(({ csv }) => csv),
      );
  }
  for (const claim of claims) {
    if (!claim.group.isStatic || isSubset(claim.apis, claim.group.providedApis) || isContested(claim)) continue;
    // A static group cannot take this claim in any order; why it fails depends on whether a rival's claim stands.
    const rivals = open.filter((other) => areJoined(claim, other));
    if (rivals.length > 0 && mayAllFall(rivals, joined))
      result.set(
        claim.csv,
        rivals.map(({ csv }) => csv),
      );
  }
  return result;
}

/** Whether an intersecting group's settled annotation lists one of the APIs. */
function isContested({ apis, group }: Claim): boolean {
  return group.rivals.some((rival) => shareApi(apis, rival.providedApis));
}

/** Whether nothing settled decides the claim. */
function isOpen(claim: Claim): boolean {
  return !claim.group.isStatic && !isSubset(claim.apis, claim.group.providedApis) && !isContested(claim);
}

function areJoined(a: Claim, b: Claim): boolean {
  return a.group !== b.group && a.group.rivals.includes(b.group) && shareApi(a.apis, b.apis);
}

/** The claims that each is joined to. */
function joinedClaims(open: readonly Claim[]): Map<Claim, Claim[]> {
  const byApi = groupBy(
    open.flatMap((claim) => [...claim.apis].map((api) => ({ api, claim }))),
    ({ api }) => api,
  );
  return new Map(
    open.map((claim) => {
      if (claim.group.rivals.length === 0) return [claim, []];
      const candidates = new Set([...claim.apis].flatMap((api) => byApi.get(api) ?? []).map((entry) => entry.claim));
      return [claim, [...candidates].filter((other) => areJoined(claim, other))];
    }),
  );
}

/**
 * Whether in some order none of these claims stands: whether there are claims outside them, no two joined,
 * of which each of these is joined to one.
 */
function mayAllFall(claims: readonly Claim[], joined: ReadonlyMap<Claim, readonly Claim[]>): boolean {
  let steps = 0;
  const search = (standing: readonly Claim[]): boolean => {
    steps += 1;
    if (steps > MAX_STEPS) return true;
    const left = claims.find((claim) => !standing.some((other) => joined.get(claim)?.includes(other)));
    if (!left) return true;
    return (joined.get(left) ?? []).some(
      (other) => !claims.includes(other) && !standing.some((stand) => joined.get(stand)?.includes(other)) && search([...standing, other]),
    );
  };
  return search([]);
}
