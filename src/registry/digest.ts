/** Digests of content: `sha256:…` and `sha512:…` (OCI image specification, descriptor.md#digests). */
import { createHash, type Hash } from 'node:crypto';

/** As the specification writes them: the name of the algorithm and lower-case hexadecimal digits. */
export type Digest = string;

const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/** Whether the text is a digest that can be verified. */
export function isDigest(text: string): text is Digest {
  return DIGEST.test(text);
}

/** Digests content as it comes, to be compared with a digest. */
export function digesting(digest: Digest): { update(bytes: Uint8Array): void; digest(): Digest } {
  const algorithm = algorithmOf(digest);
  const hash: Hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => `${algorithm}:${hash.digest('hex')}` };
}

/** The digest of content, by the algorithm of another digest. @default sha256 */
export function digestOf(bytes: Uint8Array, like: Digest = 'sha256:'): Digest {
  const hash = digesting(like);
  hash.update(bytes);
  return hash.digest();
}

/** The algorithm of a digest. */
export function algorithmOf(digest: Digest): string {
  return digest.slice(0, digest.indexOf(':'));
}

/** The hexadecimal digits of a digest. */
export function hexOf(digest: Digest): string {
  return digest.slice(digest.indexOf(':') + 1);
}
