/** The shape of a label selector as `spec.selector` of an OperatorGroup takes it. */
import { z } from 'zod';
import { jsonText } from '../manifest/format.js';
import { complain } from './check.js';
import { isLabelValue, isQualifiedName } from './names.js';

const SELECTOR_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

const requirementSchema = z
  .looseObject({ key: z.string(), operator: z.string(), values: z.array(z.string()).nullish() })
  .superRefine(({ key, operator, values }, context) => {
    if (!isQualifiedName(key)) {
      complain(context, ['key'], 'this is no label key', {
        code: 'INVALID_SELECTOR',
        found: JSON.stringify(key),
        expected: 'a label key such as tenant or example.com/tenant',
        fix: 'write a valid label key',
      });
    }
    if (!SELECTOR_OPERATORS.some((known) => known === operator)) {
      complain(context, ['operator'], 'unknown selector operator', {
        code: 'INVALID_SELECTOR',
        found: JSON.stringify(operator),
        expected: SELECTOR_OPERATORS.join(', '),
        fix: 'use one of these operators, spelled exactly so',
      });
    } else if (operator.endsWith('In') && !values?.length) {
      complain(context, ['values'], `the operator ${operator} needs values`, {
        code: 'INVALID_SELECTOR',
        found: 'none',
        expected: 'at least one value',
        fix: 'list the label values under values',
      });
    } else if (!operator.endsWith('In') && values?.length) {
      complain(context, ['values'], `the operator ${operator} takes no values`, {
        code: 'INVALID_SELECTOR',
        found: `${values.length}`,
        expected: 'none',
        fix: 'remove values, or use In or NotIn',
      });
    }
    for (const [index, value] of (values ?? []).entries()) {
      if (!isLabelValue(value)) {
        complain(context, ['values', index], 'this is no label value', {
          code: 'INVALID_SELECTOR',
          found: JSON.stringify(value),
          expected: 'at most 63 letters, digits, -, _ or .',
          fix: 'write a valid label value',
        });
      }
    }
  });

/** `matchLabels` and `matchExpressions`; all of them must hold. */
export const labelSelectorSchema = z
  .looseObject({ matchLabels: z.record(z.string(), z.string()).nullish(), matchExpressions: z.array(requirementSchema).nullish() })
  .superRefine((selector, context) => {
    const stray = Object.keys(selector).filter((key) => key !== 'matchLabels' && key !== 'matchExpressions');
    if (stray.length === 0) return;
    const labels = stray.map((key) => `    ${jsonText(key)}: ${jsonText(selector[key])}`).join('\n');
    // The OpenShift guide prints this form; the API server drops the unknown keys, and the empty rest selects every namespace.
    complain(context, [], 'a selector takes its labels under matchLabels; written like this, it would select all namespaces', {
      code: 'INVALID_SELECTOR',
      found: stray.join(', '),
      expected: 'matchLabels and/or matchExpressions',
      fix: `write\nselector:\n  matchLabels:\n${labels}`,
    });
  });

export type LabelSelector = z.infer<typeof labelSelectorSchema>;
