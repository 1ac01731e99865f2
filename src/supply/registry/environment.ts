/** Reads the user's environment for registries. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder with the user's settings for container tools. */
export function userFolder(environment: Environment): string {
  return join(environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config'), 'containers');
}

/** The sorted names in a folder; empty if it does not exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
