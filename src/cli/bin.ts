#!/usr/bin/env node
/** The program `cdk8s-olm`. */
import { run } from './program.js';
import { writerTo } from './streams.js';

process.exitCode = run(process.argv.slice(2), {
  out: writerTo(1),
  err: writerTo(2),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  env: process.env,
});
