import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { check, complain, describe as describeValue } from '../../../src/base/manifest/check.js';

const source = { file: 'a.yaml', document: 0, path: [] };
const schema = z.looseObject({
  text: z.string().optional(),
  list: z.array(z.string()).optional(),
  map: z.record(z.string(), z.string()).optional(),
  object: z.looseObject({ inner: z.string() }).optional(),
  flag: z.boolean().optional(),
  number: z.number().optional(),
  short: z.string().max(3).optional(),
});

describe('a value that fits', () => {
  it('comes back itself: with its order of keys and its unknown fields', () => {
    const value = { unknown: { b: 1 }, text: 'a' };
    const result = check(schema, value, source);
    expect(result.value).toBe(value);
    expect(result.problems).toEqual([]);
  });
});

describe('a value that does not fit', () => {
  it.each<[string, unknown, object]>([
    [
      'a missing field',
      { object: {} },
      {
        code: 'FIELD_MISSING',
        message: 'a required field is missing',
        at: ['object', 'inner'],
        found: 'nothing',
        expected: 'text',
        fix: 'add object.inner',
      },
    ],
    [
      'a missing field whose key is there in another case',
      { object: { Inner: 'a' } },
      {
        code: 'FIELD_MISSING',
        message: 'a required field is missing',
        at: ['object', 'inner'],
        found: 'nothing',
        expected: 'text',
        fix: 'write inner instead of Inner',
      },
    ],
    [
      'null',
      { object: { inner: null } },
      {
        code: 'FIELD_MISSING',
        message: 'a required field is missing',
        at: ['object', 'inner'],
        found: 'null',
        expected: 'text',
        fix: 'add object.inner',
      },
    ],
    [
      'true as text',
      { map: { 'example.com/a': true } },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['map', 'example.com/a'],
        found: 'true',
        expected: 'text',
        fix: 'put the value in quotes',
      },
    ],
    [
      'a number in a list of strings',
      { list: ['a', 12] },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['list', 1],
        found: 'the number 12',
        expected: 'text',
        fix: 'put the value in quotes',
      },
    ],
    [
      'a number of many digits as text',
      { text: 9007199254740993n },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['text'],
        found: 'the number 9007199254740993',
        expected: 'text',
        fix: 'put the value in quotes',
      },
    ],
    [
      'a number of many digits as a mapping',
      { object: 9007199254740993n },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['object'],
        found: 'the number 9007199254740993',
        expected: 'a mapping',
        fix: 'write a mapping here',
      },
    ],
    [
      'a mapping as text',
      { text: { a: 1 } },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['text'],
        found: 'a mapping',
        expected: 'text',
        fix: 'write text here',
      },
    ],
    [
      'text as a list',
      { list: 'a' },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['list'],
        found: 'the text "a"',
        expected: 'a list',
        fix: 'write each entry on a line of its own after "- "',
      },
    ],
    [
      'text as true or false',
      { flag: 'true' },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['flag'],
        found: 'the text "true"',
        expected: 'true or false',
        fix: 'write true or false, without quotes',
      },
    ],
    [
      'a list as a mapping',
      { object: [] },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['object'],
        found: 'an empty list',
        expected: 'a mapping',
        fix: 'write a mapping here',
      },
    ],
    [
      'text as a number',
      { number: 'many' },
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        at: ['number'],
        found: 'the text "many"',
        expected: 'a number',
        fix: 'write a number here',
      },
    ],
  ])('is a problem with what was found, what is expected and how to fix it: %s', (_, value, problem) => {
    expect(check(schema, value, source)).toEqual({ problems: [{ ...problem, source }] });
  });

  it('is a problem when only its content is wrong', () => {
    expect(check(schema, { short: 'long' }, source).problems).toMatchObject([
      { code: 'INVALID_VALUE', message: 'the value is not valid', at: ['short'], found: 'the text "long"', fix: 'correct short' },
    ]);
  });

  it('has all its problems in one go', () => {
    const { problems } = check(schema, { text: 1, list: [1, 'a', 2], object: { inner: 3 } }, source);
    expect(problems.map(({ at }) => at)).toEqual([['text'], ['list', 0], ['list', 2], ['object', 'inner']]);
  });

  it('has the words of its own refinement', () => {
    const complaint = { code: 'INVALID_SELECTOR', found: '1', expected: '2', fix: '3' } as const;
    const refined = z.looseObject({ a: z.string().superRefine((_, context) => complain(context, ['b', 0], 'no good', complaint)) });
    expect(check(refined, { a: 'x' }, source).problems).toEqual([{ ...complaint, message: 'no good', source, at: ['a', 'b', 0] }]);
  });
});

describe('a value in a message', () => {
  it.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    [[], 'an empty list'],
    [[1], 'a list'],
    [{}, 'an empty mapping'],
    [{ a: 1 }, 'a mapping'],
    ['', 'the text ""'],
    ['a "b"\n', String.raw`the text "a \"b\"\n"`],
    [false, 'false'],
    [1.5, 'the number 1.5'],
    [18446744073709551615n, 'the number 18446744073709551615'],
    ['x'.repeat(80), `the text "${'x'.repeat(80)}"`],
    ['x'.repeat(81), `the text "${'x'.repeat(80)}…"`],
  ])('%o', (value, text) => {
    expect(describeValue(value)).toBe(text);
  });
});
