/** A layer that was made to be large: a few bytes that unpack to gigabytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTar, tooMany } from '../../../../src/supply/registry/image/tar.js';
import { unpackedLayer } from '../../../../src/supply/registry/image/unpacked.js';
import type { Digest } from '../../../../src/supply/registry/reference.js';
import { folderOf } from '../../../support/files.js';
import { archive } from '../../../support/images.js';

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

describe('an image of more files than an operator has', () => {
  const THOUSAND = Buffer.concat(Array<Uint8Array>(1_000).fill(archive([{ path: 'a' }]).subarray(0, 512)));

  async function* thousands(count: number): AsyncGenerator<Uint8Array> {
    for (let made = 0; made < count; made += 1) yield THOUSAND;
  }

  it('is refused in the middle of a layer', async () => {
    let entries = 0;
    const read = readTar(thousands(251), 'example.com/a', () => {
      entries += 1;
      return undefined;
    });
    await expect(read).rejects.toMatchObject({ problems: [{ message: 'a layer has more than 250,000 files' }] });
    expect(entries).toBe(250_000);
  });

  it('is refused with its limit, also where no layer has as many', () => {
    expect(tooMany('the image', 500_000, 'example.com/a')).toMatchObject({
      problems: [{ message: 'the image has more than 500,000 files', expected: 'at most 500,000 files' }],
    });
  });
});
