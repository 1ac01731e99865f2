import { describe, expect, it } from 'vitest';
import { goList, goNumber, goQuoted, json } from '../../../../src/olm/rules/crd-upgrade/checks.js';

describe('texts as Go prints them', () => {
  it.each([
    [1, '1'],
    [0, '0'],
    [1.5, '1.5'],
    [100000, '100000'],
    [1000000, '1e+06'],
    [123456789, '1.23456789e+08'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-2500000, '-2.5e+06'],
  ])('a floating-point number: %s', (value, text) => expect(goNumber(value, true)).toBe(text));

  it('whole numbers, quoted texts, lists and JSON', () => {
    expect(goNumber(1000000, false)).toBe('1000000');
    expect(goNumber(9007199254740993n, false)).toBe('9007199254740993');
    expect(goQuoted('a"b')).toBe('"a\\"b"');
    expect(goList(['a', 'b'])).toBe('[a b]');
    expect(json({ a: [1n, null] })).toBe('{"a":[1,null]}');
  });
});
