/** The files in a folder that an earlier rendering wrote. */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesInList, OWNED_FILES } from './owned-files.js';

/** The names of the files in a folder that an earlier rendering wrote. */
export function ownedFiles(folder: string): Set<string> {
  const list = join(folder, OWNED_FILES);
  // A broken link is not a list, and neither is one to a pipe.
  if (!isFile(list) || !statSync(list, { throwIfNoEntry: false })?.isFile()) return new Set();
  return new Set(namesInList(readFileSync(list, 'utf8')).filter((name) => isFile(join(folder, name))));
}

/** Whether a path is a regular file, or a link of any kind. */
function isFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
}
