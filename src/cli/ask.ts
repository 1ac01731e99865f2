/** Asks a person on a terminal. */
import { readSync } from 'node:fs';

const LINE_FEED = 0x0a;

/** The next line of a terminal; undefined at its end. A terminal gives one line at a time. */
export function readLine(descriptor: number): string | undefined {
  const bytes: number[] = [];
  const one = Buffer.alloc(1);
  for (;;) {
    if (readOne(descriptor, one) === 0) return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('utf8');
    if (one[0] === LINE_FEED) return Buffer.from(bytes).toString('utf8');
    bytes.push(one[0] ?? 0);
  }
}

/** Waits for a byte: Node does not block on a terminal, and fails until something is typed. */
function readOne(descriptor: number, one: Buffer): number {
  for (;;)
    try {
      return readSync(descriptor, one);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
}
