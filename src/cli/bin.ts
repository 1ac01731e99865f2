/** One run of the program `cdk8s-olm` in this process. */
import { loadCommands } from './commands.js';
import { runToEnd } from './program.js';
import { writerTo } from './streams.js';

const argv = process.argv.slice(2);
const terminal = {
  out: writerTo(1),
  err: writerTo(2),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns,
  env: process.env,
};
loadCommands(argv)
  .then((commands) => runToEnd(argv, terminal, commands))
  .then((code) => {
    process.exitCode = code;
  });
