/**
 * Signs cached content. Computed content has no publicly known digest, so it is stored with a signature (HMAC-SHA256) over its name
 * and itself: foreign content, such as a cache folder of another CI run, is trusted only if the same key signed it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SIGNATURE_BYTES = 32;
/** The length of a generated key. */
export const KEY_BYTES = 32;

/** The signature that precedes the content. */
export function signatureOf(key: Uint8Array, name: string, content: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`${Buffer.byteLength(name)} ${name}`)
    .update(content)
    .digest();
}

/** The content of a file; nothing unless it was signed under this name. */
export function signedContent(file: Buffer, key: Uint8Array, name: string): Buffer | undefined {
  if (file.length < SIGNATURE_BYTES) return undefined;
  const content = file.subarray(SIGNATURE_BYTES);
  return timingSafeEqual(file.subarray(0, SIGNATURE_BYTES), signatureOf(key, name, content)) ? content : undefined;
}

// Content is kept between runs in the user's cache folder (XDG Base Directory Specification), which can be removed at any time.

/** Environment variables. */
type Environment = Readonly<Record<string, string | undefined>>;

/** `$XDG_CACHE_HOME/cdk8s-olm`. */
export function cacheFolder(environment: Environment): string {
  return join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), '.cache'), 'cdk8s-olm');
}

/** The key of this user, below `$XDG_STATE_HOME`: outside of the cache, so that copying a cache to another machine does not copy it. */
export function keyFile(environment: Environment): string {
  return join(environment.XDG_STATE_HOME || join(environment.HOME || homedir(), '.local/state'), 'cdk8s-olm', 'cache-key');
}
