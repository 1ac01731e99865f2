/**
 * Stores results that were computed from verified content. They have no publicly known digest, so they are signed
 * with a key that only this user has on this machine: a cache folder from elsewhere, such as another run in CI, is not trusted.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, KEY_BYTES, keyFile, signatureOf, signedContent } from '../../../repository/index.js';
import { DEFAULT_PLATFORM, type Platform } from '../image/manifest.js';
import { type Digest, digestOf, hexOf } from '../reference.js';
import { writeWhole } from './blobs.js';

/** A store of computed results, by name. */
export interface Derived {
  find(name: string): Promise<Buffer | undefined>;
  keep(name: string, content: Uint8Array): Promise<void>;
}

/** The store in a folder. @param keyPath the file of the key, which is created if it is missing */
export function openDerived(folder: string, keyPath: string): Derived {
  let key: Promise<Buffer> | undefined;
  return {
    async find(name) {
      const file = await readFile(pathOf(folder, name)).catch(() => undefined);
      if (!file) return undefined;
      key ??= readKey(keyPath);
      return signedContent(file, await key, name);
    },
    async keep(name, content) {
      key ??= readKey(keyPath);
      const signed = signatureOf(await key, name, content);
      await writeWhole(pathOf(folder, name), async (file) => {
        await file.writeFile(signed);
        await file.writeFile(content);
      });
    },
  };
}

/** The result with a name, read synchronously. Creates no key: without a key, nothing is trusted. */
function findDerivedNow(folder: string, keyPath: string, name: string): Buffer | undefined {
  const [key, file] = [keyPath, pathOf(folder, name)].map((path) => {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  });
  return key?.length === KEY_BYTES && file ? signedContent(file, key, name) : undefined;
}

function pathOf(folder: string, name: string): string {
  return join(folder, 'derived', hexOf(digestOf(Buffer.from(name))));
}

async function readKey(path: string): Promise<Buffer> {
  const known = await readFile(path).catch(() => undefined);
  if (known?.length === KEY_BYTES) return known;
  const made = randomBytes(KEY_BYTES);
  await writeWhole(path, (file) => file.writeFile(made));
  // If several runs create a key at the same time, the last one counts.
  return readFile(path);
}

/** The name of a stored result: an index has another image for each platform. */
export function madeName(form: string, digest: Digest, { os, architecture, variant = '' }: Platform): string {
  return `bundle ${form} ${digest} ${os}/${architecture}/${variant}`;
}

/** The result of an earlier run for the bundle with this digest, without a network. */
export function madeEarlier(environment: Readonly<Record<string, string | undefined>>, form: string, digest: Digest): string | undefined {
  const name = madeName(form, digest, DEFAULT_PLATFORM);
  return findDerivedNow(cacheFolder(environment), keyFile(environment), name)?.toString('utf8');
}
