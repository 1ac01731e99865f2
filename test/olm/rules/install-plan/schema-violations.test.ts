import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaViolations } from '../../../../src/olm/rules/install-plan/schema-violations.js';

const spec = (properties: object, required?: readonly string[]) => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...(required ? { required } : {}) } },
});

// OLM's validateExistingCRs (catalog/operator.go) runs apiextensions' ValidateCustomResource over the whole object.
describe('an object under the schema of a CRD', () => {
  it.each<[string, object, unknown, string]>([
    ['lacks a required field', { container: { type: 'string' } }, {}, 'spec.container: Required value'],
    [
      'is below a minimum',
      { scalar: { type: 'integer', minimum: 500 } },
      { scalar: 100 },
      'spec.scalar: Invalid value: 100 is below the minimum 500',
    ],
    ['has another type', { scalar: { type: 'integer' } }, { scalar: '1' }, 'spec.scalar: Invalid value: must be of type integer'],
    ['has a value that is not listed', { a: { type: 'string', enum: ['x'] } }, { a: 'y' }, 'spec.a: Invalid value: supported values: "x"'],
    ['does not match a pattern', { a: { type: 'string', pattern: '^x' } }, { a: 'y' }, 'spec.a: Invalid value: does not match ^x'],
    ['has too many entries', { a: { type: 'array', maxItems: 1 } }, { a: [1, 2] }, 'spec.a: Invalid value: has more than 1 entries'],
    [
      'has a wrong entry',
      { a: { type: 'array', items: { type: 'string' } } },
      { a: [1] },
      'spec.a[0]: Invalid value: must be of type string',
    ],
    ['is null', { a: { type: 'string' } }, { a: null }, 'spec.a: Invalid value: null is not allowed'],
    [
      'meets none of several schemas',
      { a: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } },
      { a: 1 },
      'spec.a: Invalid value: must validate at least one schema (anyOf)',
    ],
    [
      'has a wrong value of a map',
      { a: { type: 'object', additionalProperties: { type: 'string', maxLength: 1 } } },
      { a: { b: 'xy' } },
      'spec.a.b: Invalid value: has more than 1 characters',
    ],
  ])('%s', (says, properties, value, expected) => {
    expect(schemaViolations({ spec: value }, spec(properties, says.includes('required') ? ['container'] : undefined))).toEqual([expected]);
  });

  it('is valid with fields that the schema does not name, with null where it is allowed, and with either of two types', () => {
    const schema = spec({ a: { type: 'string', nullable: true }, b: { 'x-kubernetes-int-or-string': true } });
    expect(schemaViolations({ kind: 'Mug', spec: { a: null, b: '50%', other: {} } }, schema)).toEqual([]);
  });

  it('is valid under a schema that asks for what it has, whatever that is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (fields) => {
        const types = Object.entries(fields).map(([name, value]) => [name, { type: typeof value === 'number' ? 'integer' : typeof value }]);
        const schema = { type: 'object', properties: Object.fromEntries(types), required: Object.keys(fields) };
        expect(schemaViolations(fields, schema)).toEqual([]);
        expect(schemaViolations({}, schema)).toHaveLength(Object.keys(fields).length);
      }),
    );
  });
});
