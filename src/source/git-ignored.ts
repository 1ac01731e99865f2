/** Folders that git ignores: nothing of them is in a commit, and no tool that syncs the repository sees them. */
import { basename, dirname } from 'node:path';
import { git } from './git.js';

/** Whether git ignores a folder, and no file of it is tracked all the same. @param path of the folder, on disk */
export function isIgnoredByGit(path: string): boolean {
  const [folder, name] = [dirname(path), basename(path)];
  // A folder with a tracked file in it is not listed as a whole.
  const ignored = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  return git(['-C', folder, ...ignored, '--', name]).text === `${name}/\0`;
}
