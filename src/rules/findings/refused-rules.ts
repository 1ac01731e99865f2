/**
 * Refused rules: a CSV may ask for rights that no Role or ClusterRole can hold, and the API server says so only when
 * OLM creates them (Kubernetes' ValidatePolicyRule).
 */
import type { ClusterServiceVersion, Permission } from '../../model/cluster-service-version.js';
import type { Finding } from '../../model/finding.js';
import { listText } from '../../model/name-lists.js';
import { type PolicyRule, policyRule } from '../../model/policy-rule.js';
import { isInvalidRule } from '../invalid-rules.js';
import { csvReference } from '../references.js';
import type { ResolvedCsv } from '../resolve.js';

/** An error about the rules that keep an operator's roles from being created. */
export function refusedRules({ csv }: Pick<ResolvedCsv, 'csv'>): Finding[] {
  const refused = [...refusedOf(csv, 'permissions'), ...refusedOf(csv, 'clusterPermissions')];
  if (csv.installStrategy !== 'deployment' || refused.length === 0) return [];
  return [
    {
      id: 'rules-refused',
      severity: 'error',
      subject: csvReference(csv),
      message: `the API server refuses the roles that hold ${listText(refused)}, so OLM never installs the operator`,
      fix: 'give every rule verbs, apiGroups and resources; rules over nonResourceURLs have verbs alone, and belong to clusterPermissions',
      related: [],
      verdict: false,
    },
  ];
}

function refusedOf(csv: ClusterServiceVersion, list: 'permissions' | 'clusterPermissions'): string[] {
  return csv[list].flatMap(({ rules }: Permission, entry) =>
    (rules ?? []).flatMap((raw, index) => {
      const why = whyRefused(policyRule(raw), list);
      return why === undefined ? [] : [`spec.install.spec.${list}[${entry}].rules[${index}] (${why})`];
    }),
  );
}

function whyRefused(rule: PolicyRule, list: 'permissions' | 'clusterPermissions'): string | undefined {
  // The verdict says so of those: OLM looks into clusterPermissions itself.
  if (list === 'clusterPermissions' && isInvalidRule(rule)) return undefined;
  const { verbs, apiGroups, resources, nonResourceURLs } = rule;
  if (!verbs?.length) return 'no verbs';
  if (nonResourceURLs?.length) return list === 'permissions' ? 'nonResourceURLs in a Role' : undefined;
  if (!apiGroups?.length) return 'no apiGroups';
  return resources?.length ? undefined : 'no resources';
}
