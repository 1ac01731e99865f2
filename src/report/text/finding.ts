/** Writes findings as text for a terminal. */

import { formatReference } from '../../base/kubernetes/object.js';
import { formatPlace, type Paint } from '../../base/manifest/format-problem.js';
import { printable } from '../../base/manifest/printable.js';
import type { Finding, Severity } from '../../olm/model/finding.js';
import { countsBySeverity } from '../change-words.js';

/** The fields of a finding that the text shows. */
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
  const title = severityText(severity, `${severity}[${id}]`, paint);
  const where = place ? ` (${formatPlace(place)})` : '';
  return `${title} ${paint.bold(printable(formatReference(subject)))}${where}: ${printable(message)}\n  ${paint.dim('fix')}  ${printable(fix)}`;
}

/** The text in bold, in the colour of the severity. */
export function severityText(severity: Severity, text: string, paint: Paint): string {
  const colours: Record<Severity, (text: string) => string> = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  return paint.bold(colours[severity](text));
}

/**
 * The number of findings of each severity.
 * @param powerful how many operators have powers that are risks
 */
export function countFindings(findings: readonly Pick<Finding, 'severity'>[], powerful = 0): string {
  const parts = countsBySeverity(findings);
  const found = parts.length > 0 ? parts.join(', ') : powerful > 0 ? 'no other findings' : 'no findings';
  return powerful > 0 ? `${powerful} with risks (WORST POWER), ${found}` : found;
}
