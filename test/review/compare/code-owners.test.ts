import { describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../src/olm/model/unread-file.js';
import { ownersChanged } from '../../../src/review/rules/changed/files/owners-changes.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const file = (path: string, text: string | undefined, reason: UnreadFile['reason'] = 'gate'): UnreadFile => ({
  path,
  file: path,
  reason,
  content: text ?? '',
  text,
});
const workflow = file('.github/workflows/review.yaml', 'run: cdk8s-olm review');
const inner = file('clusters/prod/.cdk8s-olm.yaml', '', 'hidden');

/** What the change of one file says. */
const changed = (before: string, after: string | undefined, path = 'CODEOWNERS'): readonly (readonly [string, readonly string[]])[] =>
  ownersChanged([file(path, before), workflow, inner], [...(after === undefined ? [] : [file(path, after)]), workflow, inner]).map(
    ({ of, lines }) => [of.join(' '), lines] as const,
  );

const ALL = '.cdk8s-olm.yaml .github/workflows/review.yaml CODEOWNERS clusters/prod/.cdk8s-olm.yaml olm-lock.yaml';

describe('who has to approve changes of the gate', () => {
  it.each(['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'])('changes with the file %s', (path) => {
    expect(changed('* @a\n', undefined, path)).toMatchObject([[expect.stringContaining(path), ['* @a is removed']]]);
    expect(changed('* @a\n', '* @b\n', path)).toMatchObject([[expect.anything(), ['* @a is removed', '* @b is new']]]);
  });

  it.each([
    ['a later pattern without owners', '* @a\n', '* @a\n.cdk8s-olm.yaml\n', ['.cdk8s-olm.yaml is new']],
    ['one more owner, any of whom suffices', '* @a\n', '* @a @b\n', ['* @a is removed', '* @a @b is new']],
    ['an override in a section, of which GitHub has none', '* @a\n', '* @a\n[x]\n* @b\n', ['[x] is new', '* @b is new']],
    ['a section that becomes optional', '[A]\n* @a\n', '^[A]\n* @a\n', ['[A] is removed', '^[A] is new']],
    ['fewer approvals', '[A][2]\n* @a\n', '[A]\n* @a\n', ['[A][2] is removed', '[A] is new']],
    ['another order', '* @a\n*.yaml @b\n', '*.yaml @b\n* @a\n', ['its lines are in another order']],
    ['an owner that is a comment to one forge', 'olm-lock.yaml @b @a\n', 'olm-lock.yaml @b # @a\n', expect.anything()],
    ['an exclusion', '* @a\n', '* @a\n!olm-lock.yaml\n', ['!olm-lock.yaml is new']],
    ['a line in what looks like a comment', '* @a\n', '* @a\n#\r* @b\n', expect.anything()],
    ['a file of which GitHub reads none', '* @a\n', `* @a\n${'#\n'.repeat(1_600_000)}`, [expect.stringContaining('more than 3 MB')]],
  ])('changes by %s', (_, before, after, lines) => {
    expect(changed(before, after)).toEqual([[expect.stringContaining('olm-lock.yaml'), lines]]);
  });

  it('changes for the files that a pattern can be about', () => {
    expect(changed('* @a\n', '* @a\n/clusters/prod/ @b\n')).toEqual([['clusters/prod/.cdk8s-olm.yaml', ['/clusters/prod/ @b is new']]]);
    expect(changed('* @a\n', '* @a\n/.github @b\n')).toEqual([['.github/workflows/review.yaml', ['/.github @b is new']]]);
    expect(changed('* @a\n', '* @a\nprod/ @b\n')).toEqual([[ALL, ['prod/ @b is new']]]);
  });

  it('changes for what may be applied as well', () => {
    expect(changed('* @a\n/rbac/ @b\n', '* @a\n')).toEqual([['', ['/rbac/ @b is removed']]]);
  });

  it.each([
    ['comments and blanks', '* @a # all\n', '# who\n\n*   @a\n'],
    ['pages and pictures', '* @a\n/x/README.md @b\n', '* @a\n*.md @c\n'],
    ['an owner of what had none', '/rbac/ @a\n', '/rbac/ @a\n/.github/workflows/ @b\n'],
  ])('stays with %s', (_, before, after) => {
    expect(changed(before, after)).toEqual([]);
  });

  it('changes by a file that the forge reads in place of another one, and by one that cannot be read', () => {
    const root = file('CODEOWNERS', '* @a\n');
    expect(ownersChanged([root], [root, file('.github/CODEOWNERS', '')])).toMatchObject([{ by: { path: '.github/CODEOWNERS' } }]);
    expect(ownersChanged([root], [{ ...file('CODEOWNERS', undefined), reason: 'link' }])).toMatchObject([{ lines: ['it is no text'] }]);
  });
});

describe('review', () => {
  const group = { 'group.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: op}\n' };
  const review = (before: Record<string, string>, after: Record<string, string>): string =>
    cli(['review', folderOf({ ...group, ...before }), folderOf({ ...group, ...after })]).out;

  it.each(['CODEOWNERS', '.github/CODEOWNERS'])('tells who approves changes of the gate, by %s', (path) => {
    expect(review({ [path]: '* @org/platform\n' }, { [path]: '/x/ @org/platform\n' }).replace(/\s+/g, ' ')).toContain(
      `File ${path}: changes who has to approve changes of .cdk8s-olm.yaml, ${path} and olm-lock.yaml, on which it depends what this review stops: * @org/platform is removed and /x/ @org/platform is new`,
    );
    expect(review({ [path]: '* @a\n/x/ @b\n' }, { [path]: '* @a\n/x/ @c\n' })).toContain('changes who has to approve what');
    const added = review({}, { [path]: '* @a\n' });
    expect(added).not.toContain('has to approve');
    expect(added).toContain(`File ${path}: new`);
  });
});
