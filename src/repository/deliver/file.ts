/** Writes one file completely or not at all, and never through a link of a repository. */
import { lstatSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isWithin, realPlace, workTreeOf } from '../trees/places.js';

/**
 * Replaces or creates a file. A link is replaced, too. A pipe or a device, such as `/dev/stdout`, is written to.
 *
 * @throws LinkError if a folder on the way is a link of a repository
 * @throws the system's error if the folder is missing or cannot be written. The old file is then unchanged.
 */
export function replaceFile(path: string, text: string): void {
  uninterrupted(() => {
    const target = streamAt(path);
    if (target === undefined) moveIntoPlace(path, (draft) => writeFileSync(draft, text, { flag: 'wx', mode: modeOf(path) }));
    else writeFileSync(target, text);
  });
}

/** The path, if it is a pipe or a device, which cannot be replaced. A link to one is followed if the system made the link. */
function streamAt(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isSymbolicLink()) return stats && !stats.isFile() ? path : undefined;
  const folder = realpathSync(dirname(path));
  // Any user can put links into /dev/shm.
  return folder === '/dev' || isWithin(folder, '/proc') ? path : undefined;
}

/** The permissions of the replaced file. */
function modeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mode & 0o777 : 0o666;
}

// Paths that are written or emptied. The author of a repository chooses the targets of its links: nothing is written or removed
// through one. Links outside of repositories belong to the user, and are followed.

/** A folder on the way to a path is a link of a repository. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  constructor(readonly link: string) {
    super(`${link} is a link in the repository, and nothing is written through it`);
  }
}

/**
 * Makes sure that no folder of a path is a link of a repository. The end of the path may be a link: it is replaced.
 *
 * @throws LinkError
 */
export function refuseLinks(path: string): void {
  const working = realPlace('.');
  const steps = dirname(resolve(path)).split(sep);
  for (let count = 1; count <= steps.length; count++) {
    const folder = steps.slice(0, count).join(sep) || sep;
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (!stats) return;
    if (!stats.isSymbolicLink()) continue;
    const above = realPlace(dirname(folder));
    if (workTreeOf(above) !== undefined || isWithin(above, working)) throw new LinkError(folder);
  }
}

/**
 * Creates a file or folder under another name, and moves it into its place, so that it is complete or absent.
 *
 * @param make creates the file or folder at the given path, in a new folder next to the final place
 * @throws LinkError
 */
export function moveIntoPlace(path: string, make: (draft: string) => void): void {
  refuseLinks(path);
  // No link can be planted at the draft's path: the folder's name is random.
  const own = mkdtempSync(join(dirname(path), '.cdk8s-olm-new-'));
  try {
    const draft = join(own, basename(path));
    make(draft);
    if (lstatSync(draft).isDirectory()) rmSync(path, { recursive: true, force: true });
    renameSync(draft, path);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

// Ctrl-C while a file or folder is replaced: the replacement is finished first, because it is fast.

let listener: () => void = () => {};

/** Registers the program's listener, once per process. @param listen is called after each write */
export function listenToWriting(listen: () => void): void {
  listener = listen;
}

/** Runs a function to its end, even on Ctrl-C. The run continues after it, too. */
export function uninterrupted<T>(write: () => T): T {
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  try {
    const result = write();
    listener();
    return result;
  } finally {
    process.off('SIGINT', ignore);
  }
}
