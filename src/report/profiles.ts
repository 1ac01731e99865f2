/** A new operator in the lines of one screen: what it can do, the most dangerous first. */

import { formatReference } from '../kubernetes/object.js';
import type { Finding, Severity } from '../model/finding.js';
import type { OperatorProfile } from '../review/review.js';

/** So many lines, with the title, fit on a screen. */
const MAX_LINES = 20;

/** One line of a profile. */
export interface ProfileLine {
  readonly severity: Severity;
  readonly text: string;
}

export function profileTitle({ operator }: OperatorProfile): string {
  return `New operator: ${formatReference(operator)}`;
}

/** Those of its risks that have a line of their own. */
export function profiledRisks({ risks }: OperatorProfile): readonly Finding[] {
  const errors = risks.filter(({ severity }) => severity === 'error').length;
  return risks.slice(0, risks.length <= MAX_LINES ? MAX_LINES : Math.max(MAX_LINES - 1, errors));
}

/** Its risks. Of more than fit, the mildest are counted; none that is an error is left out. */
export function profileLines(profile: OperatorProfile): ProfileLine[] {
  const shown = profiledRisks(profile);
  const left = profile.risks.length - shown.length;
  return [
    ...shown.map(({ severity, message }) => ({ severity, text: message })),
    ...(left > 0 ? [{ severity: 'info' as const, text: `and ${left} more, which are listed below` }] : []),
  ];
}
