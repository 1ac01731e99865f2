/** Repositories of git. Each is made once and copied for a test: to start git three times takes longer than most tests. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderOf } from './files.js';

const IDENTITY = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-c', 'maintenance.auto=false'];
const ALONE = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_TEMPLATE_DIR: '' };

/** Runs git in a folder, with nobody's settings, and gives what it prints. */
export function git(folder: string, ...argv: readonly string[]): string {
  return gitOf(folder, '', ...argv);
}

function gitOf(folder: string, input: string, ...argv: readonly string[]): string {
  return execFileSync('git', [...IDENTITY, ...argv], { cwd: folder, input, encoding: 'utf8', env: { ...process.env, ...ALONE } });
}

/** What a commit changes: the texts of files by their paths, and nothing for one that is removed. */
export type Change = Readonly<Record<string, string | undefined>>;

/**
 * A repository with these commits on the branch main, one on the other, of which no file is on disk: for what reads commits alone. It is
 * gone after the test. git is started once.
 */
export function history(...changes: readonly Change[]): string {
  const folder = folderOf();
  init(folder);
  const commits = changes.map((change, index) => {
    const files = Object.entries(change).map(([path, text]) =>
      text === undefined ? `D ${path}\n` : `M 100644 inline ${path}\n${dataOf(text)}`,
    );
    return `commit refs/heads/main\ncommitter x <x@example.com> ${index} +0000\n${dataOf('x')}${files.join('')}`;
  });
  gitOf(folder, commits.join(''), '-c', 'fastimport.unpackLimit=1', 'fast-import', '--quiet');
  return folder;
}

const dataOf = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** As `git init` makes it. */
function init(folder: string): void {
  for (const path of ['objects', 'refs/heads']) mkdirSync(join(folder, '.git', path), { recursive: true });
  writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  // A copy has other inodes, and is unchanged.
  writeFileSync(
    join(folder, '.git/config'),
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\ttrustctime = false\n\tcheckStat = minimal\n',
  );
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
  init(folder);
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
