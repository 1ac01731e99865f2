import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { jsonReport, reviewJsonSchemaDocument } from '../../../src/review/report/json.js';
import { FULL, UNCHANGED } from '../../support/hand-made-review.js';

const SCHEMA = join(import.meta.dirname, '../../../docs/review.schema.json');

describe('the JSON report', () => {
  const validate = new Ajv2020({ strict: false }).compile(reviewJsonSchemaDocument());

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
      summary: {
        tone: 'same',
        headline: 'No change in meaning',
        advice: 'Every right, reach and verdict is what it was.',
        points: [],
        counts: [],
      },
    });
  });
});

describe('docs/review.schema.json', () => {
  it('is the schema of the report', () => {
    expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(reviewJsonSchemaDocument());
  });
});
