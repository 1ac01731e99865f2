/** Evaluates a cluster that was read from files, or from a dump: with the rules about what only these show. */
import { fileFindings } from '../checks/files/index.js';
import type { Cluster } from '../model/cluster.js';
import { ofSets } from '../render/index.js';
import { withAlongside } from '../rules/alongside.js';
import { asLeftFailed } from '../rules/left-failed.js';
import { withPodAccounts } from '../rules/pod-accounts.js';
import { asOlmLeftIt, withFailedPlan } from '../rules/snapshot.js';
import { withStandingApiServices } from '../rules/standing.js';
import { type Beyond, type EvaluateOptions, type Evaluation, evaluate } from './evaluate.js';

const BEYOND: Beyond = {
  judge: (resolved, cluster) => {
    const left = asLeftFailed(withFailedPlan(asOlmLeftIt(resolved, cluster), cluster), cluster);
    return withPodAccounts(withAlongside(left, cluster), cluster);
  },
  findings: fileFindings,
};

/**
 * Applies OLM's rules to a cluster, and renders its objects. A failed CSV is a finding, not an error.
 *
 * @example
 * const { rendered, findings } = evaluateFiles(readInput(['clusters/prod']).cluster);
 */
export function evaluateFiles(cluster: Cluster, options: EvaluateOptions = {}): Evaluation {
  return evaluate(withStandingApiServices(cluster), options, BEYOND);
}

/** The applied part of an evaluation: without objects for OLM alone, if operators are installed without OLM. */
export function withoutLeftOut(evaluation: Evaluation, { install }: EvaluateOptions): Evaluation {
  return install ? { ...evaluation, rendered: ofSets(evaluation.rendered, { profile: evaluation.profile, install }) } : evaluation;
}
