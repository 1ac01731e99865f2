/** What git ignores on disk is in no commit, so no review of a change tells it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesByKind } from '../../../src/repository/input/files-by-kind.js';
import { manifestFiles } from '../../../src/repository/input/manifest-files.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { ignoredByGit } from '../../../src/repository/trees/git.js';
import { folderOf } from '../../support/files.js';
import { committed } from '../../support/git.js';

const unreadOf = (folder: string) =>
  filesByKind(diskTree(folder))
    .passedOver()
    .map(([path]) => path);

/** A repository with this `.gitignore`, and a package that somebody installed. */
function installed(files: Readonly<Record<string, string>>): string {
  const folder = committed({ 'a.yaml': 'a: 1\n', ...files });
  mkdirSync(join(folder, 'node_modules/p'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/p/package.yaml'), 'b: 1\n');
  return folder;
}

describe('a file of the working folder', () => {
  const unread = (folder: string) =>
    manifestFiles(diskTree(folder))
      .unread()
      .map(({ path }) => path);

  it('is not read and not told where git ignores it or its folder', () => {
    const folder = committed({ '.gitignore': 'build\n*.sh\n', 'a.yaml': 'a: 1\n', 'build/b.sh': 'b\n', 'c.py': 'c\n' });
    for (const path of ['build/d/e.py', 'f.sh', 'g.py']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), 'x\n');
    }
    // build/b.sh is tracked although it is ignored.
    expect(unread(folder)).toEqual(['build/b.sh', 'c.py', 'g.py']);
    writeFileSync(join(folder, 'build/rendered.yaml'), 'a: 2\n');
    expect(manifestFiles(diskTree(folder)).files).toEqual(['a.yaml']);
    // Who names a folder that git ignores wants it read.
    expect(unread(join(folder, 'build/d'))).toEqual(['e.py']);
  });
});

describe('packages of Node', () => {
  it('are passed over where git ignores them', () => {
    const folder = installed({ '.gitignore': 'node_modules\n' });
    expect(ignoredByGit(folder)('node_modules')).toBe(true);
    expect(unreadOf(folder)).not.toContain('node_modules/p/package.yaml');
  });

  it.each([
    ['git does not ignore them', () => installed({}), 'p/package.yaml'],
    [
      'one of them is committed all the same',
      () => installed({ '.gitignore': 'node_modules\n', 'node_modules/q/evil.yaml': 'c: 1\n' }),
      'q/evil.yaml',
    ],
    ['there is no git', () => folderOf({ '.gitignore': 'node_modules\n', 'node_modules/p/package.yaml': 'b: 1\n' }), 'p/package.yaml'],
  ])('are told where %s', (_, make, told) => {
    const folder = make();
    expect(ignoredByGit(folder)('node_modules')).toBe(false);
    expect(unreadOf(folder)).toContain(`node_modules/${told}`);
  });
});
