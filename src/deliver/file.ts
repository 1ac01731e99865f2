/** Writing one file whole or not at all. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file, or makes it.
 *
 * @throws the system's error when the folder is missing or cannot be written; the old file is then as it was
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
