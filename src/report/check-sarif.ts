/** The SARIF of `check`: findings, and problems of the input, for code scanning. */
import { compareText } from '../base/kubernetes/object.js';
import type { CheckedJson } from './check-json.js';
import { checkEntries, entryText } from './entries.js';
import { descriptorOf, fingerprintsOf, LEVELS, physicalLocation, plainMessage, sarifLog } from './sarif.js';

/**
 * The findings of a check and the problems of its input as a SARIF 2.1.0 log.
 *
 * @param input the place of an entry without a file
 */
export function checkSarif(checked: Partial<CheckedJson>, version: string, input: string): object {
  const entries = checkEntries(checked);
  const ids = [...new Set(entries.map(({ id }) => id))].sort(compareText);
  return sarifLog(
    ids.map((id) => descriptorOf(id)),
    entries.map((entry) => {
      const { id, severity, subject, fingerprint, place } = entry;
      return {
        ruleId: id,
        ruleIndex: ids.indexOf(id),
        level: LEVELS[severity],
        message: { text: plainMessage(entryText(entry)) },
        locations: [
          {
            physicalLocation: physicalLocation(place ?? { file: input }),
            ...(subject === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: subject, kind: 'resource' }] }),
          },
        ],
        partialFingerprints: fingerprintsOf(fingerprint),
      };
    }),
    version,
  );
}
