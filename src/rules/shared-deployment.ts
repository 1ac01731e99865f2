/** Shared Deployment: two CSVs of a namespace with a Deployment of the same name take it from one another for ever. */

import { groupBy } from '../kubernetes/group-by.js';
import { namespacedName } from '../kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/references.js';
import type { InstallationFinding, InstallationRule } from './installation-rule.js';
import { replacementChains } from './replacement.js';
import { SUCCEEDED, type Verdict } from './verdict.js';

/**
 * Leaves all but the last of such CSVs waiting for a Deployment; the last one holds it for the moment.
 * Within a chain of replacements, a Deployment is handed over.
 */
export const sharedDeployment: InstallationRule = (candidates, { csvs }) => {
  const findings = new Map<ClusterServiceVersion, InstallationFinding>();
  const chainOf = replacementChains(csvs);
  const deployments = candidates.flatMap((csv) => [...new Set(csv.deploymentNames)].map((name) => ({ csv, name })));
  for (const sharers of groupBy(deployments, ({ csv, name }) => `${csv.namespace}/${name}`).values()) {
    if (sharers.length === 1) continue;
    for (const [index, { csv, name }] of sharers.entries()) {
      const chain = chainOf(csv);
      const isRival = (other: { csv: ClusterServiceVersion }): boolean => !chain.has(namespacedName(other.csv));
      const rivals = sharers.filter(isRival).map((sharer) => sharer.csv);
      const waitsAlready = findings.get(csv)?.verdict?.phase === 'Installing';
      if (rivals.length === 0 || waitsAlready) continue;
      const isTaken = sharers.slice(index + 1).some(isRival);
      findings.set(csv, { verdict: isTaken ? waiting(name, rivals) : SUCCEEDED, rivals, unstable: true });
    }
  }
  return findings;
};

function waiting(deployment: string, rivals: readonly ClusterServiceVersion[]): Verdict {
  return {
    phase: 'Installing',
    reason: 'InstallWaiting',
    message: `installing: missing deployment with name=${deployment}`,
    because: rivals.map(csvReference),
  };
}
