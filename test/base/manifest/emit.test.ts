import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emitYaml } from '../../../src/base/manifest/emit.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { emitByPackage } from '../../support/emit-by-package.js';
import { jsonData } from '../../support/json-data.js';
import { lines } from '../../support/lines.js';
import { runs } from '../../support/runs.js';

/** The value of the one document of a text, as this project reads it. */
function readBack(text: string): unknown {
  const { documents, problems } = parseDocuments({ file: 'emitted.yaml', text });
  expect(problems).toEqual([]);
  // A document that says null counts as empty.
  return documents[0]?.value ?? null;
}

/** How a reader that knows doubles only has it. */
function inDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(inDoubles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inDoubles(entry)]));
}

const RUNS = runs(200);

describe.each([
  ['in blocks', 0],
  ['on one line where it fits', 100],
])('YAML that every reader understands alike, %s', (_, lineWidth) => {
  it('reads back as YAML 1.2', () => {
    fc.assert(
      fc.property(jsonData, (value) => {
        expect(parse(emitYaml(value, lineWidth), { version: '1.2' })).toEqual(inDoubles(value));
      }),
      RUNS,
    );
  });

  it('reads back as YAML 1.1', () => {
    fc.assert(
      fc.property(jsonData, (value) => {
        expect(parse(emitYaml(value, lineWidth), { version: '1.1' })).toEqual(inDoubles(value));
      }),
      RUNS,
    );
  });

  it('reads back as Kubernetes reads it, with every digit and the keys in their order', () => {
    fc.assert(
      fc.property(jsonData, (value) => {
        const read = readBack(emitYaml(value, lineWidth));
        expect(read).toEqual(value);
        expect(keysInOrder(read)).toEqual(keysInOrder(value));
      }),
      RUNS,
    );
  });

  it('holds no control characters but line breaks and tabs, and nothing else that YAML calls unprintable', () => {
    fc.assert(
      fc.property(jsonData, (value) => {
        expect(emitYaml(value, lineWidth)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/);
      }),
      RUNS,
    );
  });

  it('ends with one document, so that documents can be joined', () => {
    fc.assert(
      fc.property(jsonData, jsonData, (first, second) => {
        const { documents, problems } = parseDocuments({
          file: 'two.yaml',
          text: `${emitYaml(first, lineWidth)}---\n${emitYaml(second, lineWidth)}`,
        });
        expect(problems).toEqual([]);
        expect(documents.map(({ value }) => value)).toEqual([first, second].filter((value) => value !== null));
      }),
    );
  });
});

function keysInOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? value.map(keysInOrder) : Object.entries(value).map(([key, entry]) => [key, keysInOrder(entry)]);
}

describe('a line', () => {
  it('has a whole list or mapping, as far as it fits', () => {
    const rule = { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', '*'] };
    const written = lines(
      'rules:',
      '  - { apiGroups: [""], resources: [pods, pods/log], verbs: [get, "*"] }',
      '  - apiGroups: []',
      '    resources: [configmaps, endpoints, persistentvolumeclaims]',
      '    verbs: [watch]',
      'more: {}',
    );
    const long = { apiGroups: [], resources: ['configmaps', 'endpoints', 'persistentvolumeclaims'], verbs: ['watch'] };
    expect(emitYaml({ rules: [rule, long], more: {} }, 80)).toBe(written);
  });

  it('is never longer than it is said to be for the sake of brackets', () => {
    fc.assert(
      fc.property(jsonData, fc.integer({ min: 3, max: 90 }), (value, width) => {
        const flows = emitYaml(value, width)
          .split('\n')
          .filter((line) => /[[{] ?[^\]}]/.test(line) && /[\]}]$/.test(line));
        const blocks = new Set(emitYaml(value).split('\n'));
        expect(flows.filter((line) => line.length > width && !blocks.has(line))).toEqual([]);
      }),
      RUNS,
    );
  });

  it.each(['a\nb', 'é', 1.5, -0, 12345678901234567890n])('has no %o, which a block writes otherwise', (value) => {
    expect(emitYaml({ a: [value] }, 100)).toBe(emitYaml({ a: [value] }));
  });

  it('has one entry of a list, if the entries are more than a word', () => {
    expect(emitYaml({ a: [['b', 'c'], { d: [{ e: 1 }] }] }, 100)).toBe(lines('a:', '  - [b, c]', '  - d:', '      - { e: 1 }'));
  });
});

describe('the lines', () => {
  it('are those of the yaml package', () => {
    fc.assert(
      fc.property(jsonData, (value) => {
        expect(emitYaml(value)).toBe(emitByPackage(value));
      }),
      runs(50),
    );
  });

  it('are those of the yaml package around text as authors write it', () => {
    const piece = fc.constantFrom(
      'Name',
      '/healthz',
      ' of the',
      ':',
      ': ',
      ' #',
      '#',
      '- ',
      '"',
      "'",
      '\n',
      '\n\n',
      '  ',
      'true',
      'on',
      '`',
      '|',
      '4.2',
    );
    const text = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
    const value = fc.oneof({ depthSize: 'small' }, text, fc.constant([]), fc.constant({}), fc.integer());
    const nested = fc.array(fc.dictionary(text, fc.array(fc.oneof(value, fc.dictionary(text, value)), { maxLength: 3 }), { maxKeys: 3 }));
    fc.assert(
      fc.property(nested, (value) => {
        expect(emitYaml(value)).toBe(emitByPackage(value));
      }),
      runs(50),
    );
  });

  it.each([1022, 1023, 1024, 1025])('are those of the yaml package around a key of %d characters', (length) => {
    for (const key of ['a'.repeat(length), `${'a'.repeat(length - 2)}: `]) {
      for (const entry of ['b', [], {}, ['b', { c: 1 }], { c: { d: 'e' } }]) {
        const value = { [key]: entry, list: [{ [key]: entry, last: entry }] };
        expect(emitYaml(value)).toBe(emitByPackage(value));
      }
    }
  });

  it('leave out a field that is undefined', () => {
    expect(emitYaml({ a: undefined, b: { c: undefined }, d: [undefined] })).toBe(lines('b: {}', 'd:', '  - null'));
  });

  it('take no value that a manifest cannot contain', () => {
    expect(() => emitYaml({ a: () => 1 })).toThrow(new TypeError('YAML cannot contain a function'));
  });
});

describe('text that looks like something else', () => {
  it.each([
    '2024-01-01',
    '2024-01-01T00:00:00Z',
    'on',
    'yes',
    'n',
    '012',
    '0o7',
    '1e3',
    '1_000',
    '.5',
    '1:30',
    'null',
    '~',
    '',
    '=',
    '.inf',
  ])('%j stays text', (text) => {
    const emitted = emitYaml({ key: text, [text]: 'key', list: [text] });
    for (const read of [readBack(emitted), parse(emitted, { version: '1.1' }), parse(emitted, { version: '1.2' })]) {
      expect(read).toEqual({ key: text, [text]: 'key', list: [text] });
    }
  });

  it('"<<" stays text as a value', () => {
    const emitted = emitYaml({ key: '<<', list: ['<<'] });
    for (const read of [readBack(emitted), parse(emitted, { version: '1.1' }), parse(emitted, { version: '1.2' })])
      expect(read).toEqual({ key: '<<', list: ['<<'] });
  });

  it('is quoted, and other text is not', () => {
    expect(emitYaml({ on: '012', plain: 'quay.io/etcd:v1', date: '2024-01-01', equals: '=', escape: '\u001b[31m' })).toBe(
      lines('"on": "012"', 'plain: quay.io/etcd:v1', 'date: "2024-01-01"', 'equals: "="', String.raw`escape: "\e[31m"`),
    );
  });
});

describe('a character that YAML calls unprintable, or that some reader takes for a line break', () => {
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const codes = [...range(0x7f, 0x9f), 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff];

  it.each(codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`))('is escaped in values, keys and lists: %s', (escaped) => {
    const text = `a${JSON.parse(`"${escaped}"`)}\\b`;
    const emitted = emitYaml({ value: text, [text]: 'key', list: [text] });
    const written = `"a${escaped}\\\\b"`;
    expect(emitted).toBe(lines(`value: ${written}`, `${written}: key`, 'list:', `  - ${written}`));
  });

  it('is escaped in text of several lines, which then is no block', () => {
    expect(emitYaml({ text: 'one\ntwo\u0085\n' })).toBe(lines(String.raw`text: "one\ntwo\u0085\n"`));
  });

  it('leaves every other character as it is', () => {
    expect(emitYaml({ ä漢: '😀 \ue000\ufffd\u{1fffe}\u{1ffff}' })).toBe('ä漢: 😀 \ue000\ufffd\u{1fffe}\u{1ffff}\n');
  });
});

describe('a plain scalar', () => {
  const numberLike = fc.stringMatching(/^[-+]?(0|0x|0o|0b|\.)?[0-9_]{1,6}(\.[0-9]{0,3})?(e[-+]?[0-9]{1,2})?$/);
  const word = fc.constantFrom(
    'on',
    'y',
    'No',
    'TRUE',
    '~',
    'null',
    '2024-01-01',
    '2024-01-01T10:00:00Z',
    '1:30',
    '12:30:45',
    '=',
    '1.2.3',
  );

  it('keeps the value that Kubernetes gives it through reading, writing and reading', () => {
    fc.assert(
      fc.property(fc.oneof(numberLike, word), (scalar) => {
        const value = readBack(`key: ${scalar}\n`);
        const emitted = emitYaml(value);
        for (const read of [readBack(emitted), parse(emitted, { version: '1.1' }), parse(emitted, { version: '1.2' })]) {
          // As JSON, which has no -0 and does not tell 1e16 from its digits.
          expect(JSON.stringify(inDoubles(read))).toBe(JSON.stringify(inDoubles(value)));
        }
      }),
      RUNS,
    );
  });

  it.each([
    ['on', 'true'],
    ['012', '10'],
    ['1e3', '1000'],
    ['18446744073709551615', '18446744073709551615'],
    ['2024-01-01', '"2024-01-01"'],
    ['1:30', '"1:30"'],
    ['1e400', '"1e400"'],
  ])('%s is written as %s', (scalar, written) => {
    expect(emitYaml(readBack(`key: ${scalar}\n`))).toBe(`key: ${written}\n`);
  });
});

it('does not fold long text', () => {
  const long = 'word '.repeat(2000).trim();
  expect(emitYaml({ description: long, list: [long], quoted: `${long}: ` })).toBe(
    lines(`description: ${long}`, 'list:', `  - ${long}`, `quoted: "${long}: "`),
  );
});

it('writes text of several lines as a block', () => {
  expect(emitYaml({ script: 'one\ntwo\n', last: 'three\nfour' })).toBe(
    lines('script: |', '  one', '  two', 'last: |-', '  three', '  four'),
  );
});

it.each([' first\nline\n', 'a\n  \nb\n', 'a\n\tb\n', '\na\n', 'a\n  ', '\n'])(
  'quotes text of several lines whose blanks a reader of a block could lose: %j',
  (text) => {
    expect(emitYaml({ text })).toMatch(/^text: ".*"\n$/);
    expect(readBack(emitYaml({ text }))).toEqual({ text });
  },
);

it('writes shared parts out, without anchors', () => {
  const shared = { verbs: ['get'] };
  expect(emitYaml({ a: shared, b: [shared, shared] })).toBe(
    lines('a:', '  verbs:', '    - get', 'b:', '  - verbs:', '      - get', '  - verbs:', '      - get'),
  );
});
