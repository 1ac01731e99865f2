import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/base/go-yaml/decode.js';
import { readNodes } from '../../../src/base/go-yaml/read.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { lines } from '../../support/lines.js';
import { brief } from '../../support/read-texts.js';

const parse = (text: string) => parseDocuments({ file: 'a.yaml', text });

/** The one document of a text without problems. */
function read(text: string): unknown {
  const { documents, problems } = parse(text);
  expect(problems).toEqual([]);
  return documents[0]?.value;
}

// The rules: `merge` in goyaml.v2/decode.go of sigs.k8s.io/yaml. The rows were also put to kubectl.
describe('merge keys', () => {
  it.each<[string, string, unknown]>([
    ['add what the mapping does not say itself', lines('<<: {a: 1, b: 2}', 'b: 3'), { a: 1, b: 3 }],
    ['give way to what comes later', lines('<<: {a: 1}', 'a: 2'), { a: 2 }],
    ['may come later with the same value, or with other keys', lines('a: 2', '<<: {a: 2, b: 1}'), { a: 2, b: 1 }],
    ['merge several mappings, the earlier of which wins', lines('<<: [{a: 1}, {a: 2, b: 2}]', 'c: 3'), { a: 1, b: 2, c: 3 }],
    ['merge an empty list of mappings', lines('<<: []', 'a: 1'), { a: 1 }],
    [
      'merge a list of aliases',
      lines('one: &one {a: 1}', 'two: &two {a: 2, b: 2}', 'own: {<<: [*one, *two]}'),
      { one: { a: 1 }, two: { a: 2, b: 2 }, own: { a: 1, b: 2 } },
    ],
    [
      'merge what is behind an alias',
      lines('base: &base {a: 1, b: 2}', 'own:', '  <<: *base', '  b: 3'),
      { base: { a: 1, b: 2 }, own: { a: 1, b: 3 } },
    ],
    ['merge what was merged before', lines('<<: {<<: {a: 1}, b: 2}'), { a: 1, b: 2 }],
    ['are those with their tag, too', lines('!!merge <<: {a: 1}', 'b: {! "<<": {b: 1}}'), { a: 1, b: { b: 1 } }],
    ['are text as a value', lines('a: <<', 'b: [<<]'), { a: '<<', b: ['<<'] }],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it('leave the merged mapping as it was', () => {
    expect(read(lines('base: &base {a: {b: 1}}', 'one: {<<: *base, c: 1}', 'two: {<<: *base}'))).toEqual({
      base: { a: { b: 1 } },
      one: { a: { b: 1 }, c: 1 },
      two: { a: { b: 1 } },
    });
  });

  it.each<[string, string, number, number]>([
    ['a number', lines('spec:', '  <<: 1'), 2, 7],
    ['text', lines('spec:', '  <<: base'), 2, 7],
    ['nothing', lines('spec:', '  <<:'), 2, 6],
    ['an alias of a number', lines('base: &base 1', 'spec: {<<: *base}'), 2, 12],
    ['an alias of a list', lines('base: &base [{a: 1}]', 'spec: {<<: *base}'), 2, 12],
    ['a list of numbers', lines('spec:', '  <<: [1, 2]'), 2, 7],
    ['a list with an empty entry', lines('spec:', '  <<: [{a: 1}, ~]'), 2, 7],
    ['a list of lists', lines('spec:', '  <<: [{a: 1}, [{a: 2}]]'), 2, 7],
  ])('take nothing but mappings and lists of mappings: %s', (_, text, line, column) => {
    expect(parse(text)).toMatchObject({
      documents: [],
      problems: [
        {
          code: 'UNSUPPORTED_YAML',
          message: 'only a mapping, or a list of mappings, can be merged',
          file: 'a.yaml',
          line,
          column,
          path: 'spec["<<"]',
          expected: 'a mapping after <<',
          fix: 'merge a mapping, or an alias of one',
          excerpt: text.split('\n')[line - 1],
          caret: column,
        },
      ],
    });
  });

  // Put to `kubectl label --local`, for which the merged value counts, and to `kubectl kustomize`, for which the written one does.
  it('may not come after a key that they give another value, as kubectl and kustomize disagree', () => {
    for (const text of [lines('a: {b: 1}', '<<: {a: {b: 2}}'), lines('<<: {c: 3, <<: {c: 2}}'), lines('a: 1', '<<: [{b: 1}, {a: 2}]')]) {
      const { documents, problems } = parseDocuments({ file: 'a.yaml', text }, { lenient: true });
      expect(documents).toEqual([]);
      expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
        `UNSUPPORTED_YAML: a merge key comes after the key "${text.includes('c') ? 'c' : 'a'}" and has another value for it`,
      ]);
    }
  });

  it.each(['"<<": {a: 1}', '!!str <<: {a: 1}', "b: {'<<': 1}"])(
    'may not be written as text, as kustomize merges it all the same: %s',
    (text) => {
      expect(parse(text).problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
        'UNSUPPORTED_YAML: the key "<<" is a key like any other for kubectl, and a merge key for kustomize',
      ]);
    },
  );

  it('may stand once in a mapping, as kustomize refuses a second one', () => {
    expect(parse(lines('<<: {a: 1}', '<<: {a: 2}')).problems.map(({ code }) => code)).toEqual(['DUPLICATE_KEY']);
  });
});

describe('a name', () => {
  it('may not be a date without quotes where it is a name, which kustomize writes out', () => {
    expect(parse('metadata: {name: 2020-01-01}').problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'UNSUPPORTED_YAML metadata.name',
    ]);
    expect(read('a: {name: "2020-01-01", createdAt: 2020-01-01}')).toEqual({ a: { name: '2020-01-01', createdAt: '2020-01-01' } });
  });
});

describe('aliases', () => {
  it('stand for the very value of their anchor', () => {
    const { base, copy } = read(lines('base: &base {verbs: [get]}', 'copy: *base')) as Record<string, unknown>;
    expect(copy).toEqual({ verbs: ['get'] });
    expect(copy).toBe(base);
  });

  it.each<[string, string, unknown]>([
    ['mean the latest anchor of the name', lines('a: &x 1', 'b: *x', 'c: &x 2', 'd: *x'), { a: 1, b: 1, c: 2, d: 2 }],
    ['may stand for a key', lines('&x a: 1', 'b: *x'), { a: 1, b: 'a' }],
    ['may be keys', lines('a: &x name', '*x : 1'), { a: 'name', name: 1 }],
    ['keep Kubernetes’ scalars', lines('a: &x 012', 'b: *x', 'c: &y "012"', 'd: *y'), { a: 10, b: 10, c: '012', d: '012' }],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each<[string, string, number, number]>([
    ['an anchor that comes later', lines('a: *x', 'b: &x 1'), 1, 4],
    ['itself', lines('a: &x', '  b: *x'), 2, 6],
    ['an anchor of another document', lines('a: &x 1', '---', 'a: *x'), 3, 4],
  ])('cannot stand for %s', (_, text, line, column) => {
    expect(parse(text).problems).toEqual([
      expect.objectContaining({
        code: 'UNSUPPORTED_YAML',
        message: 'the alias *x has no anchor before it',
        file: 'a.yaml',
        line,
        column,
        found: '*x',
        expected: 'an anchor &x that ends before this line',
        fix: 'define the anchor first, or write the value itself',
      }),
    ]);
  });

  it('that multiply into an anchor bomb are refused in no time', () => {
    const bomb = Array.from(
      { length: 40 },
      (_, level) =>
        `a${level}: &a${level} [${
          level === 0
            ? 'x'
            : Array(9)
                .fill(`*a${level - 1}`)
                .join(', ')
        }]`,
    );
    const { documents, problems } = parse(lines(...bomb));
    expect(documents).toEqual([]);
    expect(problems).toEqual([
      {
        code: 'TOO_MANY_ALIASES',
        message: 'the aliases of this document expand to too many values or too much text',
        file: 'a.yaml',
        line: 6,
        column: 25,
        path: 'a5[3]',
        found: 'more than 100000 values behind aliases',
        expected: 'at most 100000',
        fix: 'write the repeated values out, or split the document',
        excerpt: bomb[5],
        caret: 25,
      },
    ]);
  });

  it('that merge what was merged before are refused, and no key is copied beyond the limit', () => {
    const merging = Array.from({ length: 1000 }, (_, index) => `m${index + 1}: &m${index + 1} {<<: *m${index}, k${index}: v}`);
    const [document] = readNodes(lines('m0: &m0 {k: v}', ...merging));
    const { value, errors } = decode(document?.root);
    expect(errors.map(({ code }) => code)).toEqual(['TOO_MANY_ALIASES']);
    const keys = Object.values(value as object).flatMap((one) => Object.keys(one as object));
    expect(keys.length).toBeLessThan(100_000);
  });

  it('that multiply a long text are refused in no time', () => {
    const text = lines(`a: &a "${'x'.repeat(1 << 20)}"`, 'b: [*a, *a, *a, *a, *a]');
    expect(parse(text).problems).toMatchObject([
      { code: 'TOO_MANY_ALIASES', path: 'b[4]', found: 'more than 4194304 characters behind aliases', expected: 'at most 4194304' },
    ]);
    expect(parse(text.replace(', *a]', ']')).problems).toEqual([]);
  });

  it('that multiply in merge keys are refused too', () => {
    const bomb = Array.from(
      { length: 12 },
      (_, level) => `a${level}: &a${level} {b: ${level === 0 ? 'x' : `[${`{<<: *a${level - 1}}, `.repeat(9)}]`}}`,
    );
    expect(parse(lines(...bomb)).problems).toMatchObject([{ code: 'TOO_MANY_ALIASES' }]);
  });
});

describe('tags', () => {
  it.each<[string, unknown]>([
    ['!!str 012', '012'],
    ['!!str', ''],
    ['! 012', '012'],
    ['!!int "3"', 3],
    ['!!int 0o17', 15],
    ['!!float 3', 3],
    ['!!float ".5"', 0.5],
    ['!!bool yes', true],
    ['!!null ""', null],
    ['!<tag:yaml.org,2002:int> 3', 3],
    ['!!map {a: 1}', { a: 1 }],
    ['!!seq [1]', [1]],
    ['! {a: 1}', { a: 1 }],
    ['!!int 1_000', 1000],
    ['!!int 18446744073709551615', 18446744073709551615n],
    ['!!float 18446744073709551616', 2 ** 64],
  ])('of JSON’s types are followed: %s', (text, value) => {
    expect(read(`key: ${text}\n`)).toEqual({ key: value });
  });

  it.each<[string, unknown]>([
    ['!!timestamp 2024-01-01', '2024-01-01'],
    ['!!timestamp "2024-01-01T10:00:00Z"', '2024-01-01T10:00:00Z'],
    ['!!binary aGVsbG8=', 'hello'],
    ['!!binary "aGVs\\nbG8="', 'hello'],
    ['!!binary ""', ''],
  ])('of dates and of base64 give text, as in go-yaml: %s', (text, value) => {
    expect(read(`key: ${text}\n`)).toEqual({ key: value });
  });

  it.each([
    ...['!!bool 1', '!!null x', '!!float x', '!!float 0x10000000000000000', '!!timestamp yesterday', '!!timestamp 2024-13-01'],
    ...['!!int 1.5', '!!int x', '!!int 1.0', '!!int 1e3', '!!int 18446744073709551616', '!!int 0x10000000000000000'],
  ])('that the value does not fit are problems at the value: %s', (tagged) => {
    const line = `spec: {a: ${tagged}}`;
    const column = line.lastIndexOf(' ') + 2;
    expect(parse(line)).toEqual({
      documents: [],
      problems: [
        {
          code: 'UNSUPPORTED_YAML',
          message: 'the value does not fit its YAML tag',
          file: 'a.yaml',
          line: 1,
          column,
          path: 'spec.a',
          found: tagged,
          expected: 'a value of this type',
          fix: 'remove the tag and write the value as text, number, true or false',
          excerpt: line,
          caret: column,
        },
      ],
    });
  });

  it.each(['aGVsb', 'aG V', '=', 'ä'])('of base64 refuse what is none: %s', (text) => {
    expect(parse(`a: !!binary "${text}"`)).toMatchObject({
      documents: [],
      problems: [{ code: 'UNSUPPORTED_YAML', message: 'the value with the tag !!binary is not base64', path: 'a', column: 13 }],
    });
  });

  it('of base64 that is no text warn that kubectl replaces parts of it', () => {
    expect(parse('a: !!binary /w==')).toMatchObject({
      documents: [{ value: { a: '\ufffd' } }],
      problems: [{ code: 'DOUBTFUL_YAML', path: 'a', column: 13 }],
    });
  });

  it.each<[string, string, unknown]>([
    ['!secret', 'x', 'x'],
    ['!secret', '012', '012'],
    ['!!omap', '[{a: 1}]', [{ a: 1 }]],
    ['!!set', '{a, b}', { a: null, b: null }],
    ['!!str', '{a: 1}', { a: 1 }],
    ['!!int', '[1]', [1]],
    ['!!map', 'x', 'x'],
    ['!!map', '[a]', ['a']],
    ['!secret', '{a: 1}', { a: 1 }],
  ])('that Kubernetes does not know are ignored as in go-yaml, with a warning at the value: %s %s', (tag, text, value) => {
    const line = `spec: {a: ${tag} ${text}}`;
    const column = line.indexOf(text, 10) + 1;
    expect(parse(line)).toEqual({
      documents: [{ value: { spec: { a: value } }, source: { file: 'a.yaml', document: 0, path: [] } }],
      problems: [
        {
          code: 'DOUBTFUL_YAML',
          message: 'this YAML tag has no meaning in a Kubernetes manifest, and kubectl ignores it',
          file: 'a.yaml',
          line: 1,
          column,
          path: 'spec.a',
          found: typeof value === 'string' ? `${tag} ${text}` : tag,
          expected: 'a value without a tag',
          fix: 'remove the tag, and put the value in quotes if it is text',
          excerpt: line,
          caret: column,
        },
      ],
    });
  });
});

describe('keys', () => {
  it.each<[string, Record<string, number>]>([
    ['1: 1', { '1': 1 }],
    ['0x10: 1', { '16': 1 }],
    ['1.5: 1', { '1.5': 1 }],
    ['1.0: 1', { '1': 1 }],
    ['1000000: 1', { '1000000': 1 }],
    ['1e6: 1', { '1e+06': 1 }],
    ['0.00001: 1', { '1e-05': 1 }],
    ['1234567.8: 1', { '1.2345678e+06': 1 }],
    ['3.14159265358979: 1', { '3.1415927': 1 }],
    ['-0.0: 1', { '-0': 1 }],
    ['1e300: 1', { '.inf': 1 }],
    ['.nan: 1', { '.nan': 1 }],
    ['9223372036854775807: 1', { '9223372036854775807': 1 }],
    ['true: 1', { true: 1 }],
    ['on: 1', { true: 1 }],
    ['"on": 1', { on: 1 }],
    ['"": 1', { '': 1 }],
    ['? a\n: 1', { a: 1 }],
    ['constructor: 1', { constructor: 1 }],
    ['2024-01-01: 1', { '2024-01-01': 1 }],
  ])('become text, as go-yaml makes of numbers and booleans: %j', (text, value) => {
    expect(Object.entries(read(text) as object)).toEqual(Object.entries(value));
  });

  it.each<[string, string, number]>([
    ['~: 1', 'an empty key', 1],
    ['9223372036854775808: 1', 'the number 9223372036854775808', 1],
    ['[a]: 1', 'a list', 1],
    ['? {a: 1}\n: 1', 'a mapping', 3],
  ])('of other kinds are problems: %j', (text, found, column) => {
    expect(parse(text)).toEqual({
      documents: [],
      problems: [
        {
          code: 'UNSUPPORTED_YAML',
          message: 'a key of a mapping must be text',
          file: 'a.yaml',
          line: 1,
          column,
          found,
          expected: 'text',
          fix:
            found === 'a mapping'
              ? 'write the key as text; if {{ }} is a template, render it first'
              : 'write the key as text, in quotes if necessary',
          excerpt: text.split('\n')[0],
          caret: column,
        },
      ],
    });
  });

  it('given twice are a problem at the second one', () => {
    expect(parse(lines('spec:', '  name: a', '  name: b'))).toEqual({
      documents: [],
      problems: [
        {
          code: 'DUPLICATE_KEY',
          message: 'the mapping has the key "name" twice',
          file: 'a.yaml',
          line: 3,
          column: 3,
          path: 'spec.name',
          found: '"name"',
          expected: 'each key once',
          fix: 'remove one of them; parsers disagree about which value counts (with --lenient the last value wins, as in kubectl)',
          excerpt: '  name: b',
          caret: 3,
        },
      ],
    });
  });

  it.each<[string, string, number, number, string]>([
    ['in JSON', '{"a": 1, "b": {"c": 1, "c": 1}}', 1, 24, 'b.c'],
    ['in two spellings', lines('1: a', '"1": b'), 2, 1, '["1"]'],
    ['as a name of every object', lines('toString: 1', 'toString: 1'), 2, 1, 'toString'],
    ['in a list', lines('- a: 1', '- b: 1', '  b: 2'), 3, 3, '[1].b'],
  ])('given twice are found %s', (_, text, line, column, path) => {
    expect(brief(parse(text).problems)).toEqual([['DUPLICATE_KEY', line, column, path]]);
  });

  it('may stand in two mappings, and beside a merged one', () => {
    expect(read(lines('a: {name: 1}', 'b: {<<: {name: 3}, name: 2}'))).toEqual({ a: { name: 1 }, b: { name: 2 } });
  });

  it('given twice are found beside a merged one', () => {
    expect(brief(parse(lines('name: 1', '<<: {name: 1}', 'name: 3')).problems)).toEqual([['DUPLICATE_KEY', 3, 1, 'name']]);
  });

  it.each<[string, string, number, number, string]>([
    ['plain', lines('spec:', '  __proto__: {admin: true}'), 2, 3, 'spec.__proto__'],
    ['in quotes', '{"spec": {"__proto__": {"admin": true}}}', 1, 11, 'spec.__proto__'],
    ['escaped', String.raw`{"spec": {"\u005f_proto__": 1}}`, 1, 11, 'spec.__proto__'],
    ['behind an alias', lines('a: &x __proto__', '*x : {admin: true}'), 2, 1, '__proto__'],
    ['in a merge', lines('<<: {__proto__: {admin: true}}'), 1, 6, '["<<"].__proto__'],
  ])('called __proto__ are refused: %s', (_, text, line, column, path) => {
    expect(parse(text)).toEqual({
      documents: [],
      problems: [
        {
          code: 'FORBIDDEN_KEY',
          message: 'the key "__proto__" is not safe to use',
          file: 'a.yaml',
          line,
          column,
          path,
          found: '__proto__',
          expected: 'any other key',
          fix: 'rename or remove the key; no Kubernetes object has a field with this name',
          excerpt: text.split('\n')[line - 1],
          caret: column,
        },
      ],
    });
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });
});

describe('numbers that JSON does not have', () => {
  it.each<[string, string]>([
    ['.nan', 'NaN'],
    ['.inf', 'Infinity'],
    ['-.INF', '-Infinity'],
  ])('are problems: %s', (text, found) => {
    expect(parse(`spec: {replicas: ${text}}\n`)).toEqual({
      documents: [],
      problems: [
        {
          code: 'UNSUPPORTED_YAML',
          message: 'JSON, and so Kubernetes, cannot represent this number',
          file: 'a.yaml',
          line: 1,
          column: 18,
          path: 'spec.replicas',
          found,
          expected: 'a finite number, or text in quotes',
          fix: 'put the value in quotes if it is text',
          excerpt: `spec: {replicas: ${text}}`,
          caret: 18,
        },
      ],
    });
  });
});

describe('half a character', () => {
  it.each<[string, string, number, string, string]>([
    ['in a value', String.raw`{"spec": {"a": "x\ud800"}}`, 16, 'spec.a', String.raw`"x\ud800"`],
    ['the second half alone', String.raw`{"spec": {"a": "\ude00x"}}`, 16, 'spec.a', String.raw`"\ude00x"`],
    ['in a key', String.raw`{"spec": {"\ud800": 1}}`, 11, 'spec', String.raw`"\ud800"`],
    ['behind a tag', String.raw`{"spec": {"a": !!str "\ud800"}}`, 22, 'spec.a', String.raw`"\ud800"`],
    ['in a long text', `{"spec": {"a": "${'x'.repeat(200)}\\ud800"}}`, 16, 'spec.a', `"${'x'.repeat(79)}`],
  ])('is a problem, as no UTF-8 text can hold it: %s', (_, text, column, path, found) => {
    expect(parse(text)).toEqual({
      documents: [],
      problems: [
        {
          code: 'UNSUPPORTED_YAML',
          message: 'the text has an unpaired surrogate',
          file: 'a.yaml',
          line: 1,
          column,
          path,
          found,
          expected: 'whole Unicode characters',
          fix: 'write the character itself, or both surrogates',
          excerpt: text.slice(0, 120),
          caret: column,
        },
      ],
    });
  });

  it('is none with its other half', () => {
    expect(read(String.raw`{"a": "\ud83d\ude00"}`)).toEqual({ a: '😀' });
  });
});
