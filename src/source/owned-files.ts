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
  return new Set(namesInList(readFileSync(list, 'utf8')).filter((name) => isFile(join(folder, name))));
}

/** The names in the text of a list. Others can write it; it must not lead out of the folder, nor to anything but rendered manifests. */
export function namesInList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((name) => name === basename(name) && !name.includes('\\') && RENDERED_FILE.test(name));
}

/** Whether a path is a regular file, or a link of any kind. */
function isFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
}
