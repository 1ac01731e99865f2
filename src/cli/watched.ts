/**
 * Handles Ctrl-C on a terminal. The working process computes without a pause, so it cannot handle a signal. Another process starts it,
 * waits for its end, removes its temporary copies, and reports whether it wrote files.
 */
import { spawn } from 'node:child_process';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLEAR_LINE } from './progress-line.js';

/** The environment variable that only the working process has. */
export const WATCHED = 'CDK8S_OLM_WATCHED';
/** The file descriptor of the pipe through which the working process reports each write. */
export const WRITTEN_TO = 3;

/** Command lines with one of these words end before a user can type Ctrl-C. */
const QUICK: ReadonlySet<string> = new Set(['completion', 'help', '--help', '-h', '--version']);

/** Whether this process has to start a working process: a user can type Ctrl-C, and this process is not the working one. */
export function isToWatch({
  argv,
  env,
  stderr,
  platform,
}: Pick<NodeJS.Process, 'argv' | 'env' | 'platform'> & { readonly stderr: { readonly isTTY?: boolean } }): boolean {
  if (argv.length < 3 || argv.slice(2).some((word) => QUICK.has(word))) return false;
  return stderr.isTTY === true && platform !== 'win32' && !env.CI && !env[WATCHED];
}

/** Runs the program in another process, and ends with its exit code. */
export function watch(): void {
  const [script, ...words] = process.argv.slice(1);
  // A single-file program has no script.
  const own = script === undefined || isProgram(script) ? [] : [script];
  const child = spawn(process.execPath, [...process.execArgv, ...own, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [WATCHED]: '1' },
  });
  let hasWritten = false;
  child.stdio[WRITTEN_TO]?.on('data', () => {
    hasWritten = true;
  });
  const passOn = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  // A terminal sends Ctrl-C to both processes; with these handlers, this process does not end first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, passOn);
  child.on('error', (error) => {
    process.stderr.write(`cdk8s-olm: ${error.message}\n`);
    process.exitCode = 70;
  });
  child.on('close', (code, signal) => {
    if (signal !== null) removeCopies(child.pid);
    if (signal === 'SIGINT')
      process.stderr.write(
        `${CLEAR_LINE}interrupted: ${hasWritten ? 'files written before are complete, and the rest was not written' : 'nothing was written'}\n`,
      );
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    process.off('SIGINT', passOn).off('SIGTERM', passOn).off('SIGHUP', passOn);
  });
}

function isProgram(script: string): boolean {
  try {
    return realpathSync(script) === realpathSync(process.execPath);
  } catch {
    return true;
  }
}

/** Removes the temporary copies that the builds of a process left: the names of the copies contain its id. */
export function removeCopies(pid: number | undefined = process.pid): void {
  const own = new RegExp(`^cdk8s-olm-(?:kustomize|helm)-${pid}-`);
  for (const name of readdirSync(tmpdir()).filter((each) => own.test(each)))
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 });
}
