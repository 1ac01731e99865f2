import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../../../src/base/manifest/field-path.js';
import { createLocator } from '../../../src/base/manifest/locate.js';
import { lines } from '../../support/lines.js';

const TEXT = lines(
  'apiVersion: v1', // 1
  'kind: Namespace',
  'metadata: {name: team-a, labels: {"example.com/tenant": a}}',
  '---', // 4
  '# nothing here',
  '---', // 6
  'kind: OperatorGroup',
  'metadata:', // 8
  '  name: group',
  'spec: &spec', // 10
  '  targetNamespaces:',
  '    - team-a', // 12
  '    - team-b',
  '  selector:', // 14
  '    matchExpressions:',
  '      - key: tenant', // 16
  '        values: [a, "b"]',
  '  upgradeStrategy:', // 18
  'copy: *spec',
  '---', // 20
  'kind: List',
  'items:', // 22
  '  - kind: Namespace',
  '    metadata: {name: one}', // 24
  '  - kind: Namespace',
  '    metadata:', // 26
  '      name: two',
);
const locator = createLocator((file) => (file === 'a.yaml' ? TEXT : undefined));

/** Line, column, and the text from there on. */
function placeOf(document: number, path: FieldPath, at?: FieldPath): [number, number, string] | undefined {
  const place = locator.place({ file: 'a.yaml', document, path }, at);
  return place && [place.line, place.column, place.excerpt.slice(place.caret - 1)];
}

it('the place of a duplicate key is that of the last one, which wins', () => {
  const { place } = createLocator(() => lines('kind: A', 'kind: B'));
  expect(place({ file: 'a.yaml', document: 0, path: [] }, ['kind'])).toMatchObject({ line: 2, column: 7 });
});

describe('the place of a field', () => {
  it.each<[string, number, FieldPath, [number, number, string]]>([
    ['a value', 0, ['kind'], [2, 7, 'Namespace']],
    ['a value in braces', 0, ['metadata', 'name'], [3, 18, 'team-a, labels: {"example.com/tenant": a}}']],
    ['a key in quotes', 0, ['metadata', 'labels', 'example.com/tenant'], [3, 57, 'a}}']],
    ['a mapping: its key', 2, ['metadata'], [8, 1, 'metadata:']],
    ['a nested value', 2, ['metadata', 'name'], [9, 9, 'group']],
    ['a list: its key', 2, ['spec', 'targetNamespaces'], [11, 3, 'targetNamespaces:']],
    ['an entry of a list', 2, ['spec', 'targetNamespaces', 1], [13, 7, 'team-b']],
    ['an entry that is a mapping', 2, ['spec', 'selector', 'matchExpressions', 0], [16, 9, 'key: tenant']],
    ['an entry of a list in brackets', 2, ['spec', 'selector', 'matchExpressions', 0, 'values', 1], [17, 21, '"b"]']],
    ['the document itself', 2, [], [7, 1, 'kind: OperatorGroup']],
  ])('%s', (_, document, at, expected) => {
    expect(placeOf(document, [], at)).toEqual(expected);
  });

  it.each<[string, number, FieldPath, [number, number, string]]>([
    ['a missing field', 2, ['metadata', 'namespace'], [8, 1, 'metadata:']],
    ['a field of a missing mapping', 0, ['spec', 'install', 'strategy'], [1, 1, 'apiVersion: v1']],
    ['a missing entry of a list', 2, ['spec', 'targetNamespaces', 7], [11, 3, 'targetNamespaces:']],
    ['a field of a text', 2, ['metadata', 'name', 'x'], [9, 9, 'group']],
    ['a field behind an alias', 2, ['copy', 'targetNamespaces'], [19, 1, 'copy: *spec']],
    ['a field of something that is no mapping', 2, ['spec', 'targetNamespaces', 'x'], [11, 3, 'targetNamespaces:']],
  ])('is that of the nearest field around it: %s', (_, document, at, expected) => {
    expect(placeOf(document, [], at)).toEqual(expected);
  });

  it.each<[string, FieldPath, FieldPath, [number, number, string]]>([
    ['the item itself', ['items', 1], [], [25, 5, 'kind: Namespace']],
    ['a field of an item', ['items', 1], ['metadata', 'name'], [27, 13, 'two']],
    ['a field of an item in braces', ['items', 0], ['metadata', 'name'], [24, 22, 'one}']],
    ['a missing field of an item', ['items', 0], ['spec'], [23, 5, 'kind: Namespace']],
  ])('is found in a List: %s', (_, path, at, expected) => {
    expect(placeOf(3, path, at)).toEqual(expected);
  });

  it('is unknown without the text, and in a document that the text does not have', () => {
    expect(locator.place({ file: 'b.yaml', document: 0, path: [] })).toBeUndefined();
    expect(placeOf(9, [])).toBeUndefined();
  });

  it('is found in one file after the other', () => {
    const texts = new Map([
      ['a.yaml', 'x: 1\n'],
      ['b.yaml', '\n\n  x: 1\n'],
    ]);
    const { place } = createLocator((file) => texts.get(file));
    const places = ['a.yaml', 'b.yaml', 'a.yaml'].map((file) => place({ file, document: 0, path: [] }, ['x']));
    expect(places.map((found) => [found?.line, found?.column])).toEqual([
      [1, 4],
      [3, 6],
      [1, 4],
    ]);
  });
});

describe('a located problem', () => {
  const problem = { code: 'INVALID_VALUE', message: 'the value is not valid', fix: 'correct it' } as const;

  it('has its place and its field path', () => {
    const source = { file: 'a.yaml', document: 3, path: ['items', 1] };
    expect(locator.locate({ ...problem, source, at: ['metadata', 'name'] })).toEqual({
      ...problem,
      file: 'a.yaml',
      line: 27,
      column: 13,
      path: 'metadata.name',
      excerpt: '      name: two',
      caret: 13,
    });
  });

  it('has no field path when the whole object is meant', () => {
    const source = { file: 'a.yaml', document: 0, path: [] };
    expect(locator.locate({ ...problem, source, at: [] })).toEqual({
      ...problem,
      file: 'a.yaml',
      line: 1,
      column: 1,
      excerpt: 'apiVersion: v1',
      caret: 1,
    });
  });

  it('has only the file if the text is not available', () => {
    const source = { file: 'gone.yaml', document: 0, path: [] };
    expect(locator.locate({ ...problem, source, at: ['spec'] })).toEqual({ ...problem, file: 'gone.yaml', path: 'spec' });
  });
});

it('opens a text once, though what is asked for goes to and fro between files', () => {
  const asked: string[] = [];
  const { place } = createLocator((file) => {
    asked.push(file);
    return 'kind: Namespace\n';
  });
  const lines = ['a', 'b', 'a', 'b'].map((file) => place({ file, document: 0, path: [] }, ['kind'])?.line);
  expect([lines, asked]).toEqual([
    [1, 1, 1, 1],
    ['a', 'b'],
  ]);
});
