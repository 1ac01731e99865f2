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

/** A pipe or a device, in whose place nothing can be put. A link to one is followed where the system has made it. */
function streamAt(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isSymbolicLink()) return stats && !stats.isFile() ? path : undefined;
  const folder = realpathSync(dirname(path));
  // Anybody can put links into /dev/shm.
  return folder === '/dev' || isWithin(folder, '/proc') ? path : undefined;
}

/** As the file had them that is replaced. */
function modeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mode & 0o777 : 0o666;
}

// Places that are written or emptied. A repository brings links, and its author chose where they lead: nothing is written or removed
// through one. Links that are in no repository are the user's, and are followed as everywhere.

/** A folder on the way to a place is a link of a repository. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  constructor(readonly link: string) {
    super(`${link} is a link in the repository, and nothing is written through it`);
  }
}

/**
 * Makes sure that no folder of a path is a link of a repository. What is at the path itself may be one: it is replaced.
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
 * Makes something under another name, and moves it into its place, so that it is whole or not there.
 *
 * @param make makes a file or folder at the path that it is given, in a folder of its own beside the place
 * @throws LinkError
 */
export function moveIntoPlace(path: string, make: (draft: string) => void): void {
  refuseLinks(path);
  // Nobody can have put a link where the draft is made: the folder has a name that nobody knew.
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

// Ctrl-C while a file or folder is replaced: that is finished first, as it takes no time to speak of.

let listener: () => void = () => {};

/** Only the program itself listens, once in a process. @param listen is told of each thing that was written */
export function listenToWriting(listen: () => void): void {
  listener = listen;
}

/** Does something to the end, whatever the user types. The run goes on after it, too. */
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
