/** Evaluates a cluster that was read from files, or from a dump: with the rules about what only these show. */
import { fileFindings } from '../checks/files/index.js';
import type { Cluster } from '../model/cluster.js';
import { withPodAccounts } from '../rules/pod-accounts.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import { asOlmLeftIt } from '../rules/snapshot.js';
import { type Beyond, type EvaluateOptions, type Evaluation, evaluate } from './evaluate.js';

const BEYOND: Beyond = {
  judge: (resolved: ResolvedCsv, cluster: Cluster) => withPodAccounts(asOlmLeftIt(resolved, cluster), cluster),
  findings: fileFindings,
};

/**
 * Applies OLM's rules to a cluster, and renders its objects. A failed CSV is a finding, not an error.
 *
 * @example
 * const { rendered, findings } = evaluateFiles(readInput(['clusters/prod']).cluster);
 */
export function evaluateFiles(cluster: Cluster, options: EvaluateOptions = {}): Evaluation {
  return evaluate(cluster, options, BEYOND);
}
