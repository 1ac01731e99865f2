/** Writes one file completely or not at all. */
import { lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { moveIntoPlace } from './own-place.js';
import { uninterrupted } from './uninterrupted.js';

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
  return folder.startsWith('/dev') || folder.startsWith('/proc') ? path : undefined;
}

/** As the file had them that is replaced. */
function modeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mode & 0o777 : 0o666;
}
