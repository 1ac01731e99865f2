/** A layer that was made to be large: a few bytes that unpack to gigabytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackedLayer } from '../../../src/registry/image/unpacked.js';
import type { Digest } from '../../../src/registry/reference.js';
import { folderOf } from '../../support/files.js';

const DIGEST = `sha256:${'0'.repeat(64)}` as Digest;

/** How many bytes of a layer of zeros are unpacked, and how it ends. @param mebibytes each of them packs to 1 KiB */
async function unpackZeros(mebibytes: number): Promise<{ size: number; code: unknown }> {
  const path = join(folderOf(), 'layer');
  writeFileSync(path, Buffer.concat(Array<Uint8Array>(mebibytes).fill(gzipSync(Buffer.alloc(2 ** 20)))));
  let size = 0;
  try {
    for await (const part of unpackedLayer(path, 'example.com/a', DIGEST)) size += part.length;
  } catch (error) {
    return { size, code: (error as { problems: { code: string }[] }).problems[0]?.code };
  }
  return { size, code: undefined };
}

describe('a layer that unpacks to more than text does', () => {
  it('is refused after 256 MiB and a hundred times its size', async () => {
    const { size, code } = await unpackZeros(400);
    expect(code).toBe('IMAGE_TOO_LARGE');
    expect(size).toBeLessThan(320 * 2 ** 20);
  });

  it('is read as long as it is small', async () => {
    expect(await unpackZeros(200)).toEqual({ size: 200 * 2 ** 20, code: 'IMAGE_DIGEST' });
  });
});
