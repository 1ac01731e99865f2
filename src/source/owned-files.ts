/** The list by which a folder knows which of its files this tool wrote. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The list's name. It is no YAML, so that Argo CD and Flux pass it over. */
export const OWNED_FILES = '.cdk8s-olm';

/** What the files that this tool writes are called. */
const RENDERED_FILE = /\.k8s\.(?:yaml|json)$/;

/** The names of the files in a folder that an earlier rendering wrote. */
export function ownedFiles(folder: string): Set<string> {
  const list = join(folder, OWNED_FILES);
  // A link that leads nowhere is no list.
  if (!isFile(list) || !existsSync(list)) return new Set();
  const names = readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));
  // Others can write this file; it must not lead out of the folder, nor to anything but rendered manifests.
  return new Set(
    names.filter((name) => name === basename(name) && !name.includes('\\') && RENDERED_FILE.test(name) && isFile(join(folder, name))),
  );
}

/** Whether a path is a regular file, or a link of any kind. */
function isFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
}
