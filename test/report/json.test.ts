import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonReport } from '../../src/report/json.js';
import { outputJsonSchema } from '../../src/report/output-schema.js';
import { FINDING_RULES } from '../../src/review/rules/all-rules.js';
import { FULL, UNCHANGED } from '../support/hand-made-review.js';
import { validatorOf } from '../support/output-schema.js';

const SCHEMA = join(import.meta.dirname, '../../docs/output.schema.json');

describe('the JSON report', () => {
  const validate = validatorOf('review');

  it.each([
    ['without a change', UNCHANGED],
    ['with one of everything', FULL],
  ])('keeps to its schema: a review %s', (_, review) => {
    expect([validate(jsonReport(review)), validate.errors]).toEqual([true, null]);
  });

  it('would not keep to it with anything more or less', () => {
    expect(validate({ ...jsonReport(FULL), more: 1 })).toBe(false);
    expect(validate({ ...jsonReport(FULL), gained: undefined })).toBe(false);
  });

  it('is the review and its summary', () => {
    expect(jsonReport(UNCHANGED)).toEqual({
      ...UNCHANGED,
      schemaVersion: 1,
      accepting: '',
      findings: { new: [], grown: [], unchanged: [], smaller: [], fixed: [], accepted: [] },
      summary: {
        tone: 'same',
        answer: 'same',
        headline: 'No change in meaning',
        advice: 'All permissions, target namespaces and verdicts are unchanged.',
        breaks: [],
        perhaps: [],
        notReviewed: [],
        points: [],
        counts: [],
      },
    });
  });
});

describe('docs/output.schema.json', () => {
  it('is current', async () => {
    await expect(`${JSON.stringify(outputJsonSchema(), null, 1)}\n`).toMatchFileSnapshot(SCHEMA);
  });

  it('knows every id', () => {
    const { $defs } = outputJsonSchema() as {
      $defs: { finding: { properties: { id: unknown } }; 'rule-id': { anyOf: { enum: string[] }[] } };
    };
    expect($defs.finding.properties.id).toEqual({ $ref: '#/$defs/rule-id' });
    expect($defs['rule-id'].anyOf[0]?.enum).toEqual(FINDING_RULES.map(({ id }) => id));
  });
});
