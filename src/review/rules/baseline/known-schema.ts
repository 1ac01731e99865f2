/** The schema of a known kind, annotation or label in a baseline. */
import { z } from 'zod';
import { complain, describe } from '../../../base/manifest/check.js';

const WHAT = ['kind', 'annotation', 'label'] as const;

export const knownSchema = z
  .strictObject({
    kind: z.string().min(1).optional().describe('With its API group, such as SharedSecret.sharedresource.openshift.io.'),
    annotation: z.string().min(1).optional().describe('The key of an annotation.'),
    label: z.string().min(1).optional().describe('The key of a label of Namespaces.'),
    reason: z.string().min(1).describe('The program that acts on it, and why that is harmless.'),
  })
  .superRefine((entry, context) => {
    if (WHAT.filter((what) => entry[what] !== undefined).length === 1) return;
    complain(context, [], 'this entry does not name one thing', {
      code: 'INVALID_VALUE',
      found: describe(entry),
      expected: 'one of kind, annotation and label, and a reason',
      fix: 'copy the name from the report',
    });
  });
