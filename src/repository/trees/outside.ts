/** Repositories and places outside of them. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isGitInput } from '../../base/manifest/git-input.js';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import { isImagePlace } from '../../olm/model/catalog-option.js';
import { isWithin, realPlace, workTreeOf } from './places.js';

/** The work tree that an input is in, or its folder. */
export function repositoryOf(input: string): string {
  const place = realPlace(isGitInput(input) || input === STANDARD_INPUT ? '.' : input);
  const start = statSync(place, { throwIfNoEntry: false })?.isDirectory() ? place : dirname(place);
  return workTreeOf(start) ?? start;
}

/**
 * Whether a path that a file of a repository names is outside of that repository: of its work tree, or without one, of the working
 * folder. Standard input is always outside.
 *
 * @param file the file that names the path
 */
export function isOutside(path: string, file: string): boolean {
  if (path === STANDARD_INPUT) return true;
  if (isGitInput(path)) return false;
  const [working, folder] = [realPlace('.'), isGitInput(file) ? realPlace('.') : dirname(realPlace(file))];
  return !isWithin(realPlace(path), workTreeOf(folder) ?? (isWithin(folder, working) ? working : folder));
}

/** The file or folder that a value of `--catalog` names, if it exists. */
export function pathOfPlace(place: string): string | undefined {
  return !isImagePlace(place) && existsSync(place) ? place : undefined;
}
