/** Reports operators of a dump whose InstallPlan has failed. */
import { namespacedName } from '../../../base/kubernetes/object.js';
import type { Cluster } from '../../model/cluster.js';
import { csvReference, type Finding, rule, toFinding } from '../../model/finding.js';
import type { Resolution } from '../../rules/resolution.js';

export const installPlanFailed = rule('install-plan-failed', 'error', 'An InstallPlan has failed', {
  needsOlm: true,
  meaning:
    'A dump has an InstallPlan in phase Failed. OLM does not run it again, and installs or upgrades nothing in its namespace, unless the `upgradeStrategy` of the OperatorGroup is TechPreviewUnsafeFailForward.',
  fix: 'Repair the cause in its status, and delete the InstallPlan and the Subscription, so that OLM makes another one.',
});

/** Finds them, unless the dump has their CSV from another source. */
export function plansFailed({ failedPlans = new Map() }: Cluster, { csvs }: Resolution): Finding[] {
  return csvs.flatMap(({ csv }) => {
    const why = csv.isResolved ? failedPlans.get(namespacedName(csv)) : undefined;
    if (why === undefined) return [];
    return [
      toFinding(installPlanFailed, {
        subject: csvReference(csv),
        message: `${why}; OLM does not run it again, and resolves the namespace ${csv.namespace} no further`,
        fix: 'repair the cause, and delete the InstallPlan and the Subscription, so that OLM makes another one',
        verdict: true,
      }),
    ];
  });
}
