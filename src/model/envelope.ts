/** What makes a document a Kubernetes object: apiVersion and kind. */
import { z } from 'zod';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import { check, describe } from './check.js';

const envelopeSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() });

/** A document that says what it is. */
export type Envelope = z.infer<typeof envelopeSchema>;

/** The document as an object of Kubernetes, or why it is none. */
export function checkEnvelope(value: unknown, source: SourceReference): { value?: Envelope; problems: UnlocatedProblem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      problems: [
        {
          code: 'NOT_A_MANIFEST',
          message: 'this document is no Kubernetes object',
          found: describe(value),
          expected: 'a mapping with apiVersion, kind and metadata',
          fix: 'remove the document, or name only the folders that hold manifests',
          source,
          at: [],
        },
      ],
    };
  }
  const envelope = check(envelopeSchema, value, source);
  if (envelope.value) return envelope;
  const message = 'this document is no Kubernetes object';
  return { problems: envelope.problems.map((problem) => ({ ...problem, code: 'NOT_A_MANIFEST', message })) };
}
