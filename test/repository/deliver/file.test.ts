import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replaceFile } from '../../../src/repository/deliver/file.js';
import { contentOf, folderOf } from '../../support/files.js';
import { itWith } from '../../support/needs.js';

describe('writing a file', () => {
  it('replaces it, or makes it', () => {
    const folder = folderOf({ old: 'old' });
    replaceFile(join(folder, 'old'), 'new');
    replaceFile(join(folder, 'other'), 'new');
    expect(contentOf(folder)).toEqual({ old: 'new', other: 'new' });
  });

  it('replaces a link, and leaves alone where it leads', () => {
    const folder = folderOf({ 'real/file': 'old' });
    symlinkSync('real/file', join(folder, 'link'));
    symlinkSync('real/missing', join(folder, 'ahead'));
    replaceFile(join(folder, 'link'), 'new');
    replaceFile(join(folder, 'ahead'), 'new');
    expect(contentOf(folder)).toEqual({ ahead: 'new', link: 'new', 'real/': '', 'real/file': 'old' });
  });

  itWith([{ isThere: existsSync('/dev/shm'), what: '/dev/shm' }], 'replaces a link in memory, which is beside the devices', () => {
    const folder = mkdtempSync('/dev/shm/cdk8s-olm-test-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'file'), 'old');
    symlinkSync('file', join(folder, 'link'));
    replaceFile(join(folder, 'link'), 'new');
    expect(contentOf(folder)).toEqual({ file: 'old', link: 'new' });
  });

  it('goes through no link of a repository', () => {
    const folder = folderOf({ 'elsewhere/file': 'old', 'repository/.git/HEAD': '', 'repository/in/file': 'old' });
    symlinkSync('../elsewhere', join(folder, 'repository/out'));
    symlinkSync('in', join(folder, 'repository/also'));
    expect(() => replaceFile(join(folder, 'repository/out/file'), 'new')).toThrow('is a link in the repository');
    expect(() => replaceFile(join(folder, 'repository/also/file'), 'new')).toThrow('is a link in the repository');
    expect(readFileSync(join(folder, 'elsewhere/file'), 'utf8')).toBe('old');
  });

  it('goes through links that are in no repository', () => {
    const folder = folderOf({ 'real/file': 'old' });
    symlinkSync('real', join(folder, 'mine'));
    replaceFile(join(folder, 'mine/file'), 'new');
    expect(readFileSync(join(folder, 'real/file'), 'utf8')).toBe('new');
  });

  it('writes into a pipe, and leaves it a pipe', () => {
    const folder = folderOf();
    const script = `mkfifo pipe; cat pipe > got & '${process.execPath}' --input-type=module -e "
      import { replaceFile } from '${join(process.cwd(), 'build/src/repository/deliver/file.js')}';
      replaceFile('pipe', 'through the pipe');"; wait; test -p pipe && rm pipe`;
    expect(spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    expect(contentOf(folder)).toEqual({ got: 'through the pipe' });
  });

  it('leaves nothing where it fails', () => {
    const folder = folderOf({ 'file/x': '' });
    expect(() => replaceFile(join(folder, 'file'), 'new')).toThrow('EISDIR');
    expect(() => replaceFile(join(folder, 'missing/x'), 'new')).toThrow('ENOENT');
    expect(contentOf(folder)).toEqual({ 'file/': '', 'file/x': '' });
  });
});
