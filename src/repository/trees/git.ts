/** How git is started: it only reads, asks no other host, and takes no repository that the input brings along. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The maximum output of git, in bytes: far above any repository of manifests. */
const MAX_ANSWER_BYTES = 1 << 30;

/** A bare repository can be committed like any folder; git would find it before the one around it. */
const SETTINGS = ['-c', 'safe.bareRepository=explicit', '--literal-pathspecs'];
const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  // Nothing is fetched, even if the clone is partial; git before 2.45 only knows the second one.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  // Who wrote into a clone before can have put other objects and parents in the place of those that were pushed.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  LC_ALL: 'C',
};

export interface Answer {
  readonly text?: string;
  /** What git says is wrong. */
  readonly error: string;
}

interface LongAnswer {
  readonly bytes?: Buffer;
  readonly error: string;
}

let runs = 0;
const known = new Map<string, unknown>();

/**
 * From now on git is asked each question once: a revision is one commit in a whole run, whoever moves its branch meanwhile.
 *
 * @returns what ends that
 */
export function askOnce(): () => void {
  runs += 1;
  return () => {
    runs -= 1;
    if (runs === 0) known.clear();
  };
}

/** What follows from the repository of the current folder. In a run it is found out once. */
export function once<T>(question: string, find: () => T): T {
  if (runs === 0) return find();
  const key = `${process.cwd()}\0${question}`;
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as T;
}

/** What git says of the repository of the current folder. */
export function git(argv: readonly string[], input = ''): Answer {
  return once([...argv, input].join('\0'), () => {
    const { bytes, error } = gitAtLength(argv, input);
    return bytes ? { text: bytes.toString('utf8'), error } : { error };
  });
}

/** An answer that is too long to be kept. */
export function gitAtLength(argv: readonly string[], input = ''): LongAnswer {
  const env = { ...process.env, ...ENVIRONMENT };
  const { status, stdout, stderr, error } = spawnSync('git', [...SETTINGS, ...argv], { input, env, maxBuffer: MAX_ANSWER_BYTES });
  if (error && 'code' in error && error.code === 'ENOENT') return { error: 'git is not installed' };
  if (error) return { error: error.message };
  // Below the error, git can say how to get rid of it, in many lines.
  const lines = stderr.toString('utf8').trim().split('\n');
  const said = lines.find((line) => line.startsWith('fatal: ')) ?? lines.at(-1) ?? '';
  return status === 0 ? { bytes: stdout, error: '' } : { error: said || `git ended with ${status}` };
}

/** What git says. @throws Error if it says nothing */
export function answered({ text, error }: Answer): string {
  if (text === undefined) throw new Error(error);
  return text;
}

// Files that git ignores: they are in no commit, and no tool that syncs the repository sees them.

/**
 * Whether git ignores a file or folder that is in none which it ignores, and no file of it is tracked all the same. git is asked once.
 *
 * @param root a folder on disk
 * @returns a function of paths below it, with slashes
 */
export function ignoredByGit(root: string): (path: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (path) => {
    // A folder with a tracked file in it is not listed as a whole.
    const list = ['-C', root, 'ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
    known ??= new Set(isInRepository(root) ? git(list).text?.split('\0') : []);
    return known.has(path) || known.has(`${path}/`);
  };
}

/** Whether git can find a repository from a folder. To start it takes longer than to read a small folder. */
function isInRepository(folder: string): boolean {
  if (process.env.GIT_DIR) return true;
  for (let top = resolve(folder); ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return true;
    if (top === dirname(top)) return false;
  }
}
