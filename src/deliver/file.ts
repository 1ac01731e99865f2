/** Writes one file completely or not at all. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces or creates a file.
 *
 * @throws the system's error if the folder is missing or cannot be written. The old file is then unchanged.
 */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.cdk8s-olm-new`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
