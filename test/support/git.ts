/** Repositories of git. Each is made once and copied for a test: to start git three times takes longer than most tests. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderOf } from './files.js';

const IDENTITY = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-c', 'gc.auto=0'];
const ALONE = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_TEMPLATE_DIR: '' };

/** Runs git in a folder, with nobody's settings, and gives what it prints. */
export function git(folder: string, ...argv: readonly string[]): string {
  return execFileSync('git', [...IDENTITY, ...argv], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...ALONE } });
}

const MADE = new Map<string, string>();

/** A repository with one commit of these files on the branch main; it is gone after the test. @param then what git does besides */
export function committed(files: Readonly<Record<string, string>>, ...then: readonly (readonly string[])[]): string {
  const folder = folderOf();
  copyCommitted(folder, files, ...then);
  return folder;
}

/** The same in a folder that is there. */
export function copyCommitted(folder: string, files: Readonly<Record<string, string>>, ...then: readonly (readonly string[])[]): void {
  const key = JSON.stringify([files, then]);
  const made = MADE.get(key) ?? make(files, then);
  MADE.set(key, made);
  cpSync(made, folder, { recursive: true, preserveTimestamps: true });
}

function make(files: Readonly<Record<string, string>>, then: readonly (readonly string[])[]): string {
  // Gone at the end of the run, like the folder around it.
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-git-'));
  writeFiles(folder, files);
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  // A copy has other inodes, and is unchanged.
  appendFileSync(join(folder, '.git/config'), '[core]\n\ttrustctime = false\n\tcheckStat = minimal\n');
  git(folder, 'add', '--all', '--force');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'x');
  for (const argv of then) git(folder, ...argv);
  return folder;
}

/** Writes files into a folder, over those that are there. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
