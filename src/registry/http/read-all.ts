/** The whole body of an answer that is small. */
import type { Readable } from 'node:stream';

/** The bytes of a stream; nothing if it has more than a limit. */
export async function readAll(stream: Readable, limit: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) {
      stream.destroy();
      return undefined;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
