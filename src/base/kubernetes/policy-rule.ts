/** RBAC rules of bundles and roles. */
import { isMapping } from '../manifest/plain-data.js';

/** The fields of a PolicyRule, in the order of the Go type. */
export const POLICY_RULE_FIELDS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

/** `rbac.authorization.k8s.io/v1` PolicyRule, with its fields in the order of the Go type. Empty lists are left out, except verbs. */
export interface PolicyRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Rules that somebody needs in a namespace; an empty namespace means the whole cluster. */
export interface ScopedRules {
  readonly namespace: string;
  readonly rules: readonly PolicyRule[];
}

/** A rule as OLM reads it from a CSV: Go's decoder ignores the case of keys (`apigroups`) and drops unknown fields. */
export function policyRule(raw: unknown): PolicyRule {
  return Object.fromEntries(Object.entries(policyRuleAsWritten(raw)).filter(([field, values]) => values.length > 0 || field === 'verbs'));
}

/** The same rule with its empty lists. Drops values that are no strings: an API server refuses the object, and the reader reports it. */
export function policyRuleAsWritten(raw: unknown): PolicyRule {
  const rule: Record<string, readonly string[]> = {};
  if (!isMapping(raw)) return rule;
  for (const field of POLICY_RULE_FIELDS) {
    const key = Object.hasOwn(raw, field) ? field : Object.keys(raw).find((candidate) => candidate.toLowerCase() === field.toLowerCase());
    const values = key === undefined ? undefined : raw[key];
    if (Array.isArray(values)) rule[field] = values.every(isText) ? values : values.filter(isText);
  }
  return rule;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A line for each rule, in OLM v1's format for missing permissions (operator-controller's applier/helm.go, ruleDescription). */
export function ruleTexts({ namespace, rules }: ScopedRules): string[] {
  const part = (name: string, values: readonly string[] | undefined): string[] =>
    values === undefined || values.length === 0 ? [] : [`${name}:[${values.toSorted().join(',')}]`];
  return rules.map(({ apiGroups, resources, resourceNames, verbs, nonResourceURLs }) =>
    [
      `Namespace:${JSON.stringify(namespace)}`,
      ...part('APIGroups', apiGroups),
      ...part('Resources', resources),
      ...part('ResourceNames', resourceNames),
      ...part('Verbs', verbs),
      ...part('NonResourceURLs', nonResourceURLs),
    ].join(' '),
  );
}
