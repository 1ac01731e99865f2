/** Findings as text for people. */
import { formatPlace, type Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import type { Finding, Severity } from '../model/finding.js';
import { formatReference } from '../model/kubernetes-object.js';

/** A finding with the place of its subject in the input, where it has one. */
export type PlacedFinding = Finding & { readonly file?: string; readonly line?: number; readonly column?: number };

/**
 * One finding with its fix.
 *
 * ```
 * error[no-operator-group] ClusterServiceVersion team-a/etcd.v0.9.4 (prod/etcd.yaml:1:1): …
 *   fix  …
 * ```
 */
export function formatFinding(finding: PlacedFinding, paint: Paint): string {
  const colour: Record<Severity, (text: string) => string> = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  const title = paint.bold(colour[finding.severity](`${finding.severity}[${finding.id}]`));
  const place = finding.file === undefined ? '' : ` (${formatPlace({ ...finding, file: finding.file })})`;
  return `${title} ${paint.bold(printable(formatReference(finding.subject)))}${place}: ${printable(finding.message)}\n  ${paint.dim('fix')}  ${printable(finding.fix)}`;
}

/** How many findings there are of each severity. */
export function countFindings(findings: readonly Finding[]): string {
  const count = (severity: Severity, noun: string): string => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
  };
  const parts = [count('error', 'error'), count('warning', 'warning'), count('info', 'note')].filter((part) => part !== '');
  return parts.length === 0 ? 'no findings' : parts.join(', ');
}
