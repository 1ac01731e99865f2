/**
 * Writing a folder whole or not at all. Everything is first written beside the old files, which are then
 * exchanged one by one; when that fails, they are put back. Files of others in the folder are never touched.
 */
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OWNED_FILES, ownedFiles } from '../source/owned-files.js';

const STAGING_PREFIX = `${OWNED_FILES}-new-`;
const HEADER = '# Files written by cdk8s-olm; the next rendering replaces them.\n';

/** One file to write; its text comes in pieces. */
export interface OutputFile {
  /** Relative to the folder, without directories. */
  readonly name: string;
  text(): Iterable<string>;
}

/** A file stands where one is to be written, and it is not ours. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
  constructor(
    readonly folder: string,
    readonly files: readonly string[],
  ) {
    super(`${files.map((file) => join(folder, file)).join(', ')} was not written by cdk8s-olm`);
  }
}

/** Writing failed half-way, and so did putting the old files back. */
export class NotRestoredError extends Error {
  override readonly name = 'NotRestoredError';
  constructor(
    readonly folder: string,
    override readonly cause: unknown,
  ) {
    super(`${(cause as Error).message}; the old files could not be put back and are in ${folder}`);
  }
}

/**
 * Replaces what an earlier call wrote into a folder. The folder is made when it is missing.
 *
 * @returns the names of the files that are there no longer
 * @throws ForeignFileError before anything is changed, when a file of somebody else's is in the way
 * @throws NotRestoredError when the old files could not be put back after a failure
 */
export function replaceFolder(folder: string, files: Iterable<OutputFile>): { removed: string[] } {
  const firstCreated = outermostMissing(folder);
  let staging: string | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    removeLeftovers(folder);
    const owned = ownedFiles(folder);
    staging = mkdtempSync(join(folder, STAGING_PREFIX));
    const names: string[] = [];
    for (const file of files) {
      names.push(file.name);
      writeText(join(staging, file.name), file.text());
    }
    const foreign = names.filter((name) => !owned.has(name) && entryExists(join(folder, name)));
    if (foreign.length > 0) throw new ForeignFileError(folder, foreign);
    const removed = [...owned].filter((name) => !names.includes(name));
    exchange(folder, staging, names, removed);
    return { removed };
  } catch (error) {
    // What could not be put back is all there is of the old files.
    if (error instanceof NotRestoredError) staging = undefined;
    throw error;
  } finally {
    if (staging) rmSync(staging, { recursive: true, force: true });
    if (firstCreated) removeEmpty(folder, firstCreated);
  }
}

/** The outermost folder of a path that is still to be made. */
function outermostMissing(folder: string): string | undefined {
  let missing: string | undefined;
  for (let current = resolve(folder); !entryExists(current); current = dirname(current)) missing = current;
  return missing;
}

/**
 * Moves the old files out of the way and the new ones in; on failure, everything goes back.
 * While that is going on, the list names old and new files, so that a run that is killed leaves none unowned.
 */
function exchange(folder: string, staging: string, names: readonly string[], removed: readonly string[]): void {
  const old = mkdtempSync(join(staging, 'old-'));
  const undo: (() => void)[] = [];
  const move = (from: string, to: string): void => {
    renameSync(from, to);
    undo.push(() => renameSync(to, from));
  };
  const before = join(folder, OWNED_FILES);
  const list = (owned: readonly string[]): void => {
    const draft = join(staging, OWNED_FILES);
    writeFileSync(
      draft,
      HEADER +
        owned
          .toSorted()
          .map((name) => `${name}\n`)
          .join(''),
    );
    renameSync(draft, before);
  };
  try {
    if (entryExists(before)) {
      copyFileSync(before, join(old, OWNED_FILES));
      undo.push(() => renameSync(join(old, OWNED_FILES), before));
    } else {
      undo.push(() => rmSync(before, { force: true }));
    }
    list([...names, ...removed]);
    for (const name of [...names, ...removed]) if (entryExists(join(folder, name))) move(join(folder, name), join(old, name));
    for (const name of names) move(join(staging, name), join(folder, name));
    list(names);
  } catch (error) {
    try {
      for (const step of undo.reverse()) step();
    } catch {
      throw new NotRestoredError(old, error);
    }
    throw error;
  }
}

/** Removes folders that were made for nothing, from the innermost outwards. */
function removeEmpty(folder: string, outermost: string): void {
  for (let current = resolve(folder); ; current = dirname(current)) {
    if (entryExists(current)) {
      if (readdirSync(current).length > 0) return;
      rmdirSync(current);
    }
    if (current === outermost) return;
  }
}

function writeText(path: string, pieces: Iterable<string>): void {
  // Pieces are joined up to a size at which one call to the system costs little against the bytes.
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

/** A run that was killed leaves its staging folder behind. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(STAGING_PREFIX)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Also true of a link that leads nowhere; false of a path that cannot be. */
function entryExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
