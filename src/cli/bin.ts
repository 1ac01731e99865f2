/** One run of the program `cdk8s-olm` in this process. */
import { loadCommands } from './commands.js';
import { run } from './program.js';
import { writerTo } from './streams.js';

const argv = process.argv.slice(2);
const terminal = {
  out: writerTo(1),
  err: writerTo(2),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  env: process.env,
};
loadCommands(argv).then((commands) => {
  process.exitCode = run(argv, terminal, commands);
});
