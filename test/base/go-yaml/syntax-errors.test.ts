/** Every text that go-yaml refuses: one error, at the place of the mistake, with the words that kubectl has for it. */
import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { lines } from '../../support/lines.js';
import { itWith } from '../../support/needs.js';
import { KUBECTL, kubectlErrors } from './kubectl.js';

const problems = (...text: string[]) => parseDocuments({ file: 'a.yaml', text: lines(...text) }).problems;
const fixes = (...text: string[]) => problems(...text).map(({ line, fix }) => [line, fix]);

/** A text, the line and column of the mistake in it, and the error of kubectl. */
const REFUSED: readonly (readonly [string, string, string, string])[] = [
  ['a key without a colon', lines('a: 1', 'b', 'c: 2'), '2:1', "line 3: could not find expected ':'"],
  ['an entry beside a key', lines('a: 1', 'b: - c'), '2:4', 'line 2: block sequence entries are not allowed in this context'],
  ['a question mark beside a key', lines('a: 1', 'b: ? c'), '2:4', 'line 2: mapping keys are not allowed in this context'],
  ['two colons in one line', lines('a: 1', 'b: c: d'), '2:5', 'line 2: mapping values are not allowed in this context'],
  ['a line that is indented too far', lines('a: 1', ' b: 2'), '2:3', 'line 2: mapping values are not allowed in this context'],
  ['a key without a space after its colon', lines('a:1', 'b: 2'), '2:2', 'line 2: mapping values are not allowed in this context'],
  ['a reserved character', lines('a: 1', 'b: @c'), '2:4', 'line 2: found character that cannot start any token'],
  ['a tab before a key', lines('a:', '\tb: 1'), '2:1', 'line 2: found character that cannot start any token'],
  ['a tab in an unquoted text', lines('a:', '  b', '\tc'), '3:1', 'line 3: found a tab character that violates indentation'],
  ['a tab in a block of text', lines('a: |', '\tb'), '2:1', 'line 2: found a tab character where an indentation space is expected'],
  ['a quote that is not closed', lines('a: 1', 'b: "c', 'd: 2'), '2:4', 'line 4: found unexpected end of stream'],
  ['a quote that ends with the document', lines('a: 1', 'b: "c', '... ', 'd"'), '2:4', 'line 3: found unexpected document indicator'],
  ['an unknown escape', lines('a: 1', 'b: "\\d"'), '2:5', 'line 2: found unknown escape character'],
  ['an escape that is too short', lines('a: 1', 'b: "\\x1"'), '2:5', 'line 2: did not find expected hexdecimal number'],
  ['an escape of no character', lines('a: 1', 'b: "\\Uffffffff"'), '2:5', 'line 2: found invalid Unicode character escape code'],
  ['an indentation of 0', lines('a: 1', 'b: |0', ' c'), '2:4', 'line 2: found an indentation indicator equal to 0'],
  ['text beside the beginning of a block', lines('a: 1', 'b: | c'), '2:4', 'line 2: did not find expected comment or line break'],
  ['an alias of a bad name', lines('a: 1', 'b: *c|'), '2:4', 'line 2: did not find expected alphabetic or numeric character'],
  ['a tag that is not closed', lines('a: 1', 'b: !<c d'), '2:4', "line 2: did not find the expected '>'"],
  ['a tag that a text follows', lines('a: 1', 'b: !c{d}'), '2:4', 'line 2: did not find expected whitespace or line break'],
  ['a tag without a name', lines('a: 1', 'b: !<>'), '2:6', 'line 2: did not find expected tag URI'],
  ['a tag with a bad escape', lines('a: 1', 'b: !c%d e'), '2:6', 'line 2: did not find URI escaped octet'],
  ['a tag of an unknown handle', lines('a: 1', 'b: !c!d e'), '2:4', 'line 1: found undefined tag handle'],
  ['nothing between commas', lines('a: 1', 'b: [c,,d]'), '2:7', 'line 1: did not find expected node content'],
  ['brackets that are not closed', lines('a: 1', 'b: [c,'), '2:4', 'line 2: did not find expected node content'],
  ['an entry without a dash', lines('a:', '  - b', '  c'), '3:3', "line 4: could not find expected ':'"],
  ['a key in a list', lines('a:', '  - b', '  c: d'), '3:3', "line 2: did not find expected '-' indicator"],
  ['an apostrophe in single quotes', lines('a: 1', "b: 'it's'"), '2:8', 'line 1: did not find expected key'],
  ['a line that is indented too little', lines('a:', '  b: 1', ' c: 2'), '3:2', 'line 2: did not find expected key'],
  ['a colon without a key', lines('a: 1', ': 2'), '2:1', 'line 1: did not find expected key'],
  ['a list that is not closed', lines('a: [b, c', 'd: 1'), '2:2', "line 1: did not find expected ',' or ']'"],
  ['a list that the end of the text does not close', lines('a: [b, c'), '1:4', "line 1: did not find expected ',' or ']'"],
  ['a mapping that is not closed', lines('a: {b: c', 'd: 1'), '2:2', "line 1: did not find expected ',' or '}'"],
  ['an error in the first line, which kubectl does not count', lines('a: b: c'), '1:5', 'mapping values are not allowed in this context'],
  ['a file with the line breaks of Windows', 'a: 1\r\nb: c: d\r\n', '2:5', 'line 2: mapping values are not allowed in this context'],
  ['a text that does not end its last line', 'a: 1\nb: "c', '2:4', 'line 3: found unexpected end of stream'],
];

describe('a text that go-yaml refuses has one error', () => {
  it.each(REFUSED)('%s', (_, text, place, kubectl) => {
    const found = parseDocuments({ file: 'a.yaml', text }).problems;
    expect(found.map(({ code, line, column }) => [code, `${line}:${column}`])).toEqual([['NOT_YAML', place]]);
    expect(found[0]?.message).toMatch(/^[^(]+ \(kubectl: .*\)$/);
    expect(found[0]?.message).toContain(`(kubectl: ${kubectl})`);
  });

  itWith([KUBECTL], 'of which kubectl says the same', () => {
    expect(kubectlErrors(REFUSED.map(([, text]) => text))).toEqual(REFUSED.map(([, , , kubectl]) => kubectl));
  });

  it('also where other texts are quoted over several lines, which other parsers refuse', () => {
    const text = ['a: "b', 'c"', "d: 'e", "f'", 'g:', '  h: 1', ' i: 2'];
    expect(problems(...text).map(({ line, column, message }) => [line, column, message])).toEqual([
      [7, 2, 'found no key where one is expected (kubectl: line 6: did not find expected key)'],
    ]);
  });

  it('in each document, of which kubectl counts the lines anew', () => {
    expect(problems('a: b: c', '--- # second', 'd: 1', 'a: b: c').map(({ line, message }) => [line, message])).toEqual([
      [1, 'found a second colon where a value is expected (kubectl: mapping values are not allowed in this context)'],
      [4, 'found a second colon where a value is expected (kubectl: line 2: mapping values are not allowed in this context)'],
    ]);
  });

  it.each([
    ['begins like JSON', ['{"a":', '"b']],
    ['has a directive', ['%YAML 1.2', '---', 'a: b: c']],
    ['begins beside its ---', ['--- ', 'a: 1', '--- {b']],
  ])('without words of kubectl, which reads it otherwise, where it %s', (_, text) => {
    expect(problems(...text).map(({ message }) => message.includes('kubectl'))).toEqual([false]);
  });
});

describe('a directive that is wrong is an error in its line', () => {
  it.each([
    ['%YAML 2.0', 'the version of YAML is not 1.1 or 1.2'],
    ['%FOO bar', 'found an unknown directive'],
    ['%TAG !a!b c', 'found no space after the handle of a tag'],
    ['%TAG !a b', 'the handle of a tag begins and ends with !'],
    ['%YAML 1.2 a', 'found text after a directive, where only a comment can be'],
  ])('%s', (directive, message) => {
    expect(problems(directive, '---', 'a: 1').map((problem) => [problem.line, problem.message])).toEqual([[1, message]]);
  });

  it('is told where no document follows', () => {
    expect(problems('%YAML 1.2', 'a: 1').map(({ line, message }) => [line, message])).toEqual([[2, 'found no --- after a directive']]);
  });
});

describe('the fix of a text that is not YAML', () => {
  it('is to render what is a template', () => {
    const template = 'render the template first, with Helm or the tool it was written for';
    expect(fixes('metadata:', '  labels:', '    {{- include "labels" . | nindent 4 }}')).toEqual([[3, template]]);
    expect(fixes('kind: Pod', '{{- if .Values.a }}', 'metadata: {}', '{{- end }}')).toEqual([[2, template]]);
  });

  it.each(['<<<<<<< HEAD', '=======', '>>>>>>> other'])('is to resolve a merge conflict: %s', (marker) => {
    expect(fixes('a: 1', marker, 'b: 1')).toEqual([[2, 'resolve the merge conflict']]);
  });
});
