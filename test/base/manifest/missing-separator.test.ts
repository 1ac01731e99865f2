import { describe, expect, it } from 'vitest';
import { lines } from '../../support/lines.js';
import { brief, readText } from '../../support/read-texts.js';

const codes = (text: string) => brief(readText(text).problems).map(([code, line, column]) => [code, line, column]);

describe('two objects in one document', () => {
  it('are one problem, where the second one begins', () => {
    expect(codes(lines('kind: A', 'apiVersion: v1', 'metadata: {name: a}', 'kind: B', 'metadata: {name: b}', 'apiVersion: v1'))).toEqual([
      ['MISSING_SEPARATOR', 4, 1],
    ]);
  });

  it('do not hide what else is wrong', () => {
    expect(codes(lines('kind: A', 'apiVersion: v1', 'spec: {a: 1, a: 2}', 'kind: B', 'apiVersion: v1'))).toEqual([
      ['DUPLICATE_KEY', 3, 14],
      ['MISSING_SEPARATOR', 4, 1],
    ]);
  });

  it.each<[string, string[]]>([
    ['with another apiVersion alone', ['apiVersion: v1', 'kind: A', 'apiVersion: v1']],
    ['with another kind alone', ['apiVersion: v1', 'kind: A', 'kind: A']],
    ['below another key', ['a: {apiVersion: v1, kind: A, apiVersion: v1}']],
  ])('are no more than one %s', (_, text) => {
    expect(codes(lines(...text)).map(([code]) => code)).toEqual(['DUPLICATE_KEY']);
  });
});
