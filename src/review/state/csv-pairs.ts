/** Pairs the CSVs of two states: an upgraded operator stays the same operator. */

import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { withoutVersion } from '../../olm/model/csv-version.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import type { State } from './state.js';

/** A CSV of one state or of both; an upgraded CSV has another name in the second. */
export interface CsvPair {
  readonly before?: ResolvedCsv;
  readonly after?: ResolvedCsv;
}

/** Pairs the CSVs of both states: those with the same name, then each new one with the one that it replaces or that has its package. */
export function csvPairs(base: State, head: State): CsvPair[] {
  const [before, after] = [base, head].map(({ resolution }) => new Map(resolution.csvs.map((csv) => [namespacedName(csv.csv), csv]))) as [
    Map<string, ResolvedCsv>,
    Map<string, ResolvedCsv>,
  ];
  const gone = groupBy(
    [...before].filter(([key]) => !after.has(key)).map(([, csv]) => csv),
    ({ csv }) => csv.namespace,
  );
  const upgraded = new Set<ResolvedCsv>();
  const pairs = [...after].map(([key, csv]): CsvPair => {
    const candidates = (gone.get(csv.csv.namespace) ?? []).filter((old) => !upgraded.has(old));
    const old =
      before.get(key) ??
      candidates.find((candidate) => csv.csv.replaces === candidate.csv.name) ??
      candidates.find((candidate) => packageOf(csv) === packageOf(candidate));
    if (old) upgraded.add(old);
    return { ...(old ? { before: old } : {}), after: csv };
  });
  return [...pairs, ...[...gone.values()].flat().flatMap((csv) => (upgraded.has(csv) ? [] : [{ before: csv }]))];
}

/** The package of a CSV: most CSVs are named `<package>.v<version>`. */
export function packageOf({ csv }: ResolvedCsv): string {
  return withoutVersion(csv.name);
}
