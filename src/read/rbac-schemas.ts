/** Roles and bindings, as far as the rules read them: those of the input, and those of bundles. */
import { z } from 'zod';
import { labelSelectorSchema, metadataSchema, policyRuleSchema } from '../kubernetes/schemas.js';

export const roleSchema = z.looseObject({
  metadata: metadataSchema,
  rules: z.array(policyRuleSchema).nullish(),
  aggregationRule: z.looseObject({ clusterRoleSelectors: z.array(labelSelectorSchema).nullish() }).nullish(),
});
export const bindingSchema = z.looseObject({
  metadata: metadataSchema,
  roleRef: z.looseObject({ kind: z.string(), name: z.string() }),
  subjects: z.array(z.looseObject({ kind: z.string(), name: z.string(), namespace: z.string().nullish() })).nullish(),
});
