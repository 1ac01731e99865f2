/** Unpacks the content of a layer: gzip, zstd or plain, whatever its media type. */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { tooLarge, unsafe, wrongDigest } from '../problems.js';
import { type Digest, digesting } from '../reference.js';

/** Limits for the size of a layer, in bytes: text packs to a twentieth, and much higher ratios are deliberate. */
const MAX_BYTES = 2 ** 32;
const ANY_BYTES = 2 ** 28;
const MAX_RATIO = 100;
const PIECE = 1 << 18;
/** The size of pieces for the decoder: a few bytes of zstd can become 128 KiB. */
const ZSTD_PIECE = 1 << 12;

/**
 * Reads a layer. Fails unless it has the digest in the image's configuration: a container runtime that already has a layer with that
 * digest uses that layer instead.
 *
 * @param image for messages
 * @param expected the digest of the unpacked content
 * @throws ProblemError `IMAGE_UNSAFE` if it is damaged, `IMAGE_TOO_LARGE`, `IMAGE_DIGEST`
 */
export async function* unpackedLayer(path: string, image: string, expected: Digest): AsyncGenerator<Uint8Array> {
  const hash = digesting(expected);
  for await (const part of unpacked(path, image)) {
    hash.update(part);
    yield part;
  }
  const found = hash.digest();
  if (found !== expected) throw wrongDigest(image, 'a layer, as it is unpacked,', found, expected);
}

async function* unpacked(path: string, image: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  let size = 0;
  try {
    const limit = Math.min(MAX_BYTES, ANY_BYTES + MAX_RATIO * (await file.stat()).size);
    const head = Buffer.alloc(4);
    await file.read(head, 0, 4, 0);
    const source = file.createReadStream({ start: 0, autoClose: false, highWaterMark: PIECE });
    for await (const part of decoded(source, head)) {
      size += part.length;
      if (size > limit) throw tooLarge(image, 'a layer', limit);
      yield part;
    }
  } catch (error) {
    throw error instanceof Error && isDecoder(error) ? unsafe(image, 'a layer is damaged', error.message) : error;
  } finally {
    await file.close();
  }
}

function decoded(source: Readable, head: Buffer): AsyncIterable<Uint8Array> {
  if (head.readUInt16BE(0) === 0x1f8b) return piped(source, zlib.createGunzip({ chunkSize: PIECE }));
  if (head.readUInt32LE(0) !== 0xfd2fb528) return source;
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => zlib.Gunzip };
  return createZstdDecompress ? piped(source, createZstdDecompress()) : zstd(source);
}

/** Decodes zstd, which Node lacks before 22.15. */
async function* zstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  let ready: Uint8Array[] = [];
  const decoder = new Decompress((part) => void ready.push(part));
  for await (const part of source) {
    for (let from = 0; from < part.length; from += ZSTD_PIECE) {
      decoder.push(part.subarray(from, from + ZSTD_PIECE));
      yield* ready;
      ready = [];
    }
  }
  decoder.push(new Uint8Array(), true);
  yield* ready;
}

function piped(source: Readable, decoder: zlib.Gunzip): AsyncIterable<Uint8Array> {
  source.on('error', (error) => decoder.destroy(error));
  return source.pipe(decoder);
}

/** Whether an error comes from the decoder. */
function isDecoder(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  // A window that is larger than memory is a RangeError.
  return typeof code === 'number' || error instanceof RangeError || /^(?:Z_|ZSTD_|ERR_ZSTD)/.test(code ?? '');
}
