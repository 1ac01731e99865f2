/** `node:crypto` for the page: the hashes by which the program names objects and compares files. */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha512 } from '@noble/hashes/sha2.js';

const ALGORITHMS = { sha1, sha224, sha256, sha512 } as const;

export function createHash(algorithm: keyof typeof ALGORITHMS) {
  const state = ALGORITHMS[algorithm].create();
  const hash = {
    update(data: string | Uint8Array) {
      state.update(typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data));
      return hash;
    },
    digest(encoding?: 'hex' | 'base64' | 'base64url') {
      const bytes = Buffer.from(state.digest());
      return encoding ? bytes.toString(encoding) : bytes;
    },
  };
  return hash;
}

/** Names of temporary files, which the page has none of. */
export const randomBytes = (): Buffer => Buffer.alloc(0);

/** Caches of other runs are signed, and the page has none. */
export function createHmac(): never {
  throw new Error('A page has no createHmac');
}

export const timingSafeEqual = createHmac;
