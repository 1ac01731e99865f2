/** Invalid rules: OLM cannot say whether a rule without a verb, or one over both resources and URLs, is satisfied (OLM's ruleValid). */

import { type PolicyRule, policyRule } from '../kubernetes/policy-rule.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { InstallationRule } from './installation-rule.js';
import { failed } from './verdict.js';

/**
 * Fails CSVs with such a rule among their clusterPermissions. Those of `permissions` are recognised by their hash and not
 * looked into. OLM takes turns between this and RequirementsNotMet.
 */
export const invalidRules: InstallationRule = (candidates) =>
  new Map(
    candidates.flatMap((csv) => {
      const message = firstInvalid(csv);
      return message === undefined
        ? []
        : [[csv, { verdict: failed('InvalidInstallStrategy', `install strategy invalid: rule invalid: ${message}`), unstable: true }]];
    }),
  );

function firstInvalid({ clusterPermissions }: ClusterServiceVersion): string | undefined {
  for (const { rules } of clusterPermissions) {
    for (const raw of rules ?? []) {
      const message = invalidRule(policyRule(raw));
      if (message !== undefined) return message;
    }
  }
  return undefined;
}

/** Whether OLM cannot judge a rule. */
export function isInvalidRule(rule: PolicyRule): boolean {
  return invalidRule(rule) !== undefined;
}

function invalidRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string | undefined {
  if (!verbs?.length) return 'policy rule must have at least one verb';
  const onResources = [apiGroups, resources, resourceNames].some((values) => values?.length);
  return onResources && nonResourceURLs?.length ? 'rule cannot apply to both regular resources and non-resource URLs' : undefined;
}
