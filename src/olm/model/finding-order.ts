/** The order of findings by severity and tier. */
import { SEVERITIES, type Severity, TIERS, type Tier } from './finding.js';

/** Whether one tier is at least as high as another. */
export function reaches(tier: Tier, other: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(other);
}

/** Sorts the highest severity first. */
export function bySeverity(a: { readonly severity: Severity }, b: { readonly severity: Severity }): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** The highest severity of these. */
export function worstOf(found: readonly { readonly severity: Severity }[]): Severity {
  return SEVERITIES.find((severity) => found.some((one) => one.severity === severity)) ?? 'info';
}
