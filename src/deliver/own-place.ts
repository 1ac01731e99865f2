/**
 * Places that are written or emptied. A repository brings links, and its author chose where they lead: nothing is written or removed
 * through one. Links that are in no repository are the user's, and are followed as everywhere.
 */
import { lstatSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isWithin, realPlace, workTreeOf } from '../source/places.js';

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
