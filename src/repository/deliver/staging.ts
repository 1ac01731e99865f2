/**
 * Manages the staging folder, in which a run prepares its files. It is in the output folder, and only one run at a time can have it,
 * so it is also the lock. It names its process, which separates leftovers of a killed run from the folder of a running one.
 */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { OWNED_FILES } from '../input/owned-files.js';

/** The name of the staging folder. */
export const STAGING = `${OWNED_FILES}-new`;
const OWNER = 'owner';

/** The process that a staging folder belongs to, as `123@host`. */
type Owner = string;

/** Another run is writing into the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(
    readonly folder: string,
    owner: Owner | undefined,
  ) {
    super(`another run (process ${owner ?? 'unknown'}) is writing into ${folder}`);
  }
}

/**
 * Creates the staging folder. Git ignores it.
 *
 * @param recover is called with the staging folder of each killed run before that folder is removed
 * @returns the path of the staging folder
 * @throws FolderInUseError if another run has it
 */
export function takeStaging(folder: string, recover: (leftover: string) => void): string {
  const staging = join(folder, STAGING);
  const self: Owner = `${process.pid}@${hostname()}`;
  const draft = mkdtempSync(`${staging}-${self}-`);
  try {
    // The file hides itself, too: a killed run leaves no file that `git add --all` adds.
    writeFileSync(join(draft, '.gitignore'), '*\n');
    writeFileSync(join(draft, OWNER), self);
    if (!claim(draft, staging)) {
      const owner = ownerOf(staging);
      if (isRunning(owner)) throw new FolderInUseError(folder, owner);
      moveAside(staging);
      if (!claim(draft, staging)) throw new FolderInUseError(folder, ownerOf(staging));
    }
    for (const leftover of leftovers(folder)) {
      recover(leftover);
      rmSync(leftover, { recursive: true, force: true });
    }
    return staging;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (ownerOf(staging) === self) rmSync(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Whether a killed run left its staging folder behind. */
export function hasLeftovers(folder: string): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const staging = join(folder, STAGING);
  return (isPlainFolder(staging) && !isRunning(ownerOf(staging))) || leftovers(folder).length > 0;
}

/** Gives the folder its final name. False if the name is taken: a folder that is not empty cannot be replaced. */
function claim(draft: string, staging: string): boolean {
  try {
    renameSync(draft, staging);
    return true;
  } catch (error) {
    // The other run can have removed the folder since.
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '') || isPlainFolder(staging)) return false;
    throw error;
  }
}

/** Moves the staging folder of a killed run away. If several runs try, one succeeds, and the others find it gone. */
function moveAside(staging: string): void {
  const aside = mkdtempSync(`${staging}-left-`);
  rmdirSync(aside);
  try {
    renameSync(staging, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Staging folders of killed runs under other names. */
function leftovers(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${STAGING}-`) && !isRunning(/-(\d+@.*)-\w{6}$/.exec(name)?.[1]))
    .map((name) => join(folder, name));
}

function ownerOf(staging: string): Owner | undefined {
  try {
    return readFileSync(join(staging, OWNER), 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the owner is running. A process of another host counts as running, because its state is unknown. */
function isRunning(owner: Owner | undefined): boolean {
  const [, id = '', host] = /^(\d{1,9})@(.*)$/s.exec(owner ?? '') ?? [];
  if (id === '') return false;
  if (host !== hostname()) return true;
  // A run that finds its own process id has a leftover: ids restart with each container.
  if (Number(id) === process.pid) return false;
  try {
    process.kill(Number(id), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a path is a folder, and not a link to one. */
export function isPlainFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
