/** Runs the program `cdk8s-olm` in this process. */
import { writeSync } from 'node:fs';
import { listenToWriting } from '../repository/index.js';
import { readLine } from './ask.js';
import { loadCommands } from './commands.js';
import { secondsOf, withinTime } from './deadline.js';
import { OutputError } from './outcome.js';
import { runToEnd } from './program.js';
import { progressLine, showsProgress } from './progress-line.js';
import { WATCHED, WRITTEN_TO } from './watched.js';

const argv = process.argv.slice(2);
const [out, err] = [writerTo(1), writerTo(2)];
const line = progressLine(err, Date.now);
if (process.env[WATCHED]) listenToWriting(() => writeSync(WRITTEN_TO, '.'));

/** Clears the progress line before any other output. */
const after = (write: (text: string) => void) => (text: string) => {
  line.clear();
  write(text);
};
const ask = (question: string): string | undefined => {
  after(err)(question);
  return readLine(0);
};
const terminal = {
  out: after(out),
  err: after(err),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns,
  env: process.env,
  ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? { ask } : {}),
  ...(showsProgress(argv, process.stderr.isTTY === true, process.env) ? { progress: line.show } : {}),
};
loadCommands(argv)
  .then((commands) => withinTime(secondsOf(argv), () => runToEnd(argv, terminal, commands), terminal.err))
  .then((code) => {
    line.clear();
    process.exitCode = code;
  });

/**
 * A function that writes the whole text before it returns, and waits if a pipe is full. If the reader closed the pipe, as `head` does,
 * the rest is dropped, and the run ends normally.
 *
 * @throws OutputError if the text cannot be written, for example because the disk is full
 */
function writerTo(descriptor: number): (text: string) => void {
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
