/**
 * Installation: what OLM decides about members without conflicts, in the order of its phase machine
 * (OLM's transitionCSVState from phase Pending on). Deployments are taken for healthy.
 */
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { apiServiceOwner } from './api-service-owner.js';
import { crdOwner } from './crd-owner.js';
import { installStrategy } from './install-strategy.js';
import { invalidRules } from './invalid-rules.js';
import { replacement } from './replacement.js';
import { type Offer, requirements } from './requirements.js';
import { sharedDeployment } from './shared-deployment.js';
import { SUCCEEDED, type Verdict } from './verdict.js';
import { webhookDescriptions } from './webhook-descriptions.js';

/** What a rule of this stage says about a CSV. */
export interface InstallationFinding {
  /** Absent when the CSV may go on to the next rule. */
  readonly verdict?: Verdict;
  /** The CSVs that compete with this one for the same thing, so that the order decides. */
  readonly rivals?: readonly ClusterServiceVersion[];
  /** OLM never comes to rest: the rivals take turns. */
  readonly unstable?: boolean;
}

/** What the rules of this stage look at besides the candidates. */
export interface InstallationContext {
  /** All CSVs that are there. */
  readonly csvs: readonly ClusterServiceVersion[];
  readonly apiServices: Cluster['apiServices'];
  readonly offer: Offer;
}

/** One rule: says something about some of the CSVs that came this far, given in the order in which they are taken. */
export type InstallationRule = (
  candidates: readonly ClusterServiceVersion[],
  context: InstallationContext,
) => Map<ClusterServiceVersion, InstallationFinding>;

/** The rules in OLM's order. */
export const INSTALLATION_RULES: readonly InstallationRule[] = [
  installStrategy,
  invalidRules,
  requirements,
  webhookDescriptions,
  crdOwner,
  replacement,
  apiServiceOwner,
  sharedDeployment,
];

/** How the installation of a CSV ends. */
export type InstallationResult = Required<InstallationFinding>;

/**
 * Runs the rules over the members without conflicts.
 *
 * @param candidates in the order in which they are taken
 */
export function installationResults(
  candidates: readonly ClusterServiceVersion[],
  context: InstallationContext,
): Map<ClusterServiceVersion, InstallationResult> {
  const results = new Map<ClusterServiceVersion, InstallationResult>(
    candidates.map((csv) => [csv, { verdict: SUCCEEDED, rivals: [], unstable: false }]),
  );
  let remaining = candidates;
  for (const rule of INSTALLATION_RULES) {
    const findings = rule(remaining, context);
    for (const [csv, { verdict = SUCCEEDED, rivals = [], unstable = false }] of findings) {
      const before = results.get(csv);
      results.set(csv, {
        verdict,
        rivals: [...new Set([...(before?.rivals ?? []), ...rivals])],
        unstable: unstable || before?.unstable === true,
      });
    }
    remaining = remaining.filter((csv) => findings.get(csv)?.verdict === undefined);
  }
  return results;
}
