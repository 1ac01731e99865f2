import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachDocument, parseDocuments } from '../../../src/base/manifest/parse.js';
import { lines } from '../../support/lines.js';
import { runs } from '../../support/runs.js';

const parse = (text: string) => parseDocuments({ file: 'a.yaml', text });

/** The documents of a text without problems: value and index. */
function documents(text: string): [unknown, number][] {
  const result = parse(text);
  expect(result.problems).toEqual([]);
  return result.documents.map(({ value, source }) => [value, source.document]);
}

describe('the documents of a text', () => {
  it('come with the place they came from', () => {
    expect(parse('kind: Namespace\n')).toEqual({
      documents: [{ value: { kind: 'Namespace' }, source: { file: 'a.yaml', document: 0, path: [] } }],
      problems: [],
    });
  });

  it.each<[string, string, [unknown, number][]]>([
    [
      'stand between ---',
      lines('a: 1', '---', 'b: 2'),
      [
        [{ a: 1 }, 0],
        [{ b: 2 }, 1],
      ],
    ],
    [
      'may follow the end of another',
      lines('a: 1', '...', '---', 'b: 2'),
      [
        [{ a: 1 }, 0],
        [{ b: 2 }, 1],
      ],
    ],
    [
      'are skipped but counted when they are empty',
      lines('---', '# nothing', '---', 'a: 1', '---', '~', '---', 'b: 2', '---'),
      [
        [{ a: 1 }, 1],
        [{ b: 2 }, 3],
      ],
    ],
    ['are none in an empty text', '', []],
    ['are none in a text of comments', lines('# one', '', '# two'), []],
    ['have comments that do not count', lines('# above', 'a: 1 # beside', '# below'), [[{ a: 1 }, 0]]],
    ['may begin with a directive', lines('%YAML 1.1', '---', 'a: on'), [[{ a: true }, 0]]],
    ['may begin with a byte order mark', '\ufeffa: 1\n', [[{ a: 1 }, 0]]],
    [
      'may have lines that end as on Windows',
      'a: 1\r\nb: |\r\n  x\r\n  y\r\n---\r\nc: 3\r\n',
      [
        [{ a: 1, b: 'x\ny\n' }, 0],
        [{ c: 3 }, 1],
      ],
    ],
    ['may be JSON', '{"a": [1, 2.5, true, null, "\\u00e4\\ud83d\\ude00\\n"]}', [[{ a: [1, 2.5, true, null, 'ä😀\n'] }, 0]]],
    ['may be JSON in several lines with tabs', '{\n\t"a": {\n\t\t"b": "on"\n\t}\n}\n', [[{ a: { b: 'on' } }, 0]]],
    [
      'need not be mappings',
      lines('- a', '---', 'text'),
      [
        [['a'], 0],
        ['text', 1],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(documents(text)).toEqual(expected);
  });

  it('have Kubernetes’ scalars, where they stand without quotes', () => {
    expect(documents(lines('a: [on, 012, 1e3, 2024-01-01, ~]', 'b: ["on", \'012\', "1e3", "~"]', 'c: |-', '  on'))).toEqual([
      [{ a: [true, 10, 1000, '2024-01-01', null], b: ['on', '012', '1e3', '~'], c: 'on' }, 0],
    ]);
  });
});

describe('a text that is not YAML', () => {
  it.each<[string, string, { line: number; column: number; message: string; found: string; fix: string; excerpt: string; caret: number }]>([
    [
      'indented with a tab',
      lines('spec:', '\tname: x'),
      {
        line: 2,
        column: 1,
        message: 'found a tab where spaces are expected (kubectl: line 2: found character that cannot start any token)',
        found: String.raw`"\tname: x"`,
        fix: 'indent with spaces; YAML forbids tabs there',
        excerpt: '\tname: x',
        caret: 1,
      },
    ],
    [
      'a quote that is not closed, where it begins',
      lines('kind: Role', 'name: "etcd', 'rules: []'),
      {
        line: 2,
        column: 7,
        message: 'a quoted text is not closed (kubectl: line 4: found unexpected end of stream)',
        found: String.raw`"\"etcd"`,
        fix: 'close the quote',
        excerpt: 'name: "etcd',
        caret: 7,
      },
    ],
    [
      'JSON that is cut off, where it begins',
      '[{"a": 1}',
      {
        line: 1,
        column: 1,
        message: "found neither a comma nor ] after an entry of a list (kubectl: line 1: did not find expected ',' or ']')",
        found: String.raw`"[{\"a\": 1}"`,
        fix: 'close the list with "]", or write a comma between its entries',
        excerpt: '[{"a": 1}',
        caret: 1,
      },
    ],
    [
      'JSON with text behind it',
      '{"a": 1} }',
      {
        line: 1,
        column: 10,
        message: 'found text after the end of a JSON object',
        found: '"}"',
        fix: 'remove the text, or write --- on a separate line before it',
        excerpt: '{"a": 1} }',
        caret: 10,
      },
    ],
  ])('says where and how to fix it: %s', (_, text, expected) => {
    expect(parse(text)).toEqual({ documents: [], problems: [{ code: 'NOT_YAML', file: 'a.yaml', expected: 'YAML or JSON', ...expected }] });
  });

  it('keeps the documents around the broken one', () => {
    const { documents: kept, problems } = parse(lines('a: 1', '---', 'b: @', '---', 'c: 3'));
    expect(kept.map(({ value }) => value)).toEqual([{ a: 1 }, { c: 3 }]);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([[3, 4]]);
  });

  it('is told of by the first control character of each document that has one, and the others are read', () => {
    const { documents, problems } = parse(
      lines('a: 1', '---', 'b: "\u0001\u0002"', '---', 'c: 3', '---', 'd: "\u0003"', 'e: "\u0001"', '---', 'f: 6'),
    );
    expect(documents.map(({ value, source }) => [value, source.document])).toEqual([
      [{ a: 1 }, 0],
      [{ c: 3 }, 2],
      [{ f: 6 }, 4],
    ]);
    expect(problems.map(({ code, found, line }) => [code, found, line])).toEqual([
      ['NOT_YAML', 'U+0001', 3],
      ['NOT_YAML', 'U+0003', 7],
    ]);
  });

  it('gives the problems of all documents in one go', () => {
    const { problems } = parse(lines('a: b: c', '---', 'a: 1', 'a: 2', 'd: *e', '---', 'f: !secret g'));
    expect(problems.map(({ code, line, column, path }) => [code, line, column, path])).toEqual([
      ['NOT_YAML', 1, 5, undefined],
      ['DUPLICATE_KEY', 4, 1, 'a'],
      ['UNSUPPORTED_YAML', 5, 4, 'd'],
      ['DOUBTFUL_YAML', 7, 12, 'f'],
    ]);
  });

  it('gives one problem of syntax for one document, as what follows is not read', () => {
    expect(parse('- }\n'.repeat(500)).problems).toHaveLength(1);
  });

  it('gives at most ten problems of content for one document', () => {
    expect(parse('- *a\n'.repeat(500)).problems).toHaveLength(10);
  });

  it.each([
    ['a long key over two lines', `${'x'.repeat(100_000)}\nb: 1\n`],
    ['a long text behind another', `"a" "${'x'.repeat(100_000)}"\n`],
    ['a long text behind a stray bracket', `a: ]${'x'.repeat(100_000)}\n`],
    ['a long directive', `%YAML ${'x'.repeat(100_000)}\n---\na: 1\n`],
    ['a long block header', `a: |${'x'.repeat(100_000)}\n  b\n`],
    ['a long anchor', `a: &a &${'x'.repeat(100_000)} b\n`],
    ['a long tag', `a: !${'x'.repeat(100_000)}!y b\n`],
  ])('is told of in bounded words: %s', (_, text) => {
    const { problems } = parse(text);
    expect(problems).not.toEqual([]);
    for (const { message, found = '', excerpt = '' } of problems) {
      expect(message.length).toBeLessThanOrEqual(160);
      expect(found.length).toBeLessThanOrEqual(250);
      expect(excerpt.length).toBeLessThanOrEqual(120);
    }
  });
});

it('a text of more YAML tokens than memory can hold is not read on', () => {
  const { documents, problems } = parseDocuments({ file: 'a.yaml', text: `a: 1\n---\n[${'a,'.repeat(2_000_000)}]` });
  expect(documents.map(({ value }) => value)).toEqual([{ a: 1 }]);
  expect(problems).toMatchObject([
    { code: 'FILE_TOO_LARGE', line: 3, found: 'more than 4000000 YAML tokens', expected: 'at most 4000000' },
  ]);
});

describe('leniently read', () => {
  const read = (text: string) => {
    const { documents, problems } = parseDocuments({ file: 'a.yaml', text }, { lenient: true });
    return { values: documents.map(({ value }) => value), problems: problems.map(({ code, tolerated }) => [code, tolerated]) };
  };

  it('the last of several values of a key counts, whole, and the problem stays as a warning', () => {
    expect(read(lines('kind: A', 'spec: {a: 1, b: 2}', 'spec: {a: 3}', 'kind: B'))).toEqual({
      values: [{ kind: 'B', spec: { a: 3 } }],
      problems: [
        ['DUPLICATE_KEY', true],
        ['DUPLICATE_KEY', true],
      ],
    });
  });

  it('so it does in JSON', () => {
    expect(read('{"a": 1, "a": 2}').values).toEqual([{ a: 2 }]);
  });

  it('a document is still refused for what has no certain meaning, however much else there is', () => {
    const twenty = Array(20).fill('a: 1');
    expect(read(lines(...twenty, 'b: *nowhere', '---', 'c: [', '---', 'd: 1'))).toEqual({
      values: [{ d: 1 }],
      problems: [
        ['UNSUPPORTED_YAML', undefined],
        ['NOT_YAML', undefined],
      ],
    });
  });
});

describe('nesting', () => {
  const tooDeep = { code: 'NESTED_TOO_DEEPLY', message: 'the document is nested too deeply', found: 'more than 256 levels' };

  it.each<[string, string]>([
    ['lists in brackets', '['.repeat(100_000)],
    ['mappings in braces', '{a: '.repeat(100_000)],
    ['lists in one line', `${'- '.repeat(100_000)}a`],
    ['keys that are mappings', `${'? '.repeat(10_000)}a`],
    ['mappings in lines', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    ['lists in lines', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}-\n`).join('')],
  ])('of more than 256 levels is refused, not followed: %s', (_, text) => {
    const { documents: none, problems } = parse(text);
    expect(none).toEqual([]);
    expect(problems).toEqual([expect.objectContaining(tooDeep)]);
  });

  // The value in the innermost collection is a level too.
  it.each<[string, (levels: number) => string]>([
    ['empty brackets', (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`],
    ['brackets', (levels) => `${'['.repeat(levels - 1)}x${']'.repeat(levels - 1)}`],
    ['braces', (levels) => `${'{a: '.repeat(levels - 1)}x${'}'.repeat(levels - 1)}`],
    [
      'lines',
      (levels) => `${Array.from({ length: levels - 1 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')}${' '.repeat(levels)}x\n`,
    ],
    ['lists in one line', (levels) => `${'- '.repeat(levels - 1)}x\n`],
  ])('of exactly 256 levels is read, in %s', (_, nested) => {
    expect(parse(nested(256))).toMatchObject({ documents: [{}], problems: [] });
    expect(parse(nested(257))).toMatchObject({ documents: [], problems: [tooDeep] });
  });

  it('says where it goes too deep', () => {
    const text = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
    expect(parse(text).problems).toEqual([
      {
        ...tooDeep,
        file: 'a.yaml',
        line: 256,
        column: 256,
        expected: 'at most 256 levels',
        fix: 'flatten the document; no Kubernetes object is nested this deeply',
        excerpt: `${' '.repeat(60)}a:`,
        caret: 61,
      },
    ]);
  });

  it('does not make a long document deep', () => {
    expect(documents('a: [[[1]]]\n---\n'.repeat(300))).toHaveLength(300);
  });
});

describe('any text at all', () => {
  const VALID = lines(
    'apiVersion: operators.coreos.com/v1',
    'kind: OperatorGroup',
    'metadata: &meta',
    '  name: "team-a"',
    "  namespace: 'team-a' # its own",
    'spec:',
    '  targetNamespaces:',
    '    - team-a',
    '    - {<<: *meta, on: 012}',
    '  note: |-',
    '    text',
    '---',
    '{"kind": "List", "items": [1, null]}',
  );
  const pieces = fc.constantFrom(
    '\n',
    '\r\n',
    '\t',
    ' ',
    ':',
    '-',
    '---\n',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '&a',
    '*a',
    '!',
    '|',
    '>',
    '#',
    '%',
    '?',
    '@',
    '\0',
    '\ufeff',
    '\ud800',
    '<<: ',
  );
  const damage = fc.record({ at: fc.nat(VALID.length), length: fc.nat(5), insert: fc.oneof(pieces, fc.string({ maxLength: 3 })) });
  const damaged = fc
    .array(damage, { minLength: 1, maxLength: 6 })
    .map((changes) => changes.reduce((text, { at, length, insert }) => text.slice(0, at) + insert + text.slice(at + length), VALID));

  it.each<[string, fc.Arbitrary<string>]>([
    ['ASCII', fc.string({ maxLength: 200 })],
    ['Unicode', fc.string({ unit: 'binary', maxLength: 200 })],
    ['pieces of YAML', fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))],
    ['a damaged manifest', damaged],
  ])('gives documents, or problems with their place: %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const { documents: read, problems } = parse(text);
        const count = text.split(/\r\n|\n|\r/).length;
        for (const { line = 0, column = 0, caret = 0, fix } of problems) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(count);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(caret).toBeGreaterThanOrEqual(1);
          expect(fix).not.toBe('');
        }
        for (const { value } of read) expect(value).not.toBeNull();
      }),
      runs(300),
    );
  });
});

it('parses no document before it is asked for', () => {
  const told: string[] = [];
  const text = lines('kind: A', '---', 'kind: B', 'kind: C', '---', 'kind: D');
  const all = eachDocument({ file: 'a.yaml', text }, {}, ({ code }) => told.push(code));
  expect(all.next().value).toMatchObject({ value: { kind: 'A' }, source: { document: 0 } });
  expect(told).toEqual([]);
  expect([...all]).toMatchObject([{ value: { kind: 'D' }, source: { document: 2 } }]);
  expect(told).toEqual(['DUPLICATE_KEY']);
});
