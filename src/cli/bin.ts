#!/usr/bin/env node
/** The program `cdk8s-olm`. */
import { writeSync } from 'node:fs';
import { EXIT_OK } from './outcome.js';
import { run } from './program.js';

/** Writes the whole text before it returns, and waits if a pipe is full. */
function write(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += writeSync(descriptor, bytes, offset);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The reader has closed the pipe, as `head` does.
      if (code === 'EPIPE') process.exit(EXIT_OK);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

process.exitCode = run(process.argv.slice(2), {
  out: (text) => write(1, text),
  err: (text) => write(2, text),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns,
  env: process.env,
});
