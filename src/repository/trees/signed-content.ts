/**
 * Content that was computed has no digest that somebody else knows, so it is kept with a signature (HMAC-SHA256) over its name and
 * itself: what came from elsewhere, such as a cache folder of another run in CI, is believed only if it was signed with the same key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SIGNATURE_BYTES = 32;
/** Of a key that is made here. */
export const KEY_BYTES = 32;

/** What stands before the content. */
export function signatureOf(key: Uint8Array, name: string, content: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`${Buffer.byteLength(name)} ${name}`)
    .update(content)
    .digest();
}

/** The content of a file; nothing if it is not what was signed under this name. */
export function signedContent(file: Buffer, key: Uint8Array, name: string): Buffer | undefined {
  if (file.length < SIGNATURE_BYTES) return undefined;
  const content = file.subarray(SIGNATURE_BYTES);
  return timingSafeEqual(file.subarray(0, SIGNATURE_BYTES), signatureOf(key, name, content)) ? content : undefined;
}

// Where content is kept between runs: the user's cache folder (XDG Base Directory Specification). It can be removed at any time.

/** Variables of the environment. */
type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_CACHE_HOME/cdk8s-olm`. */
export function cacheFolder(environment: Environment): string {
  return join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), '.cache'), 'cdk8s-olm');
}

/** The key of this user, below `$XDG_STATE_HOME`: it is in no cache, so that nobody copies it from another machine with the cache. */
export function keyFile(environment: Environment): string {
  return join(environment.XDG_STATE_HOME || join(environment.HOME || homedir(), '.local/state'), 'cdk8s-olm', 'cache-key');
}
