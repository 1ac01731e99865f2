import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { withoutRepeated } from '../../../src/repository/input/parse-texts.js';

const namespace = (more = '') => `apiVersion: v1\nkind: Namespace\nmetadata: {name: a${more}}\n`;
const group = (more = '') =>
  `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: a}\nspec: {${more}}\n`;
const left = (texts: Readonly<Record<string, string>>, shared = Object.keys(texts)) =>
  withoutRepeated(
    Object.entries(texts).flatMap(([file, text]) => parseDocuments({ file, text }).documents),
    (file) => shared.includes(file),
  ).map(({ source }) => source.file);

describe('what two units of a cluster apply', () => {
  it('is one object where it is the same', () => {
    expect(left({ one: group(), two: group() })).toEqual(['one']);
    expect(left({ one: group(), two: group('targetNamespaces: [b]') })).toEqual(['one', 'two']);
    expect(left({ one: namespace(), two: namespace(', annotations: {a: b}') })).toEqual(['one']);
    expect(left({ one: namespace(), two: namespace(', labels: {a: b}') })).toEqual(['one', 'two']);
  });

  it('is a mistake in one unit', () => {
    expect(left({ one: group(), two: group() }, ['one'])).toEqual(['one', 'two']);
    expect(left({ one: `${group()}---\n${group()}` })).toEqual(['one', 'one']);
  });
});
