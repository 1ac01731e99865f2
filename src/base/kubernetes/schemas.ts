/** The schemas that kinds share: metadata, label selectors, RBAC rules, roles and bindings. */

import { z } from 'zod';
import { check, complain, describe } from '../manifest/check.js';
import { jsonText } from '../manifest/format.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import { groupOf } from './kinds.js';
import type { LabelSelector } from './label-selector.js';
import type { KubernetesObject, WrittenMetadata } from './object.js';
import { POLICY_RULE_FIELDS, type PolicyRule, policyRule } from './policy-rule.js';
import { RBAC_GROUP } from './rbac.js';

const textMap = z.record(z.string(), z.string());

/** Metadata of a namespaced or cluster-scoped object; names are checked in names.ts. */
export const metadataSchema = z.looseObject({
  name: z.string(),
  namespace: z.string().nullish(),
  labels: textMap.nullish(),
  annotations: textMap.nullish(),
  creationTimestamp: z.string().nullish(),
}) satisfies z.ZodType<WrittenMetadata>;

/** OLM refuses a wrong requirement, not the API server: see selectorMistakes. */
const requirementSchema = z.looseObject({ key: z.string(), operator: z.string(), values: z.array(z.string()).nullish() });

/** `matchLabels` and `matchExpressions`; labels must match all of them. */
export const labelSelectorSchema = z
  .looseObject({ matchLabels: z.record(z.string(), z.string()).nullish(), matchExpressions: z.array(requirementSchema).nullish() })
  .superRefine((selector, context) => {
    const stray = Object.keys(selector).filter((key) => key !== 'matchLabels' && key !== 'matchExpressions');
    if (stray.length === 0) return;
    const labels = stray.map((key) => `    ${jsonText(key)}: ${jsonText(selector[key])}`).join('\n');
    // The OpenShift guide prints this form; the API server drops the unknown keys, and the empty rest selects every namespace.
    complain(context, [], 'labels must be under matchLabels; as written, the selector would select all namespaces', {
      code: 'INVALID_SELECTOR',
      found: stray.join(', '),
      expected: 'matchLabels and/or matchExpressions',
      fix: `write\nselector:\n  matchLabels:\n${labels}`,
    });
  }) satisfies z.ZodType<LabelSelector>;

const texts = z.array(z.string()).nullish();

/** The limit for the permissions of one rule. Real bundles stay below 1,000; comparing more one by one is too slow. */
const MAX_PERMISSIONS = 100_000;

/** Checks keys in another case, too: Go's decoder, and so OLM, accepts them. */
export const policyRuleSchema = z
  .looseObject({ verbs: texts, apiGroups: texts, resources: texts, resourceNames: texts, nonResourceURLs: texts })
  .superRefine((rule, context) => {
    for (const [key, value] of Object.entries(rule)) {
      const isField = POLICY_RULE_FIELDS.some((field) => field !== key && field.toLowerCase() === key.toLowerCase());
      if (!isField || texts.safeParse(value).success) continue;
      complain(context, [key], 'the value has the wrong type', {
        code: 'WRONG_TYPE',
        found: describe(value),
        expected: 'a list of strings',
        fix: 'write each entry on a line of its own after "- "',
      });
    }
    const permissions = permissionsOf(policyRule(rule));
    if (permissions > MAX_PERMISSIONS) {
      complain(context, [], 'the rule lists more permissions than can be reviewed', {
        code: 'INVALID_VALUE',
        found: `${permissions} permissions: verbs × API groups × resources × names`,
        expected: `at most ${MAX_PERMISSIONS}`,
        fix: 'split the rule, or write "*" to mean all',
      });
    }
  });

/** The number of single permissions in a rule. */
function permissionsOf({ verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): number {
  return verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceURLs.length);
}

/** A rule that the API server does not accept, with the field (ValidatePolicyRule in Kubernetes' pkg/apis/rbac/validation). */
function refusedField({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule, isNamespaced: boolean) {
  if (!verbs?.length) return { field: 'verbs', message: 'the rule has no verbs' };
  if (nonResourceURLs?.length) {
    if (isNamespaced) return { field: 'nonResourceURLs', message: 'a Role has nonResourceURLs' };
    const others = [apiGroups, resources, resourceNames].some((list) => list?.length);
    return others ? { field: 'nonResourceURLs', message: 'the rule has both resources and nonResourceURLs' } : undefined;
  }
  if (!apiGroups?.length) return { field: 'apiGroups', message: 'the rule has no apiGroups; the core group is ""' };
  return resources?.length ? undefined : { field: 'resources', message: 'the rule has no resources' };
}

/** The rules of a role as the API server of Kubernetes accepts them; OpenShift's older group accepts more. */
const acceptedRules = (isNamespaced: boolean) =>
  z.array(
    policyRuleSchema.superRefine((rule, context) => {
      const refused = context.issues.length > 0 ? undefined : refusedField(policyRule(rule), isNamespaced);
      if (!refused) return;
      complain(context, [refused.field], `${refused.message}, so the API server refuses the role`, {
        code: 'INVALID_VALUE',
        expected: 'verbs with apiGroups and resources, or in a ClusterRole verbs with nonResourceURLs alone',
        fix: 'correct the rule, or split it into two',
      });
    }),
  );

/** Roles and bindings of the input and of bundles, as far as the rules read them. */
export const roleSchema = z.looseObject({
  metadata: metadataSchema,
  rules: z.array(policyRuleSchema).nullish(),
  aggregationRule: z.looseObject({ clusterRoleSelectors: z.array(labelSelectorSchema).nullish() }).nullish(),
});
const roleOfKubernetes = (isNamespaced: boolean) => roleSchema.extend({ rules: acceptedRules(isNamespaced).nullish() });
export const namespacedRoleSchema = roleOfKubernetes(true);
export const clusterRoleSchema = roleOfKubernetes(false);
export const bindingSchema = z.looseObject({
  metadata: metadataSchema,
  roleRef: z.looseObject({ kind: z.string(), name: z.string() }),
  subjects: z.array(z.looseObject({ kind: z.string(), name: z.string(), namespace: z.string().nullish() })).nullish(),
});

/** The check of a bundle's further objects. Its CSV and CRDs are checked when the bundle is chosen. */
const namedSchema = z.looseObject({ metadata: metadataSchema });
const RBAC_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['ClusterRole', clusterRoleSchema],
  ['Role', namespacedRoleSchema],
  ['ClusterRoleBinding', bindingSchema],
  ['RoleBinding', bindingSchema],
]);

/** The problems for which the API server refuses an object; its keys are those that Go's decoder read. */
export function refusedManifest(object: KubernetesObject, source: SourceReference): UnlocatedProblem[] {
  const isRbac = groupOf(String(object.apiVersion ?? '')) === RBAC_GROUP;
  return check((isRbac ? RBAC_SCHEMAS.get(object.kind) : undefined) ?? namedSchema, object, source).problems;
}
