import { describe, expect, it } from 'vitest';
import type { UnreadFile, UnreadReason } from '../../../src/olm/model/unread-file.js';
import { fileChanges } from '../../../src/review/compare/file-changes.js';

const file = (text: string | undefined, reason: UnreadReason = 'other', content = text ?? 'binary'): UnreadFile => ({
  path: 'a.x',
  file: 'base/a.x',
  reason,
  content,
  ...(text === undefined ? {} : { text }),
});
const fieldsOf = (before: UnreadFile, after: UnreadFile) => fileChanges([before], [after], () => false).flatMap(({ fields }) => fields);

describe('fileChanges', () => {
  it('has no line for a file that is equal, and one for any other', () => {
    expect(fileChanges([file('a')], [file('a')], () => false)).toEqual([]);
    expect(fileChanges([], [file('a')], () => false)).toMatchObject([{ object: { kind: 'File', name: 'a.x' }, presence: 'added' }]);
    expect(fileChanges([file('a')], [], () => false)).toMatchObject([{ presence: 'removed' }]);
    expect(fileChanges([file(undefined)], [file(undefined, 'other', 'else')], () => false)).toHaveLength(1);
  });

  it('has the lines of a kustomization that are not read, and calls neither side of it new', () => {
    const parts = (name: string): UnreadFile => ({ ...file('namePrefix: a-\n', 'not-applied'), path: name });
    const fields = [{ field: 'namePrefix', after: 'a-' }];
    expect(fileChanges([], [parts('a/kustomization.yaml')], () => false)).toEqual([
      { object: { kind: 'File', name: 'a/kustomization.yaml' }, fields },
    ]);
    expect(fileChanges([], [parts('a/patch.yaml')], () => false)).toMatchObject([{ presence: 'added' }]);
  });

  it('has one line for a file that only has another path', () => {
    const at = (path: string, text = 'a: 1'): UnreadFile => ({ ...file(text), path });
    expect(fileChanges([at('a')], [at('b')], () => false)).toEqual([
      { object: { kind: 'File', name: 'b' }, fields: [{ field: 'renamed from a' }] },
    ]);
    const apart: readonly (readonly [UnreadFile[], UnreadFile[]])[] = [
      [[at('a')], [at('b', 'a: 2')]],
      [[at('a')], [at('b'), at('c')]],
      [[at('a'), at('c')], [at('b')]],
      [[at('a', ' ')], [at('b', ' ')]],
      [[at('a')], [{ ...at('b'), reason: 'broken' }]],
    ];
    for (const [before, after] of apart) expect(fileChanges(before, after, () => false)).toHaveLength(before.length + after.length);
  });

  it('has the image that a build begins with before other lines', () => {
    const image = (text: string) => ({ ...file(text), path: 'build/Dockerfile' });
    const fields = fieldsOf(
      image('ARG COMMIT=1\nFROM golang:1.21 AS builder\nFROM ubi8:1\n'),
      image('ARG COMMIT=2\nFROM golang:1.22 AS builder\nFROM ubi8:1\n'),
    );
    expect(fields).toEqual([
      { field: 'FROM', before: 'golang:1.21 AS builder', after: 'golang:1.22 AS builder' },
      { field: 'COMMIT', before: '1', after: '2' },
    ]);
  });

  it('does not call a file new or removed that the other side reads', () => {
    expect(fileChanges([file('a', 'broken')], [], () => true)).toEqual([
      { object: { kind: 'File', name: 'a.x' }, fields: [{ field: 'is read now' }] },
    ]);
  });

  it('has the values of settings, the commit of a submodule, and the number of lines of a program', () => {
    expect(fieldsOf(file('tag: 1\n'), file('tag: 2\n'))).toEqual([{ field: 'tag', before: '1', after: '2' }]);
    expect(fieldsOf(file(undefined, 'submodule', 'abc'), file(undefined, 'submodule', 'def'))).toEqual([
      { field: 'submodule', before: 'abc', after: 'def' },
    ]);
    expect(fieldsOf(file('a\nb\n', 'source-code'), file('a\nc\nd\n', 'source-code'))).toEqual([
      { field: 'lines', before: '1 removed', after: '2 new' },
    ]);
  });

  it.each([
    ['moved', 'a\nb\n', 'b\na\n', 'the order or indentation of its lines'],
    ['indented again', 'a\nb\n', 'a\n  b\n', 'the order or indentation of its lines'],
    ['parted by blank lines', 'a\nb\n', 'a\n\nb\n', 'blank lines'],
  ])('has one line for code that is %s', (_, before, after, field) => {
    expect(fieldsOf(file(before, 'source-code'), file(after, 'source-code'))).toEqual([{ field }]);
  });
});
