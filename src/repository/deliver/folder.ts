/**
 * Writes a folder completely or not at all. Everything is first written next to the old files. Then the files are replaced
 * one by one. If that fails, the old files are restored, and if the run is killed, the next one restores them. Other files in
 * the folder are never changed.
 */

import {
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { namesInList, OWNED_FILES } from '../input/owned-files.js';
import { ownedFiles } from '../input/owned-files-on-disk.js';
import { refuseLinks, uninterrupted } from './file.js';
import { hasLeftovers, isPlainFolder, takeStaging } from './staging.js';

/** In the staging folder: the new files, second names of the old ones, and a list of files that did not exist before. */
const PREPARED = 'new';
const OLD = 'old';
const CREATED = 'created';
const HEADER = '# Files written by cdk8s-olm; the next rendering replaces them.\n';

/** One file to write. Its text comes in pieces. */
export interface OutputFile {
  /** Relative to the folder, without directories. */
  readonly name: string;
  text(): Iterable<string>;
}

/** A file to be written already exists, and cdk8s-olm did not write it. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
  constructor(
    readonly folder: string,
    readonly files: readonly string[],
  ) {
    super(`${files.map((file) => join(folder, file)).join(', ')} was not written by cdk8s-olm`);
  }
}

/** Writing failed half-way, and the old files could not be restored. */
export class NotRestoredError extends Error {
  override readonly name = 'NotRestoredError';
  constructor(
    readonly folder: string,
    override readonly cause: unknown,
  ) {
    super(`${(cause as Error).message}; the old files could not be restored and are in ${folder}`);
  }
}

/**
 * Replaces the files that an earlier call wrote into a folder. Creates a missing folder.
 *
 * @returns the names of the removed files
 * @throws LinkError before anything is changed, if the folder is behind a link of a repository
 * @throws ForeignFileError before anything is changed, if a file to be written exists and cdk8s-olm did not write it
 * @throws FolderInUseError before anything is changed, if another run is writing into the folder
 * @throws NotRestoredError if the old files could not be restored after a failure
 */
export function replaceFolder(folder: string, files: Iterable<OutputFile>): { removed: string[] } {
  return uninterrupted(() => replace(folder, files));
}

function replace(folder: string, files: Iterable<OutputFile>): { removed: string[] } {
  refuseLinks(join(folder, OWNED_FILES));
  const firstCreated = outermostMissing(folder);
  let staging: string | undefined;
  try {
    makeFolder(folder);
    staging = takeStaging(folder, (leftover) => rollBack(folder, leftover));
    const owned = ownedFiles(folder);
    const prepared = join(staging, PREPARED);
    mkdirSync(prepared);
    const names: string[] = [];
    for (const file of files) {
      names.push(file.name);
      writeText(join(prepared, file.name), file.text());
    }
    const foreign = names.filter((name) => !owned.has(name) && entryExists(join(folder, name)));
    if (foreign.length > 0) throw new ForeignFileError(folder, foreign);
    const removed = [...owned].filter((name) => !names.includes(name));
    exchange(folder, staging, names, removed);
    return { removed };
  } catch (error) {
    // These are the only copies of the old files.
    if (error instanceof NotRestoredError) staging = undefined;
    throw error;
  } finally {
    if (staging) rmSync(staging, { recursive: true, force: true });
    if (firstCreated) removeEmpty(folder, firstCreated);
  }
}

/**
 * Puts a folder back into the state before a killed run, if there was one. The next `replaceFolder` does it anyway; a run that ends
 * before it writes calls this.
 *
 * @throws FolderInUseError if another run is writing into the folder
 */
export function repairFolder(folder: string): void {
  if (!hasLeftovers(folder)) return;
  refuseLinks(join(folder, OWNED_FILES));
  rmSync(
    takeStaging(folder, (leftover) => rollBack(folder, leftover)),
    { recursive: true, force: true },
  );
}

/** Creates a folder and its parents. Node's own recursion never ends in a folder that refuses entries with ENOENT, such as /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run can have created the folder.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The outermost folder of a path that does not exist yet. */
function outermostMissing(folder: string): string | undefined {
  let missing: string | undefined;
  for (let current = resolve(folder); !entryExists(current); current = dirname(current)) missing = current;
  return missing;
}

/**
 * Renames the new files over the old ones, so that no file is ever missing, then removes obsolete files. Meanwhile the list names old
 * and new files. The staging folder has a second name of each old file, and a list of the exchange's changes, so that a failed
 * exchange can be undone, by this run or, if it is killed, by the next.
 */
function exchange(folder: string, staging: string, names: readonly string[], removed: readonly string[]): void {
  mkdirSync(join(staging, OLD));
  const changed = [...names, ...removed];
  const present = [OWNED_FILES, ...changed].filter((name) => entryExists(join(folder, name)));
  for (const name of present) keep(join(folder, name), join(staging, OLD, name));
  writeList(
    staging,
    CREATED,
    [OWNED_FILES, ...changed].filter((name) => !present.includes(name)),
  );
  try {
    writeList(staging, OWNED_FILES, changed);
    renameSync(join(staging, OWNED_FILES), join(folder, OWNED_FILES));
    for (const name of names) renameSync(join(staging, PREPARED, name), join(folder, name));
    for (const name of removed) rmSync(join(folder, name));
    writeList(staging, OWNED_FILES, names);
    renameSync(join(staging, OWNED_FILES), join(folder, OWNED_FILES));
    // From here on, the new files count.
    rmSync(join(staging, CREATED));
  } catch (error) {
    try {
      rollBack(folder, staging);
    } catch {
      throw new NotRestoredError(join(staging, OLD), error);
    }
    throw error;
  }
}

/** Undoes an unfinished exchange. If the undo is killed, it can be repeated. */
function rollBack(folder: string, staging: string): void {
  const list = join(staging, CREATED);
  // A repository can contain a folder with this name: only a plain one is from a run.
  if (!isPlainFolder(staging) || !lstatSync(list, { throwIfNoEntry: false })?.isFile() || !isPlainFolder(join(staging, OLD))) return;
  const created = readFileSync(list, 'utf8');
  for (const name of namesInList(created)) rmSync(join(folder, name), { force: true });
  // The list of files comes last: until then it names old and new ones.
  const old = readdirSync(join(staging, OLD)).toSorted((a, b) => Number(a === OWNED_FILES) - Number(b === OWNED_FILES));
  for (const name of old)
    if (name === OWNED_FILES || namesInList(name).length > 0) renameSync(join(staging, OLD, name), join(folder, name));
  if (created.split('\n').includes(OWNED_FILES)) rmSync(join(folder, OWNED_FILES), { force: true });
  rmSync(list);
}

/** Gives a file a second name, or copies it where the file system has no second names. */
function keep(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to, { verbatimSymlinks: true });
  }
}

function writeList(folder: string, file: string, names: readonly string[]): void {
  writeFileSync(
    join(folder, file),
    HEADER +
      names
        .toSorted()
        .map((name) => `${name}\n`)
        .join(''),
  );
}

/** Removes created but unused folders, from the innermost outwards. */
function removeEmpty(folder: string, outermost: string): void {
  for (let current = resolve(folder); ; current = dirname(current)) {
    if (entryExists(current)) {
      try {
        rmdirSync(current);
      } catch {
        // The folder has other entries, perhaps new ones of another run.
        return;
      }
    }
    if (current === outermost) return;
  }
}

function writeText(path: string, pieces: Iterable<string>): void {
  // Pieces are joined to reduce the number of system calls.
  let buffer = '';
  let flag = 'wx';
  const flush = (): void => {
    writeFileSync(path, buffer, { flag });
    buffer = '';
    flag = 'a';
  };
  for (const piece of pieces) {
    buffer += piece;
    if (buffer.length > 1 << 20) flush();
  }
  flush();
}

/** Whether an entry exists; true for a broken link, false for an impossible path. */
function entryExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
