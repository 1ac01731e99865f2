/**
 * Refused rules: a CSV can request permissions that no Role or ClusterRole can contain, and the API server refuses them
 * only when OLM creates the roles (Kubernetes' ValidatePolicyRule).
 */

import { type PolicyRule, policyRule } from '../../kubernetes/policy-rule.js';
import type { ClusterServiceVersion, Permission } from '../../model/cluster-service-version.js';
import { csvReference } from '../../model/references.js';
import { isInvalidRule } from '../../rules/invalid-rules.js';
import { listed } from '../../wording/phrases.js';
import type { CsvRule } from './rule.js';

/** An error about the rules that keep an operator's roles from being created. */
export const refusedRules: CsvRule = {
  id: 'rules-refused',
  severity: 'error',
  title: 'The API server refuses rules of a CSV',
  references: [],
  documentation: {
    meaning: 'The API server refuses rules of a CSV, so OLM never installs the operator.',
    fix: 'Give every rule verbs, apiGroups and resources. A rule for nonResourceURLs has only verbs, and belongs to clusterPermissions.',
  },
  find: ({ csv }) => {
    const refused = [...refusedOf(csv, 'permissions'), ...refusedOf(csv, 'clusterPermissions')];
    if (csv.installStrategy !== 'deployment' || refused.length === 0) return [];
    return [
      {
        subject: csvReference(csv),
        message: `the API server refuses the roles with ${listed(refused, 'rules')}, so OLM never installs the operator`,
        fix: 'give every rule verbs, apiGroups and resources; rules for nonResourceURLs have only verbs, and belong to clusterPermissions',
      },
    ];
  },
};

function refusedOf(csv: ClusterServiceVersion, list: 'permissions' | 'clusterPermissions'): string[] {
  return csv[list].flatMap(({ rules }: Permission, entry) =>
    (rules ?? []).flatMap((raw, index) => {
      const why = whyRefused(policyRule(raw), list);
      return why === undefined ? [] : [`spec.install.spec.${list}[${entry}].rules[${index}] (${why})`];
    }),
  );
}

function whyRefused(rule: PolicyRule, list: 'permissions' | 'clusterPermissions'): string | undefined {
  // The verdict covers those: OLM checks clusterPermissions itself.
  if (list === 'clusterPermissions' && isInvalidRule(rule)) return undefined;
  const { verbs, apiGroups, resources, nonResourceURLs } = rule;
  if (!verbs?.length) return 'no verbs';
  if (nonResourceURLs?.length) return list === 'permissions' ? 'nonResourceURLs in a Role' : undefined;
  if (!apiGroups?.length) return 'no apiGroups';
  return resources?.length ? undefined : 'no resources';
}
