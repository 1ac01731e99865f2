/** Starts git: git only reads, asks no other host, and uses no repository that the input contains. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The maximum output of git, in bytes: far above any repository of manifests. */
const MAX_ANSWER_BYTES = 1 << 30;

/** Longer than git takes to list any repository; a `.gitignore` that is a pipe makes it wait forever. */
const TIMEOUT_MS = 30_000;

/**
 * The `.git` of an archive or of a shared folder has a configuration that its author wrote. These settings of the command line win over
 * it, and over each file that it includes: git starts nothing.
 */
const SETTINGS = Object.entries({
  // A bare repository can be committed like any folder; git would find it before the repository around it.
  'safe.bareRepository': 'explicit',
  // `ls-files` asks it which files have changed.
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.pager': 'cat',
  'core.editor': 'false',
  'sequence.editor': 'false',
  'diff.external': '',
  'gpg.program': 'false',
  // git before 2.45 starts a fetch of what a partial clone lacks, which no protocol is allowed to; bundles need none.
  'protocol.allow': 'never',
  'fetch.bundleURI': '',
  'core.sshCommand': 'false',
  'core.gitProxy': 'false',
  'core.askPass': 'false',
  'core.alternateRefsCommand': 'false',
  'credential.helper': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  // Nothing is fetched, even in a partial clone; git before 2.45 only knows the second variable.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  // An earlier writer to the clone can have replaced pushed objects and parents by others.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  LC_ALL: 'C',
};

export interface Answer {
  readonly text?: string;
  /** The error message of git. */
  readonly error: string;
}

interface LongAnswer {
  readonly bytes?: Buffer;
  readonly error: string;
}

let runs = 0;
const known = new Map<string, unknown>();

/**
 * From now on git answers each question once: a revision stays the same commit in a whole run, even if its branch moves.
 *
 * @returns a function that ends the caching
 */
export function askOnce(): () => void {
  runs += 1;
  return () => {
    runs -= 1;
    if (runs === 0) known.clear();
  };
}

/** Caches a result that depends on the repository of the current folder, for one run. */
export function once<T>(question: string, find: () => T): T {
  if (runs === 0) return find();
  const key = `${process.cwd()}\0${question}`;
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as T;
}

/** The answer of git in the current folder, cached. */
export function git(argv: readonly string[], input = ''): Answer {
  return once([...argv, input].join('\0'), () => {
    const { bytes, error } = gitAtLength(argv, input);
    return bytes ? { text: bytes.toString('utf8'), error } : { error };
  });
}

/** An answer of git that is too long for the cache. */
export function gitAtLength(argv: readonly string[], input = ''): LongAnswer {
  const env = { ...process.env, ...ENVIRONMENT };
  const { status, stdout, stderr, error } = spawnSync('git', [...SETTINGS, '--literal-pathspecs', ...argv], {
    input,
    env,
    maxBuffer: MAX_ANSWER_BYTES,
    timeout: TIMEOUT_MS,
  });
  if (error && 'code' in error && error.code === 'ENOENT') return { error: 'git is not installed' };
  if (error) return { error: error.message };
  // After the error, git can print a hint of many lines.
  const lines = stderr.toString('utf8').trim().split('\n');
  const said = lines.find((line) => line.startsWith('fatal: ')) ?? lines.at(-1) ?? '';
  return status === 0 ? { bytes: stdout, error: '' } : { error: said || `git ended with ${status}` };
}

// Files that git ignores: no commit has them, and no tool that syncs the repository sees them.

/**
 * Whether git ignores a file or folder, but not its parent, and tracks no file of it. Asks git once.
 *
 * @param root a folder on disk
 * @returns a function of paths below the root, with slashes
 */
export function ignoredByGit(root: string): (path: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (path) => {
    // git does not list a folder with a tracked file as a whole.
    const list = ['-C', root, 'ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
    known ??= new Set(isInRepository(root) ? git(list).text?.split('\0') : []);
    return known.has(path) || known.has(`${path}/`);
  };
}

/** Whether git can find a repository from a folder, in a whole run. Starting git takes longer than reading a small folder. */
function isInRepository(folder: string): boolean {
  return Boolean(process.env.GIT_DIR) || once(`repository around ${folder}`, () => isBelowRepository(folder));
}

function isBelowRepository(folder: string): boolean {
  for (let top = resolve(folder); ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return true;
    if (top === dirname(top)) return false;
  }
}
