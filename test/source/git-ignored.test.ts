/** Packages of Node on disk: those that git ignores are in no commit, so no review of a change tells them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskTree } from '../../src/source/disk-tree.js';
import { isIgnoredByGit } from '../../src/source/git.js';
import { filesByKind } from '../../src/source/manifest-files.js';
import { folderOf } from '../support/files.js';
import { committed } from '../support/git.js';

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

describe('packages of Node', () => {
  it('are passed over where git ignores them', () => {
    const folder = installed({ '.gitignore': 'node_modules\n' });
    expect(isIgnoredByGit(join(folder, 'node_modules'))).toBe(true);
    expect(unreadOf(folder)).not.toContain('node_modules/p/package.yaml');
  });

  it.each([
    ['git does not ignore them', installed.bind(undefined, {})],
    ['one of them is committed all the same', () => installed({ '.gitignore': 'node_modules\n', 'node_modules/q/evil.yaml': 'c: 1\n' })],
    ['there is no git', () => folderOf({ '.gitignore': 'node_modules\n', 'node_modules/p/package.yaml': 'b: 1\n' })],
  ])('are told where %s', (_, make) => {
    const folder = make();
    expect(isIgnoredByGit(join(folder, 'node_modules'))).toBe(false);
    expect(unreadOf(folder)).toContain('node_modules/p/package.yaml');
  });
});
