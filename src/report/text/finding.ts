/** Findings as text for people. */

import { formatReference } from '../../kubernetes/object.js';
import { formatPlace, type Paint } from '../../manifest/format-problem.js';
import { printable } from '../../manifest/printable.js';
import type { Finding, Severity } from '../../model/finding.js';

/** What of a finding is text. */
type Told = Pick<Finding, 'id' | 'severity' | 'subject' | 'message' | 'fix' | 'place'>;

/**
 * One finding with its fix.
 *
 * ```
 * error[no-operator-group] ClusterServiceVersion team-a/etcd.v0.9.4 (prod/etcd.yaml:1:1): …
 *   fix  …
 * ```
 */
export function formatFinding({ id, severity, subject, message, fix, place }: Told, paint: Paint): string {
  const colour: Record<Severity, (text: string) => string> = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  const title = paint.bold(colour[severity](`${severity}[${id}]`));
  const where = place ? ` (${formatPlace(place)})` : '';
  return `${title} ${paint.bold(printable(formatReference(subject)))}${where}: ${printable(message)}\n  ${paint.dim('fix')}  ${printable(fix)}`;
}

/** How many findings there are of each severity. @param powerful how many operators have powers that are risks */
export function countFindings(findings: readonly Pick<Finding, 'severity'>[], powerful = 0): string {
  const count = (severity: Severity, noun: string): string => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
  };
  const parts = [count('error', 'error'), count('warning', 'warning'), count('info', 'note')].filter((part) => part !== '');
  const found = parts.length > 0 ? parts.join(', ') : powerful > 0 ? 'no other findings' : 'no findings';
  return powerful > 0 ? `${powerful} with risks (WORST POWER), ${found}` : found;
}
