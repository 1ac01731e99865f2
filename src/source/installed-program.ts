/** Where a program is installed. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The whole path of a program, or nothing where it is not installed.
 *
 * @param path the folders to look in, as in the environment variable PATH
 */
export function installedProgram(name: string, path: string): string | undefined {
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    const program = join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // The next folder has it, or none has.
    }
  }
  return undefined;
}
