/** Upgradeable: a CSV waits while the OperatorCondition of its predecessor says no (OLM's transitionCSVState, phase Pending). */
import { csvReference } from '../model/references.js';
import type { InstallationRule } from './installation-rule.js';
import { predecessors } from './replacement.js';

/** Lets such CSVs wait; OLM asks before it looks at anything else of them. */
export const upgradeable: InstallationRule = (candidates, { csvs }) => {
  const predecessorOf = predecessors(csvs);
  return new Map(
    candidates.flatMap((csv) => {
      const predecessor = predecessorOf.get(csv);
      if (predecessor?.notUpgradeable === undefined) return [];
      const message = `operator is not upgradeable: ${predecessor.notUpgradeable}`;
      const because = [csvReference(predecessor)];
      return [[csv, { verdict: { phase: 'Pending', reason: 'OperatorConditionNotUpgradeable', message, because } }]];
    }),
  );
};
