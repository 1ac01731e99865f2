/**
 * Caches kustomize builds between runs and jobs, by the digest of all their inputs. An entry is trusted if it is signed with a key
 * that authors of the input do not have; a broken cache folder only costs the time of a build.
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
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { repositoryOf } from '../trees/outside.js';
import { isWithin, realPlace } from '../trees/places.js';
import { KEY_BYTES, keyFile, signatureOf, signedContent } from '../trees/signed-content.js';

/** Texts by names that contain all their inputs. */
export interface BuildCache {
  /** Whether the cache ends with the run, so that a program is identified without its content. */
  readonly isOfRun?: true;
  find(name: string): string | undefined;
  keep(name: string, text: string): void;
}

/** Why a cache folder is not used. */
type CacheFault =
  /** The author of the input could write the folder, or replace it by a link. */
  | 'in-repository'
  /** The key of this user is in the cache folder or in the repository. */
  | 'key-in-reach'
  | 'short-key'
  /** There is no key that only this user can read, and none can be created. */
  | 'no-key';

/** The variable with the key of jobs that share a folder. */
const KEY_VARIABLE = 'CDK8S_OLM_CACHE_KEY';
/** The minimum length of a key that cannot be guessed. */
const LEAST_KEY_LENGTH = 32;

/** A build is never this large, but a planted file can be. */
const MOST_BYTES = 1 << 26;
const DAY = 24 * 60 * 60 * 1000;
/** How long unused entries are kept, in milliseconds. */
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
  if (repositories.some((top) => passes(folder, top))) return { fault: 'in-repository' };
  const key = cacheKey(environment, [place, ...repositories]);
  return typeof key === 'string' ? { fault: key } : { cache: cacheIn(place, key) };
}

const CACHE_FAULTS: Readonly<Record<CacheFault, string>> = {
  'in-repository': 'it is in the repository of the input, where a change could write it; name a folder outside',
  'key-in-reach': `the key of this user lies in the repository or in the cache; set ${KEY_VARIABLE}, or XDG_STATE_HOME to a folder outside`,
  'short-key': `${KEY_VARIABLE} has less than ${LEAST_KEY_LENGTH} characters, and could be guessed`,
  'no-key': `there is no key that only this user can read; set ${KEY_VARIABLE}, or XDG_STATE_HOME to a folder that can be written`,
};

/** Why a cache folder is not used with these inputs, as the end of a sentence; nothing if it is used. */
export function cacheFaultText(folder: string, inputs: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const opened = openBuildCache(folder, inputs, environment);
  return 'fault' in opened ? CACHE_FAULTS[opened.fault] : undefined;
}

/** Opens a cache. Without a usable folder (an empty variable gives none), builds are kept for the run only. */
export function buildCacheFor(folder: string | undefined, inputs: readonly string[]): BuildCache {
  if (!folder) return OF_RUN;
  const opened = openBuildCache(folder, inputs, process.env);
  return 'cache' in opened ? opened.cache : OF_RUN;
}

/** The cache of a run: both sides of a review share most kustomizations. */
const OF_RUN = cacheOfRun();
/** The limit in characters; later builds are not kept. */
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
        // Marks the entry as used, so that it is not removed. An entry that cannot be marked is still read.
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
      // After a failure, such as a full disk, no further entry is tried.
      canWrite = attempt(() => {
        makeFolder(folder);
        replaceWhole(path, Buffer.concat([signatureOf(key, name, content), content]), renameSync);
        return true;
      }, false);
    },
  };
}

/** More links than any system follows. */
const MOST_LINKS = 40;

/** Whether a path, or a link on its way, is in the folder. An author of the folder who has a link on the way chooses where the path ends. */
function passes(path: string, folder: string, links = MOST_LINKS): boolean {
  const whole = resolve(path);
  if (whole === dirname(whole)) return isWithin(whole, folder);
  if (passes(dirname(whole), folder, links)) return true;
  const above = realPlace(dirname(whole));
  const place = join(above, basename(whole));
  if (isWithin(place, folder)) return true;
  const target = attempt(() => readlinkSync(place));
  return target !== undefined && links > 0 && passes(resolve(above, target), folder, links - 1);
}

/** Creates a folder and its parents. Node's own recursion never ends in a folder that refuses entries with ENOENT, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Writes a file next to the path, and moves it there atomically. */
function replaceWhole(path: string, content: Uint8Array, put: (from: string, to: string) => void): void {
  const part = `${path}.${randomBytes(8).toString('hex')}.part`;
  try {
    writeFileSync(part, content, { flag: 'wx', mode: 0o600 });
    put(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Removes long unused entries and leftovers of killed runs; never files with other names. */
function prune(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const age = ENTRY.test(name) ? attempt(() => now - statSync(path).mtimeMs) : undefined;
    if (age !== undefined && age > (name.endsWith('.part') ? DAY : KEPT)) attempt(() => rmSync(path, { force: true }));
  }
}

/** Reads a plain file that is not too large. Links are not followed. */
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
  if (reachable.some((folder) => passes(path, folder))) return 'key-in-reach';
  if (!existsSync(path))
    attempt(() => {
      makeFolder(dirname(path));
      // If several runs create a key at the same time, the first key counts.
      replaceWhole(path, randomBytes(KEY_BYTES), linkSync);
    });
  let isOwn = true;
  const key = readPlain(path, (descriptor) => {
    const { uid, mode } = fstatSync(descriptor);
    isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  });
  return isOwn && key?.length === KEY_BYTES ? key : 'no-key';
}
