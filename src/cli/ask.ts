/** Asks a person on a terminal. */
import { readSync } from 'node:fs';

const LINE_FEED = 0x0a;

/** The next line of a terminal; undefined at its end. A terminal gives one line at a time. */
export function readLine(descriptor: number): string | undefined {
  const bytes: number[] = [];
  const one = Buffer.alloc(1);
  for (;;) {
    if (readSync(descriptor, one) === 0) return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('utf8');
    if (one[0] === LINE_FEED) return Buffer.from(bytes).toString('utf8');
    bytes.push(one[0] ?? 0);
  }
}
