import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMapping, jsonIn, plainData, textsIn } from '../../../src/base/manifest/plain-data.js';
import { deepFreeze } from '../../support/deep-freeze.js';
import { jsonData } from '../../support/json-data.js';

describe('data from code, as a parsed manifest would have it', () => {
  it('is an equal copy of plain data, integers of any size included', () => {
    fc.assert(
      fc.property(jsonData, (value) => {
        expect(plainData(deepFreeze(value))).toEqual(value);
      }),
    );
  });

  it('shares nothing with what it was made of', () => {
    const manifest = { spec: { list: [{ a: 1 }] } };
    const copy = plainData(manifest) as typeof manifest;
    manifest.spec.list[0] = { a: 2 };
    manifest.spec.list.push({ a: 3 });
    expect(copy).toEqual({ spec: { list: [{ a: 1 }] } });
  });

  it('leaves out what JSON leaves out', () => {
    expect(Object.entries(plainData({ a: undefined, b: null, c: { d: undefined }, e: [undefined, 1] }) as object)).toEqual([
      ['b', null],
      ['c', {}],
      ['e', [null, 1]],
    ]);
  });

  it('has objects as they give themselves as JSON', () => {
    const quantity = { toJSON: () => ({ amount: 1n, unit: undefined }) };
    expect(plainData({ created: new Date(0), quantity })).toEqual({ created: '1970-01-01T00:00:00.000Z', quantity: { amount: 1n } });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('holds no number %s', (value) => {
    expect(() => plainData({ spec: [value] })).toThrow(new TypeError(`a manifest cannot contain the number ${value}`));
  });

  it('holds no half of a character', () => {
    expect(() => plainData({ note: '\ud800' })).toThrow(new TypeError('a manifest cannot contain text with an unpaired surrogate'));
  });

  it.each([
    ['function', () => 1],
    ['symbol', Symbol('a')],
  ])('holds no %s', (type, value) => {
    expect(() => plainData({ spec: [value] })).toThrow(new TypeError(`a manifest cannot contain a ${type}`));
  });
});

it.each([[{}], [{ a: 1 }], [JSON.parse('{"__proto__": 1}')]])('is a mapping: %j', (value) => {
  expect(isMapping(value)).toBe(true);
});

it.each([[null], [undefined], [[]], ['{}'], [1], [true]])('is none: %j', (value) => {
  expect(isMapping(value)).toBe(false);
});

describe('what somebody else wrote', () => {
  it('has its texts, whatever else is in a list', () => {
    expect(textsIn(['a', 1, null, ['b'], 'c'])).toEqual(['a', 'c']);
    expect([textsIn('a'), textsIn({ a: 'b' }), textsIn(undefined)]).toEqual([[], [], []]);
  });

  it('is JSON, or nothing', () => {
    expect([jsonIn('{"a":[1]}'), jsonIn('null'), jsonIn(''), jsonIn('{a: 1}')]).toEqual([{ a: [1] }, null, undefined, undefined]);
  });
});
