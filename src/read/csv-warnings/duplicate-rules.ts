/** Rules that are twice in one permissions entry: harmless, but more for a person to read. */

import { type PolicyRule, policyRule } from '../../kubernetes/policy-rule.js';
import { jsonText } from '../../manifest/format.js';
import type { Permission } from '../../model/cluster-service-version.js';
import type { CsvCheck } from './csv-check.js';

/** One warning for the whole CSV, at the first such rule, because generated CSVs repeat dozens. */
export const duplicateRules: CsvCheck = ({ permissions, clusterPermissions }) => {
  const repeated = [...repeatedRules('permissions', permissions), ...repeatedRules('clusterPermissions', clusterPermissions)];
  const [first] = repeated;
  if (!first) return [];
  const count = repeated.length === 1 ? 'a rule repeats an earlier one' : `${repeated.length} rules repeat earlier ones`;
  return [
    {
      code: 'CSV_DUPLICATE_RULES',
      at: ['spec', 'install', 'spec', first.list, first.entry, 'rules', first.rule],
      message: `${count} of the same permissions entry`,
      found: jsonText(first.value).slice(0, 120),
      expected: 'each rule only once',
      fix: repeated.length === 1 ? 'remove the rule' : 'remove the rules; this is the first of them',
    },
  ];
};

function* repeatedRules(list: 'permissions' | 'clusterPermissions', entries: readonly Permission[]) {
  for (const [entry, { rules }] of entries.entries()) {
    const seen = new Set<string>();
    for (const [rule, raw] of (rules ?? []).entries()) {
      const value = policyRule(raw);
      // Of a rule that says nothing, something else is wrong.
      if (Object.values(value).length === 0) continue;
      const text = jsonText(sorted(value));
      if (seen.has(text)) yield { list, entry, rule, value };
      seen.add(text);
    }
  }
}

/** The order of verbs, groups and resources does not count. */
function sorted(rule: PolicyRule): PolicyRule {
  return Object.fromEntries(Object.entries(rule).map(([field, values]: [string, readonly string[]]) => [field, values.toSorted()]));
}
