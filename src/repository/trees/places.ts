/** Resolves paths, and tests whether they stay in the repository: a change must not name another file of the machine. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Problem } from '../../base/manifest/problem.js';
import { once } from './git.js';

/**
 * The real path of a path that exists. The system says in one call whether that is the path itself; Node asks for each folder on the way,
 * and gives the letters of the path where a disk takes those of either case.
 */
export function realPath(path: string): string {
  const whole = resolve(path);
  return isRealPath(whole) ? whole : realpathSync(path);
}

/** The real path of an input, which stays the same in a whole run. */
export function realRootOf(path: string): string {
  return once(`real path ${path}`, () => realPath(path));
}

/** Whether a whole path exists and passes no link. */
function isRealPath(whole: string): boolean {
  try {
    return realpathSync.native(whole) === whole;
  } catch {
    return false;
  }
}

/** The real path of a path, even if its end does not exist yet. */
export function realPlace(path: string): string {
  const whole = resolve(path);
  try {
    return realPath(whole);
  } catch {
    return whole === dirname(whole) ? whole : join(realPlace(dirname(whole)), basename(whole));
  }
}

export function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/**
 * The git work tree that a folder is in, in a whole run: no run makes one. Not one of another user: that can be planted above a shared
 * folder, such as /tmp.
 */
export function workTreeOf(folder: string): string | undefined {
  return once(`work tree ${folder}`, () => findWorkTree(folder));
}

function findWorkTree(folder: string): string | undefined {
  const { uid } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  for (let top = folder; ; top = dirname(top)) {
    const found = lstatSync(join(top, '.git'), { throwIfNoEntry: false });
    if (found) return uid === undefined || found.uid === uid ? top : undefined;
    if (top === dirname(top)) return undefined;
  }
}

/** Links that the system makes, such as those to standard input and to a pipe of a shell. */
const OF_SYSTEM = /^\/(?:dev\/(?:fd\/|std(?:in|out|err)$)|proc\/)/;

/**
 * Whether a path passes a link that leads out of its repository: the author of the link would choose the file that is read. Without a
 * repository, the folders on the way are those that the user names, and a link to a file leads out of the folder that it is in.
 */
export function leadsOut(path: string): boolean {
  const whole = resolve(path);
  if (isRealPath(whole)) return false;
  const steps = whole.split(sep);
  return steps.some((_, index) => {
    const place = steps.slice(0, index + 1).join(sep) || sep;
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
    const folder = realPlace(dirname(place));
    const isNamed = workTreeOf(folder) === undefined && (OF_SYSTEM.test(place) || isFolder(place));
    return !isNamed && !isWithin(realPlace(place), workTreeOf(folder) ?? folder);
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function linkOut(file: string): Problem {
  return {
    code: 'FILE_UNREADABLE',
    message: 'the file or folder is behind a link that leads out of its repository',
    file,
    found: 'a link to another place of the machine',
    expected: 'a file or folder of the repository',
    fix: 'put the file into the repository; if the other place is meant, name it by its own path',
  };
}
