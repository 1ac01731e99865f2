/**
 * What was computed from verified content, kept to not compute it again. It has no digest that somebody else knows, so it is signed
 * with a key that only this user has on this machine: a cache folder that came from elsewhere, such as from another run in CI, is not believed.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, hexOf } from '../digest.js';
import { writeWhole } from './write-whole.js';

const SIGNATURE_BYTES = 32;
const KEY_BYTES = 32;

/** A store of computed content, by names. */
export interface Derived {
  find(name: string): Promise<Buffer | undefined>;
  keep(name: string, content: Uint8Array): Promise<void>;
}

/** The store in a folder. @param state the folder of the key */
export function openDerived(folder: string, state: string): Derived {
  let key: Promise<Buffer> | undefined;
  const pathOf = (name: string): string => join(folder, 'derived', hexOf(digestOf(Buffer.from(name))));
  const signature = async (name: string, content: Uint8Array): Promise<Buffer> => {
    key ??= readKey(join(state, 'cache-key'));
    return createHmac('sha256', await key)
      .update(`${Buffer.byteLength(name)} ${name}`)
      .update(content)
      .digest();
  };
  return {
    async find(name) {
      const file = await readFile(pathOf(name)).catch(() => undefined);
      if (!file || file.length < SIGNATURE_BYTES) return undefined;
      const content = file.subarray(SIGNATURE_BYTES);
      return timingSafeEqual(file.subarray(0, SIGNATURE_BYTES), await signature(name, content)) ? content : undefined;
    },
    async keep(name, content) {
      const signed = await signature(name, content);
      await writeWhole(pathOf(name), async (file) => {
        await file.writeFile(signed);
        await file.writeFile(content);
      });
    },
  };
}

async function readKey(path: string): Promise<Buffer> {
  const known = await readFile(path).catch(() => undefined);
  if (known?.length === KEY_BYTES) return known;
  const made = randomBytes(KEY_BYTES);
  await writeWhole(path, (file) => file.writeFile(made));
  // Of several runs that make one at the same time, the last one's counts.
  return readFile(path);
}
