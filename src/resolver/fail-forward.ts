/** Fail forward: with it, what a failed upgrade left behind does not count (OLM's source_csvs.go and fail_forward.go). */
import type { OperatorGroup } from '../model/operator-group.js';
import type { ResolverCsv } from './resolver-cluster.js';

/** The upgrade strategy that an OperatorGroup turns it on by. */
const FAIL_FORWARD = 'TechPreviewUnsafeFailForward';

/** The CSVs that count; or why OLM stops. */
export function withoutFailedPredecessors(
  csvs: readonly ResolverCsv[],
  groups: readonly OperatorGroup[],
): readonly ResolverCsv[] | { readonly error: string } {
  if (!groups.some(({ upgradeStrategy }) => upgradeStrategy === FAIL_FORWARD)) return csvs;
  const replacements = new Map(csvs.flatMap((csv) => (csv.replaces ? [[csv.replaces, csv] as const] : [])));
  const kept: ResolverCsv[] = [];
  for (const csv of csvs) {
    const last = lastReplacement(csv, replacements);
    if ('error' in last) return last;
    if (csv.phase !== 'Replacing' || last.phase !== 'Failed') kept.push(csv);
  }
  return kept;
}

function lastReplacement(csv: ResolverCsv, replacements: ReadonlyMap<string, ResolverCsv>): ResolverCsv | { readonly error: string } {
  const seen = new Set<string>();
  let last = csv;
  for (let next = replacements.get(csv.name); next; next = replacements.get(next.name)) {
    if (seen.has(next.name)) return { error: `csv ${next.name} has already been seen` };
    seen.add(next.name);
    last = next;
  }
  return last;
}
