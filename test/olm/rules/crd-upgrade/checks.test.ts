import { describe, expect, it } from 'vitest';
import { SCHEMA_CHECKS } from '../../../../src/olm/rules/crd-upgrade/checks.js';

const check = (name: string, before: object, after: object): string | undefined =>
  SCHEMA_CHECKS[name]?.(before as Record<string, unknown>, after as Record<string, unknown>);

describe('the checks of a schema', () => {
  it('are by name, in byte order, but for the rest', () => {
    const names = Object.keys(SCHEMA_CHECKS);
    expect(names).toEqual(names.toSorted());
    expect(names).toHaveLength(15);
  });

  it.each([
    ['type', { type: 'a' }, { type: 'b' }, 'type changed : "a" -> "b"'],
    ['default', {}, { default: '1m' }, 'default added when there was none previously : "\\"1m\\""'],
    ['enum', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, 'allowed enum values removed : ["a"]'],
    ['required', { required: ['a'] }, { required: ['b', 'a'] }, 'new required fields: [b]'],
    ['minLength', { minLength: 1 }, { minLength: 2 }, 'minimum increased : 1 -> 2'],
    ['maximum', {}, { maximum: 1000000 }, 'maximum constraint added when there was none previously : 1e+06'],
    ['pattern', { pattern: 'a' }, {}, 'pattern removed : "a" -> ""'],
    ['nullable', {}, { nullable: true }, 'nullable added : false -> true'],
    ['unhandled', { format: 'a', description: 'a' }, { format: 'b', description: 'b' }, 'unhandled changes found :'],
  ])('%s: %j to %j', (name, before, after, message) => expect(check(name, before, after)).toBe(message));

  it.each([
    ['minLength', { minLength: 2 }, { minLength: 1 }],
    ['maxItems', { maxItems: 1 }, {}],
    ['enum', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['required', { required: ['a'] }, {}],
    ['unhandled', { description: 'a', type: 'a' }, { description: 'b', type: 'b' }],
  ])('%s: nothing against %j to %j', (name, before, after) => expect(check(name, before, after)).toBeUndefined());
});
