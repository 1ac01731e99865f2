/** Standard output and standard error of the process. */
import { writeSync } from 'node:fs';
import { OutputError } from './outcome.js';

/**
 * A function that writes the whole text before it returns, and waits if a pipe is full. If the reader has closed the pipe, as
 * `head` does, the rest goes nowhere, and the run ends as it would have.
 *
 * @throws OutputError if it cannot be written, for example because the disk is full
 */
export function writerTo(descriptor: number): (text: string) => void {
  let closed = false;
  return (text) => {
    const bytes = closed ? Buffer.alloc(0) : Buffer.from(text, 'utf8');
    for (let offset = 0; offset < bytes.length; ) {
      try {
        offset += writeSync(descriptor, bytes, offset);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EPIPE') closed = true;
        else if (code !== 'EAGAIN') throw new OutputError((error as Error).message);
        if (closed) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    }
  };
}
