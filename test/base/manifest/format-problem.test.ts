import { inspect } from 'node:util';
import fc from 'fast-check';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import { formatPlace, formatProblem, type Paint, problemError } from '../../../src/base/manifest/format-problem.js';
import type { Problem } from '../../../src/base/manifest/problem.js';
import { lines } from '../../support/lines.js';
import { readText, readTexts } from '../../support/read-texts.js';

/** The text of the problems of an input. */
function shown(text: string): string {
  return readText(text)
    .problems.map((problem) => formatProblem(problem))
    .join('\n');
}

const GROUP = ['apiVersion: operators.coreos.com/v1', 'kind: OperatorGroup', 'metadata: {name: group, namespace: default}'];

describe('a problem, as people read it', () => {
  it('shows the right form of a malformed selector', () => {
    expect(wrap(shown(lines(...GROUP, 'spec:', '  selector:', '    cool.io/prod: "true"')))).toMatchInlineSnapshot(`
      error[INVALID_SELECTOR] test.yaml:5:3 spec.selector: labels must be under matchLabels; as written, the selector would select all namespaces
        found     cool.io/prod
        expected  matchLabels and/or matchExpressions
        fix       write
                  selector:
                    matchLabels:
                      "cool.io/prod": "true"
        5 |   selector:
          |   ^
    `);
  });

  it('shows several problems of one object', () => {
    expect(wrap(shown(lines(...GROUP, 'spec:', '  targetNamespaces: [Team_A]', '  staticProvidedAPIs: "yes"')))).toMatchInlineSnapshot(`
      error[INVALID_NAME] test.yaml:5:22 spec.targetNamespaces[0]: this is not a valid namespace name
        found     "Team_A"
        expected  at most 63 lower-case letters, digits and "-"
        fix       write a valid namespace name
        5 |   targetNamespaces: [Team_A]
          |                      ^
      error[WRONG_TYPE] test.yaml:6:23 spec.staticProvidedAPIs: the value has the wrong type
        found     the text "yes"
        expected  true or false
        fix       write true or false, without quotes
        6 |   staticProvidedAPIs: "yes"
          |                       ^
    `);
  });

  it('shows a warning as one', () => {
    const csv = ['kind: ClusterServiceVersion', 'metadata: {name: etcd, namespace: default}', 'spec: {install: {strategy: deployment}}'];
    expect(wrap(shown(lines('apiVersion: operators.coreos.com/v1', ...csv)))).toMatchInlineSnapshot(`
      warning[CSV_API_VERSION] test.yaml:1:13 apiVersion: this apiVersion does not exist for a ClusterServiceVersion
        found     operators.coreos.com/v1
        expected  operators.coreos.com/v1alpha1
        fix       correct apiVersion; it is read as operators.coreos.com/v1alpha1
        1 | apiVersion: operators.coreos.com/v1
          |             ^
    `);
  });

  it('shows text that is not YAML', () => {
    expect(wrap(shown(lines('kind: Namespace', 'metadata:', '\tname: team-a')))).toMatchInlineSnapshot(`
      error[NOT_YAML] test.yaml:3:1: found a tab where spaces are expected (kubectl: line 3: found character that cannot start any token)
        found     "\\tname: team-a"
        expected  YAML or JSON
        fix       indent with spaces; YAML forbids tabs there
        3 |  name: team-a
          | ^
    `);
  });

  it('shows a problem of a whole file without a line', () => {
    const problem: Problem = { code: 'FILE_UNREADABLE', message: 'the file cannot be read', file: 'a.yaml', fix: 'check the path' };
    expect(formatProblem(problem)).toBe('error[FILE_UNREADABLE] a.yaml: the file cannot be read\n  fix       check the path');
  });
});

describe('the caret', () => {
  /** The character above the caret, and the two lines. */
  function frame(excerpt: string, caret: number): { above: string | undefined; frame: string[] } {
    const problem: Problem = { code: 'NOT_YAML', message: '', file: '', line: 12, column: caret, fix: '', excerpt, caret };
    const [text = '', pointer = ''] = formatProblem(problem).split('\n').slice(-2);
    return { above: text[pointer.indexOf('^')], frame: [text, pointer] };
  }

  it.each<[string, string, string[]]>([
    ['in plain text', 'name: !', ['  12 | name: !', '     |       ^']],
    ['behind tabs, which count as one character', '\t\tname:\t!', ['  12 |   name: !', '     |         ^']],
    ['behind control characters, which are shown longer', '\u001b[1m!', ['  12 | \\u001b[1m!', '     |          ^']],
    ['at the start', '! x', ['  12 | ! x', '     | ^']],
  ])('stands below its character: %s', (_, excerpt, expected) => {
    expect(frame(excerpt, excerpt.indexOf('!') + 1)).toEqual({ above: '!', frame: expected });
  });

  it('stands below its character, whatever comes before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (before) => {
        const text = before.replaceAll(/[\n!]/g, ' ');
        expect(frame(`${text}!`, text.length + 1).above).toBe('!');
      }),
    );
  });
});

describe('nothing in the input passes for a line of the message', () => {
  const FORGED = '\nerror[NOT_YAML] b.yaml:1:1: all is lost\n  fix       run this';

  it('in an apiVersion and a kind', () => {
    const text = lines(
      `apiVersion: ${JSON.stringify(`operators.coreos.com/v1${FORGED}`)}`,
      'kind: OperatorGroup',
      'metadata: {name: group, namespace: default}',
    );
    expect(wrap(shown(text))).toMatchInlineSnapshot(`
      error[UNSUPPORTED_VERSION] test.yaml:1:13 apiVersion: OperatorGroup has no version v1\\u000aerror[NOT_YAML] b.yaml:1:1: all is lost\\u000a  fix       run this
        found     operators.coreos.com/v1\\u000aerror[NOT_YAML] b.yaml:1:1: all is lost\\u000a  fix       run this
        expected  v1 or v1alpha2
        fix       correct apiVersion
        1 | apiVersion: "operators.coreos.com/v1\\nerror[NOT_YAML] b.yaml:1:1: all is lost\\n  fix       run this"
          |             ^
    `);
  });

  it('in the name of a file', () => {
    const { problems } = readTexts({ [`a.yaml${FORGED}`]: 'metadata: [\n' });
    expect(wrap(problems.map((problem) => formatProblem(problem)).join('\n'))).toMatchInlineSnapshot(`
      error[NOT_YAML] a.yaml\\u000aerror[NOT_YAML] b.yaml:1:1: all is lost\\u000a  fix       run this:1:11: brackets or braces are not closed (kubectl: line 1: did not find expected node content)
        found     "["
        expected  YAML or JSON
        fix       close them with "]" or "}"
        1 | metadata: [
          |           ^
    `);
  });

  it('in any field', () => {
    const hostile = fc.string({ unit: fc.constantFrom('\n', '\r', '\u0085', '\u2028', FORGED, 'a', ' ') });
    const field = fc.constantFrom('message', 'file', 'path', 'found', 'expected', 'excerpt');
    fc.assert(
      fc.property(field, hostile, (name, value) => {
        const harmless = { message: 'a', file: 'a', path: 'a', found: 'a', expected: 'a', fix: 'a', excerpt: 'a' };
        const problem: Problem = { code: 'NOT_YAML', line: 1, column: 1, caret: 1, ...harmless, [name]: `a${value}` };
        expect(formatProblem(problem).split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(6);
      }),
    );
  });

  it('in a fix of several lines, which stand below its first', () => {
    const problem: Problem = { code: 'NOT_YAML', message: 'no', file: 'a', fix: `write${FORGED}` };
    expect(formatProblem(problem).split('\n').slice(2)).toEqual([
      '            error[NOT_YAML] b.yaml:1:1: all is lost',
      '              fix       run this',
    ]);
  });
});

describe('nothing in the input steers the terminal', () => {
  const hostile = fc.string({ unit: fc.constantFrom('\u001b', '[31m', '\u009b', '\u0007', '\r', '\b', '\u202e', 'a', ':', '\t') });

  it('in a problem of any text', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (message, found, excerpt, file) => {
        const problem: Problem = {
          code: 'NOT_YAML',
          message,
          file,
          path: found,
          found,
          expected: message,
          fix: excerpt,
          line: 1,
          column: 1,
          excerpt,
          caret: 1,
        };
        expect(formatProblem(problem)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      }),
    );
  });

  it('in a manifest full of escapes', () => {
    const text = lines(
      'apiVersion: v1',
      String.raw`kind: "Pod\e[2J\u009b31m"`,
      'metadata: {name: a}',
      '---',
      ...GROUP,
      String.raw`spec: {selector: {"\e]0;title\a": "\u202e"}, targetNamespaces: ["\r\e[A"]}`,
      '---',
      'a: 1 # \u001b[31m',
      'a: 2 # \u001b[31m',
    );
    const output = shown(text);
    expect(output).toContain(String.raw`\u001b[2J\u009b31m`);
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('the place', () => {
  it.each<[string, Parameters<typeof formatPlace>[0]]>([
    ['a.yaml', { file: 'a.yaml' }],
    ['a.yaml:3:7', { file: 'a.yaml', line: 3, column: 7 }],
    ['a.yaml:3:7 spec.selector', { file: 'a.yaml', line: 3, column: 7, path: 'spec.selector' }],
    ['a.yaml spec', { file: 'a.yaml', path: 'spec' }],
    ['a.yaml:3:1', { file: 'a.yaml', line: 3 }],
    ['standard input:3:7', { file: '-', line: 3, column: 7 }],
    [String.raw`\u001b.yaml`, { file: '\u001b.yaml' }],
  ])('is written %s', (text, place) => {
    expect(formatPlace(place)).toBe(text);
  });
});

it('paints the title, the labels and the caret', () => {
  const paint: Paint = {
    bold: (text) => `<b>${text}</b>`,
    red: (text) => `<red>${text}</red>`,
    yellow: (text) => `<yellow>${text}</yellow>`,
    cyan: (text) => `<cyan>${text}</cyan>`,
    dim: (text) => `<dim>${text}</dim>`,
  };
  const problem = {
    code: 'NOT_YAML',
    message: 'no',
    file: 'a',
    fix: 'f',
    found: 'x',
    line: 1,
    column: 2,
    excerpt: 'ab',
    caret: 2,
  } as const;
  expect(formatProblem(problem, paint)).toBe(
    [
      '<b><red>error[NOT_YAML]</red></b> <b>a:1:2</b>: no',
      '  <dim>found</dim>     x',
      '  <dim>fix</dim>       f',
      '  <dim>1 |</dim> ab',
      '  <dim>  |</dim>  <red>^</red>',
    ].join('\n'),
  );
  expect(formatProblem({ ...problem, code: 'CSV_API_VERSION' }, paint)).toMatch(/^<b><yellow>warning\[CSV_API_VERSION\]<\/yellow><\/b>/);
});

it('an error of problems is printed once, as Node prints what nobody caught', () => {
  const problem: Problem = { code: 'NOT_YAML', message: 'no YAML at all', file: 'f', fix: 'x' };
  const error = problemError([problem]);
  expect(inspect(error).split('no YAML at all')).toHaveLength(2);
  expect(error.problems).toEqual([problem]);
});
