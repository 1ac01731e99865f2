/** Where content is kept between runs: the user's cache folder (XDG Base Directory Specification). It can be removed at any time. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_CACHE_HOME/cdk8s-olm`. */
export function cacheFolder(environment: Environment): string {
  return join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), '.cache'), 'cdk8s-olm');
}

/** `$XDG_STATE_HOME/cdk8s-olm`: what is no cache, so that nobody copies it from another machine with the cache. */
export function stateFolder(environment: Environment): string {
  return join(environment.XDG_STATE_HOME || join(environment.HOME || homedir(), '.local/state'), 'cdk8s-olm');
}
