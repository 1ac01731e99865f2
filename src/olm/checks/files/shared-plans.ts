/** Reports operators whose InstallPlan fails because of another operator in it. */
import { listed } from '../../../base/wording/phrases.js';
import { csvReference, type Finding, rule, toFinding } from '../../model/finding.js';
import type { Resolution } from '../../rules/resolution.js';

export const installPlanShared = rule('install-plan-shared', 'warning', 'The InstallPlan of an operator fails at another one', {
  needsOlm: true,
  meaning:
    'OLM makes one InstallPlan for all operators of a namespace that it resolves together, and stops at the first step that fails: first all CSVs, then all CRDs, then the rest. The other operators of the plan get no CRDs and roles after that step, so they perhaps stay Pending. Their permissions count all the same.',
  fix: 'Correct the InstallPlan of the other operator, or give each operator its own namespace.',
});

/** Finds them (OrderSteps of OLM's API, and ExecutePlan of its catalog/operator.go). */
export function plansShared({ csvs }: Resolution): Finding[] {
  const failing = csvs.filter(({ verdict }) => verdict.neverSynced === 'InstallPlanFailed');
  return csvs.flatMap(({ csv, verdict }): Finding[] => {
    const others = failing.filter((one) => one.csv.namespace === csv.namespace).map((one) => one.csv);
    if (!csv.isResolved || verdict.phase !== 'Succeeded' || others.length === 0) return [];
    return [
      toFinding(installPlanShared, {
        subject: csvReference(csv),
        message: `its InstallPlan is also that of ${listed(others.map(({ name }) => name))}, which fails; what comes after the failing step is not installed, so the operator runs only if nothing of it does`,
        fix: 'correct the InstallPlan of the other operator, or give each operator its own namespace, with an OperatorGroup for the same targets',
        related: others.map(csvReference),
      }),
    ];
  });
}
