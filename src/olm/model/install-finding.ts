/** Findings about operators that are installed without OLM. */
import type { ObjectReference } from '../../base/kubernetes/object.js';
import { type Finding, type FindingRule, toFinding } from './finding.js';

/** A finding that concerns no verdict. @param severity at most the severity of the rule */
export function installFinding(
  rule: FindingRule,
  severity: Finding['severity'],
  subject: ObjectReference,
  message: string,
  fix: string,
  related: readonly ObjectReference[] = [],
): Finding {
  return toFinding(rule, { severity, subject, message, fix, related });
}
