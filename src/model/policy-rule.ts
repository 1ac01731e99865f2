/** RBAC rules as bundles and roles write them. */
import { z } from 'zod';
import { complain, describe } from './check.js';

const texts = z.array(z.string()).nullish();

/** Rights that one rule may spell out; those of real bundles stay below 1,000. More could not be compared one by one. */
const MAX_RIGHTS = 100_000;

const FIELDS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

/** Also checks keys in another case: Go's decoder, and so OLM, takes them. */
export const policyRuleSchema = z
  .looseObject({ verbs: texts, apiGroups: texts, resources: texts, resourceNames: texts, nonResourceURLs: texts })
  .superRefine((rule, context) => {
    for (const [key, value] of Object.entries(rule)) {
      const isField = FIELDS.some((field) => field !== key && field.toLowerCase() === key.toLowerCase());
      if (!isField || texts.safeParse(value).success) continue;
      complain(context, [key], 'the value has the wrong type', {
        code: 'WRONG_TYPE',
        found: describe(value),
        expected: 'a list of texts',
        fix: 'write each entry on a line of its own after "- "',
      });
    }
    const rights = rightsOf(policyRule(rule));
    if (rights > MAX_RIGHTS) {
      complain(context, [], 'the rule spells out more rights than can be reviewed', {
        code: 'INVALID_VALUE',
        found: `${rights} rights: verbs × API groups × resources × names`,
        expected: `at most ${MAX_RIGHTS}`,
        fix: 'split the rule, or write "*" for what is meant as a whole',
      });
    }
  });

/** `rbac.authorization.k8s.io/v1` PolicyRule, with its fields in the order of the Go type. Empty lists are left out, but for verbs. */
export interface PolicyRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/**
 * A rule as OLM reads it from a CSV: Go's decoder ignores the case of keys (`apigroups`) and drops
 * what the type does not have.
 */
export function policyRule(raw: Readonly<Record<string, unknown>>): PolicyRule {
  const rule: Record<string, readonly string[]> = {};
  for (const field of FIELDS) {
    const key = Object.hasOwn(raw, field) ? field : Object.keys(raw).find((candidate) => candidate.toLowerCase() === field.toLowerCase());
    const values = key === undefined ? undefined : raw[key];
    if (Array.isArray(values) && (values.length > 0 || field === 'verbs')) rule[field] = values as string[];
  }
  return rule;
}

/** How many single rights a rule spells out. */
function rightsOf({ verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): number {
  return verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceURLs.length);
}
