import { expect, it } from 'vitest';
import { flatten } from '../../../../src/olm/rules/crd-upgrade/checks.js';

it('every schema has a path, and says nothing of the properties and items inside', () => {
  const schema = {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object', properties: { 'a.b': { type: 'string' } } } } },
    anyOf: [{ required: ['list'] }],
    patternProperties: { '^x': { type: 'string' } },
    additionalProperties: false,
    not: { type: 'null' },
  };
  expect([...flatten(schema).keys()]).toEqual([
    '^',
    '^.anyOf[0]',
    '^.not',
    '^.list',
    '^.list.items',
    '^.list.items.a.b',
    '^.patternProperties[^x]',
  ]);
  expect(flatten(schema).get('^.list')).toEqual({ type: 'array' });
  expect(flatten(undefined)).toEqual(new Map());
});
