/** Reports CSVs that OLM has left in phase Failed, and what that means for their upgrades. */
import { csvReference } from '../../model/finding.js';
import { blockedText, blocksUpgrade, failureText, leftFailed } from '../../rules/left-failed.js';
import { csvRule } from '../surroundings.js';

export const csvFailed = csvRule('csv-failed', 'error', 'OLM has failed a CSV', {
  needsOlm: true,
  meaning:
    'The status of a CSV has the phase Failed, although no rule of OLM fails its manifest: its Pods do not become available, or the API server refused a part of it. OLM replaces a failed CSV only if the `upgradeStrategy` of its OperatorGroup is TechPreviewUnsafeFailForward; without it, the next version waits in phase Pending.',
  fix: 'Repair the cause in the message. If only a later version repairs it, set `spec.upgradeStrategy: TechPreviewUnsafeFailForward` on the OperatorGroup.',
  find: ({ csv, verdict }, { groups }) => {
    const failure = leftFailed(csv);
    if (!failure || verdict.phase !== 'Failed' || verdict.awaited?.name !== csv.name) return [];
    const operatorGroups = [...groups.values()].map(({ group }) => group);
    const isBlocking = blocksUpgrade(csv, operatorGroups) !== undefined;
    return [
      {
        subject: csvReference(csv),
        message: `the CSV is ${isBlocking ? blockedText(failure) : `${failureText(failure)}; its OperatorGroup fails forward, so a later version replaces it`}`,
        fix: isBlocking
          ? 'repair the cause; or set spec.upgradeStrategy: TechPreviewUnsafeFailForward on the OperatorGroup, so that the next version replaces it'
          : 'repair the cause, or let the next version replace it',
      },
    ];
  },
});
