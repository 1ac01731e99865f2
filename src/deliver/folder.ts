/**
 * Writes a folder completely or not at all. Everything is first written next to the old files. Then the files are replaced
 * one by one. If that fails, the old files are restored. Other files in the folder are never changed.
 */
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OWNED_FILES, ownedFiles } from '../source/owned-files.js';

const STAGING_PREFIX = `${OWNED_FILES}-new-`;
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
 * Replaces what an earlier call wrote into a folder. The folder is created if it is missing.
 *
 * @returns the names of the removed files
 * @throws ForeignFileError before anything is changed, if a file to be written exists and cdk8s-olm did not write it
 * @throws NotRestoredError if the old files could not be restored after a failure
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
    // These are the only copies of the old files.
    if (error instanceof NotRestoredError) staging = undefined;
    throw error;
  } finally {
    if (staging) rmSync(staging, { recursive: true, force: true });
    if (firstCreated) removeEmpty(folder, firstCreated);
  }
}

/** The outermost folder of a path that does not exist yet. */
function outermostMissing(folder: string): string | undefined {
  let missing: string | undefined;
  for (let current = resolve(folder); !entryExists(current); current = dirname(current)) missing = current;
  return missing;
}

/**
 * Moves the old files away and the new ones in. If that fails, everything is moved back.
 * Meanwhile the list names old and new files, so a killed run leaves no file without an owner.
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

/** Removes folders that were created but not used, from the innermost outwards. */
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

/** A killed run leaves its staging folder behind. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(STAGING_PREFIX)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Also true for a broken link. False for an impossible path. */
function entryExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
