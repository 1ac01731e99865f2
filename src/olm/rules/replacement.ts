/**
 * Replacement: a CSV yields to another one of its namespace that names it in `spec.replaces`
 * (OLM's isBeingReplaced, isReplacing and getReplacementChain).
 */

import { namespacedName } from '../../base/kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { isCopied } from '../model/csv-labels.js';
import { csvReference } from '../model/finding.js';
import { failsForward, type OperatorGroup } from '../model/operator-group.js';
import type { Reason, Verdict } from './verdict.js';

type Csv = Pick<ClusterServiceVersion, 'namespace' | 'name' | 'replaces' | 'labels' | 'annotations'>;

/** The replacing CSV, by `namespace/name` of the replaced one. The first by name if there are several; never a copy. */
export function replacements<T extends Csv>(csvs: readonly T[]): Map<string, T> {
  return successors(
    csvs.filter((csv) => !isCopied({ metadata: csv })),
    csvs,
  );
}

function successors<T extends Csv>(candidates: readonly T[], csvs: readonly T[]): Map<string, T> {
  const names = new Set(csvs.map(namespacedName));
  const result = new Map<string, T>();
  for (const csv of candidates) {
    if (csv.replaces === undefined || csv.replaces === csv.name) continue;
    const replaced = namespacedName({ namespace: csv.namespace, name: csv.replaces });
    if (names.has(replaced) && !result.has(replaced)) result.set(replaced, csv);
  }
  return result;
}

/** The replaced CSV of each CSV, if it exists. A CSV may name itself. */
export function predecessors<T extends Csv>(csvs: readonly T[]): Map<T, T> {
  const byName = new Map(csvs.map((csv) => [namespacedName(csv), csv]));
  return new Map(
    csvs.flatMap((csv) => {
      const predecessor =
        csv.replaces === undefined ? undefined : byName.get(namespacedName({ namespace: csv.namespace, name: csv.replaces }));
      return predecessor ? [[csv, predecessor]] : [];
    }),
  );
}

/** The `namespace/name` of all CSVs in a CSV's chain of replacements, itself included. */
export function replacementChains<T extends Csv>(csvs: readonly T[]): (csv: T) => ReadonlySet<string> {
  const predecessorOf = predecessors(csvs);
  // Copies count here.
  const replacedBy = successors(csvs, csvs);
  const known = new Map<T, ReadonlySet<string>>();
  return (csv) => {
    const chain =
      known.get(csv) ??
      chainOf(
        csv,
        (next) => predecessorOf.get(next),
        (next) => replacedBy.get(namespacedName(next)),
      );
    known.set(csv, chain);
    return chain;
  };
}

function chainOf<T extends Csv>(csv: T, ...directions: readonly ((csv: T) => T | undefined)[]): ReadonlySet<string> {
  const chain = new Set([namespacedName(csv)]);
  for (const step of directions) {
    for (let next = step(csv); next && !chain.has(namespacedName(next)); next = step(next)) chain.add(namespacedName(next));
  }
  return chain;
}

/** The verdict on a CSV whose predecessor exists and does not yield: OLM never continues with it. */
export function waitsFor(predecessor: ClusterServiceVersion): Verdict {
  return {
    phase: 'Pending',
    reason: 'RequirementsUnknown',
    message: 'requirements not yet checked',
    because: [csvReference(predecessor)],
  };
}

/**
 * The verdict on a CSV that yields.
 *
 * @param before its own verdict: a failed one yields only if the group's `upgradeStrategy` allows that
 */
export function beingReplaced(by: ClusterServiceVersion, before: Verdict): Verdict {
  const because = [csvReference(by)];
  if (before.phase !== 'Failed')
    return { phase: 'Replacing', reason: 'BeingReplaced', message: `being replaced by csv: ${by.name}`, because };
  const message = `Fail Forward is enabled, allowing Failed csv to be replaced by csv: ${by.name}`;
  return { phase: 'Replacing', reason: 'BeingReplaced', message, because, failedBefore: before.reason };
}

// Fail forward: in a group with `upgradeStrategy: TechPreviewUnsafeFailForward`, a CSV with a failed installation yields to its
// successor like a running one (OLM's transitionCSVState, phase Failed).

/** The failures that fail forward covers. OLM checks the group and its APIs before: a CSV that fails over these stays failed. */
const INSTALLATION_FAILURES: ReadonlySet<Reason> = new Set([
  'InvalidInstallStrategy',
  'InvalidWebhookDescription',
  'OwnerConflict',
  'InstallComponentFailed',
  'InstallComponentFailedNoRetry',
]);

/** The namespaces whose group allows replacing failed CSVs. */
export function failForwardNamespaces(groups: readonly Pick<OperatorGroup, 'namespace' | 'upgradeStrategy'>[]): Set<string> {
  return new Set(groups.filter(failsForward).map(({ namespace }) => namespace));
}

/** Whether a CSV with this verdict yields to its successor. */
export function makesWay({ phase, reason }: Verdict, failForward: boolean): boolean {
  return phase === 'Succeeded' || (failForward && phase === 'Failed' && INSTALLATION_FAILURES.has(reason));
}
