import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIntegerText, resolvePlainScalar } from '../../../src/base/go-yaml/resolve.js';

// The rule: `resolve` in goyaml.v2/resolve.go of sigs.k8s.io/yaml. The rows were also put to kubectl 1.32
// (`kubectl patch --local --filename - --type merge --patch {} --output json`); they agree, but that kubectl
// itself cannot hold integers above 2^63.
describe('a plain scalar, as Kubernetes reads it', () => {
  it.each(['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'true', 'True', 'TRUE'])('%s is true', (text) => {
    expect(resolvePlainScalar(text)).toBe(true);
  });

  it.each(['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'false', 'False', 'FALSE'])('%s is false', (text) => {
    expect(resolvePlainScalar(text)).toBe(false);
  });

  it.each(['', '~', 'null', 'Null', 'NULL'])('"%s" is null', (text) => {
    expect(resolvePlainScalar(text)).toBe(null);
  });

  it.each(['oN', 'yEs', 'tRue', 'nULL', 'nil', 'none', 'oFF', 'truest'])('%s is text: only three spellings of a word count', (text) => {
    expect(resolvePlainScalar(text)).toBe(text);
  });

  it.each<[string, number]>([
    ['0', 0],
    ['+1', 1],
    ['-1', -1],
    ['-0', 0],
    ['012', 10],
    ['-012', -10],
    ['+012', 10],
    ['00', 0],
    ['0o17', 15],
    ['0O17', 15],
    ['-0o7', -7],
    ['0x1F', 31],
    ['0X1f', 31],
    ['-0x1F', -31],
    ['0b11', 3],
    ['0B11', 3],
    ['-0b11', -3],
  ])('%s is the whole number %d: decimal, octal, hexadecimal or binary', (text, value) => {
    expect(resolvePlainScalar(text)).toBe(value);
  });

  it.each<[string, number]>([
    ['08', 8],
    ['018', 18],
    ['-08', -8],
    ['09.5', 9.5],
  ])('%s is the decimal %d: with a digit of 8 or 9 it cannot be octal', (text, value) => {
    expect(resolvePlainScalar(text)).toBe(value);
  });

  it.each<[string, number]>([
    ['1e3', 1000],
    ['1E3', 1000],
    ['1e+3', 1000],
    ['1.5e-3', 0.0015],
    ['.5', 0.5],
    ['+.5', 0.5],
    ['-.5', -0.5],
    ['.5e1', 5],
    ['1.', 1],
    ['0.1', 0.1],
    ['1e-400', 0],
    ['4.9e-324', 5e-324],
  ])('%s is the number %d', (text, value) => {
    expect(resolvePlainScalar(text)).toBe(value);
  });

  it.each<[string, number]>([
    ['1_000', 1000],
    ['1_', 1],
    ['-_1', -1],
    ['0_7', 7],
    ['0_8', 8],
    ['0x_1F', 31],
    ['0_x1', 1],
    ['0b1_1', 3],
    ['1_0.5_0', 10.5],
    ['12_e3', 12000],
    ['.1_2', 0.12],
    ['-._5', -0.5],
  ])('%s is the number %d: underscores do not count', (text, value) => {
    expect(resolvePlainScalar(text)).toBe(value);
  });

  it.each<[string, bigint | number]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n],
    ['0xFFFFFFFFFFFFFFFF', 18446744073709551615n],
  ])('%s keeps all its digits: a double could not hold them', (text, value) => {
    expect(resolvePlainScalar(text)).toBe(value);
  });

  it.each<[string, number]>([
    ['18446744073709551616', 2 ** 64],
    ['-9223372036854775809', -(2 ** 63)],
    ['100000000000000000000000', 1e23],
    ['1844674407370955161_6', 2 ** 64],
    ['010000000000000000000000', 1e22],
  ])('%s is a float: it does not fit into 64 bits', (text, value) => {
    expect(resolvePlainScalar(text)).toBe(value);
  });

  it.each(['0x10000000000000000', '-0x8000000000000001', '0o2000000000000000000000', `0b1${'0'.repeat(64)}`])(
    '%s is text: it does not fit into 64 bits, and floats are decimal',
    (text) => {
      expect(resolvePlainScalar(text)).toBe(text);
    },
  );

  it.each(['1e400', '-1e400', '.9e400', '1.7976931348623159e308', '9'.repeat(309), `-${'9'.repeat(309)}`])(
    '%s is text: no double is as large',
    (text) => {
      expect(resolvePlainScalar(text)).toBe(text);
    },
  );

  it.each(['2024-01-01', '2024-01-01T00:00:00Z', '2001-12-14 21:59:43.10 -5'])('%s is text: JSON has no dates', (text) => {
    expect(resolvePlainScalar(text)).toBe(text);
  });

  it.each(['1:30', '190:20:30', '-1:30.5'])('%s is text: there are no numbers to the base 60', (text) => {
    expect(resolvePlainScalar(text)).toBe(text);
  });

  it.each<[string, number]>([
    ['.nan', Number.NaN],
    ['.NaN', Number.NaN],
    ['.NAN', Number.NaN],
    ['.inf', Number.POSITIVE_INFINITY],
    ['+.Inf', Number.POSITIVE_INFINITY],
    ['-.INF', Number.NEGATIVE_INFINITY],
  ])('%s is %d', (text, value) => {
    expect(resolvePlainScalar(text)).toBe(value);
  });

  it.each(['+.nan', 'nan', 'NaN', 'inf', 'Infinity', '.iNF'])('%s is text: not-a-number and infinity are spelled otherwise', (text) => {
    expect(resolvePlainScalar(text)).toBe(text);
  });

  it.each(['.', '+', '+_', '--1', '+-1', '.e1', '1e', 'e1', '1..', '1.2.3', '0x', '0xg', '0b', '0b2', '0o', '0o8', '0x1p4', '0x1.8'])(
    '%s is text: it only begins like a number',
    (text) => {
      expect(resolvePlainScalar(text)).toBe(text);
    },
  );

  it.each(['_1', '._', '._1', '.1_', '._1e1', '.1e_1', '.1_e1', '.1__2', 'v1', '=', '<<', '1 2', '١', 'constructor', '__proto__'])(
    '%s is text',
    (text) => {
      expect(resolvePlainScalar(text)).toBe(text);
    },
  );

  it('gives every whole number of 64 bits exactly, in each notation', () => {
    const notations = [
      (digits: bigint) => digits.toString(),
      (digits: bigint) => `0x${digits.toString(16)}`,
      (digits: bigint) => `0o${digits.toString(8)}`,
      (digits: bigint) => `0${digits.toString(8)}`,
      (digits: bigint) => `0b${digits.toString(2)}`,
    ];
    const number = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(number, fc.constantFrom(...notations), (value, write) => {
        const text = value < 0n ? `-${write(-value)}` : write(value);
        expect(BigInt(resolvePlainScalar(text) as number | bigint)).toBe(value);
      }),
    );
  });

  it('gives every number of JSON', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(resolvePlainScalar(JSON.stringify(value)))).toBe(value + 0);
      }),
    );
  });
});

describe('the text of an integer', () => {
  it.each(['0', '-1', '+1', '012', '0o17', '0x1F', '0b11', '1_000', '18446744073709551615', '-9223372036854775808'])('is %s', (text) => {
    expect(isIntegerText(text)).toBe(true);
  });

  it.each(['', '1.0', '1e3', '.5', 'x', 'on', '~', '0o8', '0xg', '18446744073709551616', '-9223372036854775809', '0x10000000000000000'])(
    'is not "%s"',
    (text) => {
      expect(isIntegerText(text)).toBe(false);
    },
  );
});
