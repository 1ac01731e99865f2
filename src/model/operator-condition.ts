/** OperatorConditions: an operator's word on whether it can be upgraded, and what people say over it. */
import { z } from 'zod';
import { metadataSchema } from '../kubernetes/schemas.js';

const text = z.string().nullish();
const condition = z.looseObject({ type: z.string(), status: z.string(), message: text });

/** Of `operators.coreos.com/v1` and `v2`. */
export const operatorConditionSchema = z.looseObject({
  metadata: metadataSchema.extend({ generation: z.number().nullish() }),
  spec: z.looseObject({ overrides: z.array(condition).nullish() }).nullish(),
  status: z.looseObject({ conditions: z.array(condition.extend({ observedGeneration: z.number().nullish() })).nullish() }).nullish(),
});

/**
 * Why an operator cannot be upgraded, in OLM's words (isOperatorUpgradeable): an override decides before the operator's own
 * word, and a word that is older than the object counts as no.
 */
export function whyNotUpgradeable({ metadata: { generation }, spec, status }: z.infer<typeof operatorConditionSchema>): string | undefined {
  const no = (message: string | null | undefined): string => `the operator is not upgradeable: ${message ?? ''}`;
  const override = spec?.overrides?.find(({ type }) => type === 'Upgradeable');
  if (override) return override.status === 'True' ? undefined : no(override.message);
  const own = status?.conditions?.find(({ type }) => type === 'Upgradeable');
  if (!own) return undefined;
  if ((own.observedGeneration ?? 0) < (generation ?? 0)) return `the operatorcondition status "Upgradeable"="${own.status}" is outdated`;
  return own.status === 'False' ? no(own.message) : undefined;
}
