/**
 * What kustomize built, kept between runs and shared by jobs, by the digest of all that decides it. An entry is believed if it was
 * signed with a key that nobody has who writes the input; whatever is wrong with the folder only costs the time of a build.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin, realPlace, repositoryOf } from '../trees/places.js';
import { KEY_BYTES, keyFile, signatureOf, signedContent } from '../trees/signed-content.js';

/** Texts by names that say all that decides them. */
export interface BuildCache {
  /** Whether it ends with the run, and so needs no program's content to tell it from another one. */
  readonly isOfRun?: true;
  find(name: string): string | undefined;
  keep(name: string, text: string): void;
}

/** Why a folder is not used. */
type CacheFault =
  /** Whoever writes the input could write it, or put a link in its place. */
  | 'in-repository'
  /** The key of this user lies where the folder or the input is. */
  | 'key-in-reach'
  | 'short-key'
  /** There is none that only this user can read, and none can be made. */
  | 'no-key';

/** The variable with the key of jobs that share a folder. */
const KEY_VARIABLE = 'CDK8S_OLM_CACHE_KEY';
/** So long a text cannot be guessed. */
const LEAST_KEY_LENGTH = 32;

/** A build is never so large; a file that somebody put there can be. */
const MOST_BYTES = 1 << 26;
const DAY = 24 * 60 * 60 * 1000;
/** How long what nothing uses is kept, in milliseconds. */
const KEPT = 30 * DAY;
const ENTRY = /^[0-9a-f]{64}(?:\.[0-9a-f]+\.part)?$/;
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a cache for runs with these inputs.
 *
 * @example
 * openBuildCache('/var/cache/builds', ['clusters/prod'], process.env)
 */
export function openBuildCache(
  folder: string,
  inputs: readonly string[],
  environment: NodeJS.ProcessEnv,
): { readonly cache: BuildCache } | { readonly fault: CacheFault } {
  const place = realPlace(folder);
  const repositories = inputs.map(repositoryOf);
  if (repositories.some((top) => isWithin(place, top))) return { fault: 'in-repository' };
  const key = cacheKey(environment, [place, ...repositories]);
  return typeof key === 'string' ? { fault: key } : { cache: cacheIn(place, key) };
}

const CACHE_FAULTS: Readonly<Record<CacheFault, string>> = {
  'in-repository': 'it is in the repository of the input, where a change could write it; name a folder outside',
  'key-in-reach': `the key of this user lies in the repository or in the cache; set ${KEY_VARIABLE}, or XDG_STATE_HOME to a folder outside`,
  'short-key': `${KEY_VARIABLE} has less than ${LEAST_KEY_LENGTH} characters, and could be guessed`,
  'no-key': `there is no key that only this user can read; set ${KEY_VARIABLE}, or XDG_STATE_HOME to a folder that can be written`,
};

/** Why a folder is not used with these inputs, as a sentence goes on; nothing where it is used. */
export function cacheFaultText(folder: string, inputs: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const opened = openBuildCache(folder, inputs, environment);
  return 'fault' in opened ? CACHE_FAULTS[opened.fault] : undefined;
}

/** The same where there may be none: without a name, as an empty variable gives it, what is built is kept as long as the run. */
export function buildCacheFor(folder: string | undefined, inputs: readonly string[]): BuildCache {
  if (!folder) return OF_RUN;
  const opened = openBuildCache(folder, inputs, process.env);
  return 'cache' in opened ? opened.cache : OF_RUN;
}

/** Both sides of a review have most kustomizations alike. */
const OF_RUN = cacheOfRun();
/** In characters; what is built after that is built again. */
const MOST_OF_RUN = 1 << 26;

function cacheOfRun(): BuildCache {
  const texts = new Map<string, string>();
  let size = 0;
  return {
    isOfRun: true,
    find: (name) => texts.get(name),
    keep: (name, text) => {
      if (texts.has(name) || size + text.length > MOST_OF_RUN) return;
      size += text.length;
      texts.set(name, text);
    },
  };
}

function cacheIn(folder: string, key: Uint8Array): BuildCache {
  let canWrite: boolean | undefined;
  const pathOf = (name: string): string => join(folder, createHash('sha256').update(name).digest('hex'));
  return {
    find: (name) => {
      const file = readPlain(pathOf(name), (descriptor) => {
        const { mtimeMs } = fstatSync(descriptor);
        // What is used is not removed; where it cannot be marked, it is read all the same.
        if (Date.now() - mtimeMs > DAY) attempt(() => futimesSync(descriptor, new Date(), new Date()));
      });
      const content = file && signedContent(file, key, name);
      return content && attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content));
    },
    keep: (name, text) => {
      if (canWrite === false) return;
      const content = Buffer.from(text);
      const path = pathOf(name);
      if (content.length > MOST_BYTES / 2) return;
      if (canWrite === undefined) attempt(() => prune(folder, Date.now()));
      // Where the disk is full, the next one has no better luck.
      canWrite = attempt(() => {
        makeFolder(folder);
        replaceWhole(path, Buffer.concat([signatureOf(key, name, content), content]), renameSync);
        return true;
      }, false);
    },
  };
}

/** Node's own way to make those around it as well does not end where the system says that one is not there, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Writes beside a path, and puts it there at once. */
function replaceWhole(path: string, content: Uint8Array, put: (from: string, to: string) => void): void {
  const part = `${path}.${randomBytes(8).toString('hex')}.part`;
  try {
    writeFileSync(part, content, { flag: 'wx', mode: 0o600 });
    put(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Removes what was not used for long, and what runs left that were killed; nothing that has another name. */
function prune(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const age = ENTRY.test(name) ? attempt(() => now - statSync(path).mtimeMs) : undefined;
    if (age !== undefined && age > (name.endsWith('.part') ? DAY : KEPT)) attempt(() => rmSync(path, { force: true }));
  }
}

/** A plain file that is not too large. Links are not followed. */
function readPlain(path: string, check: (descriptor: number) => unknown): Buffer | undefined {
  return attempt(() => {
    const descriptor = openSync(path, PLAIN);
    try {
      const status = fstatSync(descriptor);
      if (!status.isFile() || status.size > MOST_BYTES) return undefined;
      check(descriptor);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

function attempt<T>(run: () => T): T | undefined;
function attempt<T>(run: () => T, otherwise: T): T;
function attempt<T>(run: () => T, otherwise?: T): T | undefined {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

function cacheKey(environment: NodeJS.ProcessEnv, reachable: readonly string[]): Uint8Array | CacheFault {
  const given = environment[KEY_VARIABLE] ?? '';
  if (given !== '') return given.length < LEAST_KEY_LENGTH ? 'short-key' : Buffer.from(given);
  const path = keyFile(environment);
  if (reachable.some((folder) => isWithin(realPlace(path), folder))) return 'key-in-reach';
  if (!existsSync(path))
    attempt(() => {
      makeFolder(dirname(path));
      // Of several runs that make one at the same time, the first one's counts.
      replaceWhole(path, randomBytes(KEY_BYTES), linkSync);
    });
  let isOwn = true;
  const key = readPlain(path, (descriptor) => {
    const { uid, mode } = fstatSync(descriptor);
    isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  });
  return isOwn && key?.length === KEY_BYTES ? key : 'no-key';
}
