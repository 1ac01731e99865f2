/**
 * Installation: OLM's decisions about members without conflicts, in the order of its phase machine
 * (OLM's transitionCSVState from phase Pending on). Deployments are assumed to be healthy.
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { apiServiceAdoption, apiServiceOwner, requiredApiService } from './api-services.js';
import { refusedInstallation, refusedNames, sharedDeployment, unsyncedGroup, webhookInstallation } from './install-rules.js';
import type { InstallationContext, InstallationFinding, InstallationRule } from './installation-rule.js';
import { crdOwner, installStrategy, invalidRules, upgradeable, webhookDescriptions } from './pending-rules.js';
import { makesWay, predecessors, waitsFor } from './replacement.js';
import { requirements } from './requirements.js';
import { SUCCEEDED } from './verdict.js';

/** OLM's checks in phase Pending, in its order. */
export const PENDING_RULES: readonly InstallationRule[] = [
  upgradeable,
  installStrategy,
  invalidRules,
  requirements,
  webhookDescriptions,
  crdOwner,
  apiServiceAdoption,
];

/** The possible failures from phase InstallReady on. A CSV reaches that phase after its predecessor, if there is one, yields. */
export const INSTALL_RULES: readonly InstallationRule[] = [
  unsyncedGroup,
  apiServiceOwner,
  refusedNames,
  requiredApiService,
  webhookInstallation,
  sharedDeployment,
  refusedInstallation,
];

/** The final result of a CSV's installation. */
export type InstallationResult = Required<InstallationFinding>;

type Results = Map<ClusterServiceVersion, InstallationResult>;

/**
 * Applies the rules to the members without conflicts.
 *
 * @param candidates the members in processing order
 */
export function installationResults(candidates: readonly ClusterServiceVersion[], context: InstallationContext): Results {
  const untouched: Results = new Map(candidates.map((csv) => [csv, { verdict: SUCCEEDED, rivals: [], unstable: false }]));
  const pending = applyRules(PENDING_RULES, candidates, untouched, context);
  const predecessorOf = predecessors(context.csvs);
  let results = pending.results;
  let waiting = pending.remaining;
  let installed: readonly ClusterServiceVersion[] = [];
  const mayInstall = (csv: ClusterServiceVersion): boolean => {
    const predecessor = predecessorOf.get(csv);
    return !predecessor || letsIn(predecessor);
  };
  const letsIn = (predecessor: ClusterServiceVersion): boolean => {
    const result = results.get(predecessor);
    if (!result) return false;
    const isDecided = result.verdict.phase === 'Failed' || installed.includes(predecessor);
    return isDecided && makesWay(result.verdict, context.failForward.has(predecessor.namespace));
  };
  for (let admitted = waiting.filter(mayInstall); admitted.length > 0; admitted = waiting.filter(mayInstall)) {
    const newcomers = new Set(admitted);
    installed = [...installed, ...admitted];
    waiting = waiting.filter((csv) => !newcomers.has(csv));
    results = applyRules(INSTALL_RULES, installed, pending.results, context).results;
  }
  for (const csv of waiting) {
    const result = results.get(csv) as InstallationResult;
    results.set(csv, combined(result, { verdict: waitsFor(predecessorOf.get(csv) as ClusterServiceVersion) }));
  }
  return results;
}

function applyRules(
  rules: readonly InstallationRule[],
  candidates: readonly ClusterServiceVersion[],
  before: Results,
  context: InstallationContext,
): { results: Results; remaining: readonly ClusterServiceVersion[] } {
  const results: Results = new Map(before);
  let remaining = candidates;
  for (const rule of rules) {
    const findings = rule(remaining, context);
    for (const [csv, finding] of findings) results.set(csv, combined(results.get(csv) as InstallationResult, finding));
    remaining = remaining.filter((csv) => findings.get(csv)?.verdict === undefined);
  }
  return { results, remaining };
}

/** Combines results: the first verdict stays; rivals are collected. */
function combined(before: InstallationResult, { verdict, rivals = [], unstable = false }: InstallationFinding): InstallationResult {
  return {
    verdict: before.verdict === SUCCEEDED ? (verdict ?? SUCCEEDED) : before.verdict,
    rivals: [...new Set([...before.rivals, ...rivals])],
    unstable: unstable || before.unstable,
  };
}
