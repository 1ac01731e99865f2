import { describe, expect, it } from 'vitest';
import { ownersTaken } from '../../src/findings/changed/files/code-owners.js';
import type { UnreadFile } from '../../src/model/unread-file.js';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const file = (path: string, text: string): UnreadFile => ({ path, file: path, reason: 'gate', content: text, text });
const workflow = file('.github/workflows/review.yaml', 'run: cdk8s-olm review');

/** What the change of one file takes. */
const taken = (before: string, after: string | undefined, path = 'CODEOWNERS'): string[] =>
  ownersTaken([file(path, before), workflow], after === undefined ? [workflow] : [file(path, after), workflow]).map(
    (one) => `${one.owners.join(' ')} ${one.path}`,
  );

const ALL = ['@a .cdk8s-olm.yaml', '@a .github/workflows/review.yaml', '@a olm-lock.yaml'];

describe('owners that a change takes from the files of the gate', () => {
  it.each(['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'])('are taken with the file %s', (path) => {
    expect(taken('* @a\n', undefined, path)).toEqual(expect.arrayContaining(ALL));
    expect(taken('* @a\n', '* @b\n', path)).toEqual(expect.arrayContaining(ALL));
  });

  it.each([
    ['a later pattern without owners', '* @a\n', '* @a\n.cdk8s-olm.yaml\n', ['@a .cdk8s-olm.yaml']],
    ['a folder of workflows', '/.github/ @a @b\n', '/.github/ @b\n', ['@a .github/workflows/review.yaml']],
    ['a star that does not reach so deep', '.github/ @a\n', '.github/* @a\n', ['@a .github/workflows/review.yaml']],
    ['a baseline further down', 'x/.cdk8s-olm.yaml @a\n', '', ['@a x/.cdk8s-olm.yaml']],
    ['an owner that is a comment now', 'olm-lock.yaml @b @a\n', 'olm-lock.yaml @b # @a\n', ['@a olm-lock.yaml']],
    ['a section of GitLab', '[Gate] @a\n*.yaml\n[Rest]\n* @b\n', '[Rest]\n* @b\n', ALL],
  ])('are taken by %s', (_, before, after, expected) => {
    expect(taken(before, after).filter((one) => !one.endsWith(' CODEOWNERS'))).toEqual(expected);
  });

  it.each([
    ['another file', '* @a\n/x/ @b\n', '* @a\n/x/ @c\n'],
    ['one that is added', '* @a\n', '* @a @b\n'],
    ['the same in other words', '* @a\n', '# all\n** @a\n'],
    ['a pattern for something of a similar name', '* @a\n', '* @a\nmy.cdk8s-olm.yaml @b\nolm-lockXyaml @b\n'],
  ])('are not taken by %s', (_, before, after) => {
    expect(taken(before, after)).toEqual([]);
  });

  it('are taken by a file that the forge reads in place of another one', () => {
    const root = file('CODEOWNERS', '* @a\n');
    expect(ownersTaken([root], [root, file('.github/CODEOWNERS', '')])).toMatchObject([
      { path: '.cdk8s-olm.yaml', by: { path: '.github/CODEOWNERS' } },
      { path: 'CODEOWNERS' },
      { path: 'olm-lock.yaml' },
    ]);
  });
});

describe('review', () => {
  const group = { 'group.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: op}\n' };
  const review = (before: Record<string, string>, after: Record<string, string>): string =>
    cli(['review', folderOf({ ...group, ...before }), folderOf({ ...group, ...after })]).out;

  it.each(['CODEOWNERS', '.github/CODEOWNERS'])('tells who no longer approves changes of the gate, by %s', (path) => {
    expect(review({ [path]: '* @org/platform\n' }, { [path]: '/x/ @org/platform\n' })).toContain(
      `File ${path}: no longer makes @org/platform approve changes of .cdk8s-olm.yaml, which decides what this review stops`,
    );
    expect(review({ [path]: '* @a\n/x/ @b\n' }, { [path]: '* @a\n/x/ @c\n' })).not.toContain('CODEOWNERS');
    expect(review({}, { [path]: '* @a\n' })).not.toContain('CODEOWNERS');
  });
});
