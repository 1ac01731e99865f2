/**
 * Handles Ctrl-C on a terminal. A run computes without a pause, so it cannot answer a signal itself: another process of the program
 * waits for it, removes its leftovers, and reports the state of its output.
 */
import { spawn } from 'node:child_process';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLEAR_LINE } from './progress-line.js';

/** The variable of the working process. Its pipe WRITTEN_TO reports each write. */
export const WATCHED = 'CDK8S_OLM_WATCHED';
export const WRITTEN_TO = 3;

/** Words of runs that end before a user could type. */
const QUICK: ReadonlySet<string> = new Set(['completion', 'help', '--help', '-h', '--version']);

/** Whether this process waits for another: a user can type Ctrl-C, and this is not the working process. */
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
  // The single-file program is its own script.
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
  // A terminal sends Ctrl-C to both processes.
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

/** Removes the temporary copies of builds: their names contain the process id. */
export function removeCopies(pid: number | undefined = process.pid): void {
  const own = new RegExp(`^cdk8s-olm-(?:kustomize|helm)-${pid}-`);
  for (const name of readdirSync(tmpdir()).filter((each) => own.test(each)))
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 });
}
