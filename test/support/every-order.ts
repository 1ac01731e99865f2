/** OLM's steps over a few CSVs, tried in every order: what analysis must agree with. */
import type { Claim } from '../../src/rules/conflicts.js';
import { installationResults } from '../../src/rules/installation.js';
import type { InstallationContext } from '../../src/rules/installation-rule.js';
import { type ConflictConsequence, consequence, type GroupSurface, reconcileApis } from '../../src/rules/intersection.js';
import { intersectingGroups } from './intersecting-groups.js';

/** A group with what its annotation says before any CSV is looked at. */
export interface Competitor extends GroupSurface {
  readonly isStatic: boolean;
}

/** A CSV that OLM looks at again and again. */
export interface Synced {
  readonly group: Competitor;
  readonly apis: ReadonlySet<string>;
}

const ROUNDS = 50;

/** How it ends for each CSV ("goes on", or why it fails), once for every order in which they can be taken. */
export function endingsInEveryOrder(groups: readonly Competitor[], csvs: readonly Synced[]): string[][] {
  return permutations(csvs.map((_, index) => index)).map((order) => ending(groups, csvs, order));
}

/** The same with those that go on installed in that order: the reason that each CSV has in the end. */
export function installationsInEveryOrder(claims: readonly Claim[], context: InstallationContext): string[][] {
  const groups = [...new Set(claims.flatMap(({ group }) => [group, ...group.rivals]))];
  return permutations(claims.map((_, index) => index)).map((order) => {
    const conflicts = ending(groups, claims, order);
    const standing = order.filter((index) => conflicts[index] === 'goes on').map((index) => (claims[index] as Claim).csv);
    const results = installationResults(standing, context);
    return claims.map(({ csv }, index) => results.get(csv)?.verdict.reason ?? (conflicts[index] as string));
  });
}

/** Takes every CSV in turn, round after round, until a round changes nothing. */
function ending(groups: readonly Competitor[], csvs: readonly Synced[], order: readonly number[]): string[] {
  const annotations = new Map(groups.map((group) => [group, group.providedApis]));
  const annotated = (group: Competitor): Competitor => ({ ...group, providedApis: annotations.get(group) as ReadonlySet<string> });
  const step = ({ group, apis }: Synced): ConflictConsequence => {
    const own = annotated(group);
    return consequence(reconcileApis(apis, own, intersectingGroups(own, groups.map(annotated))), apis, own);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    let changed = false;
    for (const index of order) {
      const csv = csvs[index] as Synced;
      const result = step(csv);
      if (result.kind === 'annotate') {
        annotations.set(csv.group, result.providedApis);
        changed = true;
      }
    }
    if (!changed) {
      return csvs.map((csv) => {
        const result = step(csv);
        return result.kind === 'fail' ? result.reason : 'goes on';
      });
    }
  }
  throw new Error('OLM does not come to rest');
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
