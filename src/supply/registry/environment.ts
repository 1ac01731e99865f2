/** What a user's environment says of registries. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder in which the tools for containers keep what a user sets. */
export function userFolder(environment: Environment): string {
  return join(environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config'), 'containers');
}

/** What a folder has, in order; nothing where it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
