/**
 * Unsynced group: a CSV that carries an empty `olm.targetNamespaces` of its own passes for a member of a group that OLM never
 * syncs, since the group's status is as empty (OLM's operatorGroupAnnotationsDiffer). It comes as far as the installation, for
 * which OLM finds no client.
 */
import type { InstallationRule } from './installation-rule.js';

/** Leaves such CSVs where the installation begins. */
export const unsyncedGroup: InstallationRule = (candidates, { unsynced }) =>
  new Map(
    candidates
      .filter(({ namespace }) => unsynced.has(namespace))
      .map((csv) => [
        csv,
        {
          verdict: {
            phase: 'InstallReady',
            reason: 'AllRequirementsMet',
            message: 'all requirements found, attempting install',
            because: [],
          },
        },
      ]),
  );
