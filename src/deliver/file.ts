/** Writes one file completely or not at all. */
import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uninterrupted } from './uninterrupted.js';

/**
 * Replaces or creates a file. A link is followed. A pipe or a device, such as `/dev/stdout`, is written to.
 *
 * @throws the system's error if the folder is missing or cannot be written. The old file is then unchanged.
 */
export function replaceFile(path: string, text: string): void {
  uninterrupted(() => replace(path, text));
}

function replace(path: string, text: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Nothing can be put in the place of what is no file, nor of what a link that leads nowhere will lead to.
  if (stats ? !stats.isFile() : lstatSync(path, { throwIfNoEntry: false })) {
    writeFileSync(path, text);
    return;
  }
  const target = stats ? realpathSync(path) : path;
  const draft = `${target}.cdk8s-olm-new`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
