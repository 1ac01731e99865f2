/** Runs one installation rule over all CSVs of a cluster. */

import { namespacedName } from '../../src/base/kubernetes/object.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import { DEFAULT_KUBE_VERSION } from '../../src/olm/model/versions.js';
import { availableIn } from '../../src/olm/rules/available.js';
import type { InstallationRule } from '../../src/olm/rules/installation-rule.js';
import type { Verdict } from '../../src/olm/rules/verdict.js';

/** What a rule says about a CSV, with rivals by `namespace/name`. */
export interface RuleResult {
  readonly verdict?: Verdict;
  readonly rivals?: readonly string[];
  readonly unstable?: boolean;
}

/** By `namespace/name` of the CSV. */
export function runRule(rule: InstallationRule, cluster: Cluster, candidates = cluster.clusterServiceVersions): Record<string, RuleResult> {
  const available = availableIn(cluster, DEFAULT_KUBE_VERSION);
  const findings = rule(candidates, {
    csvs: cluster.clusterServiceVersions,
    apiServices: cluster.apiServices,
    available,
    unsynced: new Set(),
    failForward: new Set(),
  });
  return Object.fromEntries(
    [...findings].map(([csv, { rivals, ...finding }]) => [
      namespacedName(csv),
      { ...finding, ...(rivals ? { rivals: rivals.map(namespacedName) } : {}) },
    ]),
  );
}
