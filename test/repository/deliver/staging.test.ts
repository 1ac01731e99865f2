import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repairFolder, replaceFolder } from '../../../src/repository/deliver/folder.js';
import { FolderInUseError, hasLeftovers, takeStaging } from '../../../src/repository/deliver/staging.js';
import { contentOf, folderOf } from '../../support/files.js';

const FILES = [{ name: 'a.k8s.yaml', text: () => ['new'] }];
const nothing = (): void => undefined;

describe('the staging folder', () => {
  it.each([
    ['of a process that runs', `${process.ppid}@${hostname()}`],
    ['of a process on another host', '1@elsewhere'],
  ])('%s keeps others out, with its owner in the message, and nothing changes', (_, owner) => {
    const folder = folderOf({ '.cdk8s-olm-new/owner': owner, 'x.yaml': 'x' });
    const before = contentOf(folder);
    expect(() => replaceFolder(folder, FILES)).toThrow(FolderInUseError);
    expect(() => replaceFolder(folder, FILES)).toThrow(`another run (process ${owner}) is writing into ${folder}`);
    expect(contentOf(folder)).toEqual(before);
    expect(hasLeftovers(folder)).toBe(false);
  });

  it.each([
    ['of a process that has ended', `${spawnSync('true').pid}@${hostname()}`],
    ['of an earlier process with our number, as the first of each container has', `${process.pid}@${hostname()}`],
    ['without an owner', ''],
    ['with an owner that is no process', '-1@here'],
  ])('%s is removed', (_, owner) => {
    const folder = folderOf({ '.cdk8s-olm-new/owner': owner, 'x.yaml': 'x' });
    expect(hasLeftovers(folder)).toBe(true);
    replaceFolder(folder, FILES);
    expect(Object.keys(contentOf(folder))).toEqual(['.cdk8s-olm', 'a.k8s.yaml', 'x.yaml']);
  });

  it('of another run that has not begun yet stays', () => {
    const name = `.cdk8s-olm-new-${process.ppid}@${hostname()}-Ab3dEf`;
    const folder = folderOf();
    mkdirSync(join(folder, name));
    expect(hasLeftovers(folder)).toBe(false);
    replaceFolder(folder, FILES);
    expect(Object.keys(contentOf(folder))).toContain(`${name}/`);
  });

  it('is invisible to git', () => {
    const folder = folderOf({ 'x.yaml': 'x' });
    takeStaging(folder, nothing);
    spawnSync('git', ['init', '--quiet'], { cwd: folder });
    spawnSync('git', ['add', '--all'], { cwd: folder });
    expect(spawnSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' }).stdout).toBe('x.yaml\n');
  });

  it('cannot lead a repair out of the folder', () => {
    const parent = folderOf({
      'outside.k8s.yaml': 'theirs',
      'folder/.cdk8s-olm-new/created': '../outside.k8s.yaml\n..\nx.txt\n',
      'folder/.cdk8s-olm-new/old/x.txt': 'old',
      'folder/x.txt': 'theirs',
    });
    repairFolder(join(parent, 'folder'));
    expect(contentOf(parent)).toEqual({ 'folder/': '', 'folder/x.txt': 'theirs', 'outside.k8s.yaml': 'theirs' });
  });

  it('is never a link', () => {
    const parent = folderOf({ 'outside/created': 'x.k8s.yaml\n', 'outside/old/b.k8s.yaml': 'theirs', 'folder/x.k8s.yaml': 'x' });
    symlinkSync('../outside', join(parent, 'folder/.cdk8s-olm-new-link'));
    repairFolder(join(parent, 'folder'));
    expect(contentOf(parent)).toMatchObject({ 'outside/old/b.k8s.yaml': 'theirs', 'folder/x.k8s.yaml': 'x' });
  });
});

describe('a repair', () => {
  it('of a folder without leftovers, or without a folder, does nothing', () => {
    const folder = folderOf({ 'x.yaml': 'x' });
    repairFolder(folder);
    repairFolder(join(folder, 'missing'));
    writeFileSync(join(folder, 'file'), '');
    repairFolder(join(folder, 'file'));
    rmSync(join(folder, 'file'));
    expect(contentOf(folder)).toEqual({ 'x.yaml': 'x' });
  });
});
