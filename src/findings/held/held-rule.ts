/** Rules about held permissions: what they look for, and how bad it is where. */
import { formatReference } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { type FindingRule, type RuleDocumentation, SEVERITIES, type Severity } from '../../model/finding.js';
import { heldBy, type RightsOptions } from '../access/held.js';
import { heldRisk, type SeverityByScope } from '../access/held-risk.js';
import type { Discovery, RiskRule } from '../rule.js';

/** What a rule about held permissions consists of. */
export interface HeldRule extends Omit<FindingRule, 'severity' | 'documentation'>, RightsOptions {
  readonly documentation: Required<RuleDocumentation>;
  /** Any of the verbs on any of the resources. */
  readonly wants: readonly PolicyRule[];
  readonly severities: SeverityByScope;
  readonly severityWhenInstalled?: Severity;
}

/** The rule, with the worse of its severities, and what it looks for. */
export function heldRule({
  wants,
  severities,
  clusterScoped,
  countsName,
  ownApis,
  ...about
}: HeldRule): RiskRule & Pick<HeldRule, 'wants'> {
  const names = countsName ? { countsName } : {};
  const options = { ...(clusterScoped && { clusterScoped }), ...(countsName && { countsName }), ...(ownApis !== undefined && { ownApis }) };
  return {
    ...about,
    wants,
    powers: severities.cluster === 'error' ? [{ wants, ...names, ...(ownApis === undefined ? {} : { ownApis }) }] : [],
    severity: SEVERITIES.find((severity) => Object.values(severities).includes(severity)) ?? 'info',
    find: (access) => heldBy(access, wants, options).map((held) => heldRisk(access, held, severities)),
  };
}

/** Making and changing objects. */
export const WRITE: readonly string[] = ['create', 'update', 'patch'];
export const DELETE: readonly string[] = ['delete', 'deletecollection'];

/** What a rule says first of a subject: what is milder of the same subject says less. */
export function worstOf(found: readonly Discovery[], milder: readonly Discovery[]): Discovery[] {
  const told = new Set(found.map(({ subject }) => formatReference(subject)));
  return [...found, ...milder.filter(({ subject }) => !told.has(formatReference(subject)))];
}
