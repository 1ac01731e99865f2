/**
 * Limits the time of a run. A run computes without a pause, so its own timer would never fire: the engine ends the run, and only
 * complete output remains.
 */
import { runInThisContext } from 'node:vm';
import { InvalidArgumentError, Option } from 'commander';
import { rare, valueIn } from './help.js';
import { EXIT_BAD_INPUT } from './outcome.js';
import { removeCopies } from './watched.js';

/** Far above the need of the largest known repository. */
const DEFAULT_SECONDS = 900;
const MOST_SECONDS = 86_400;
/** Additional seconds in which waiting commands report their own timeout. */
const GRACE = 5;
const SECONDS = /^[1-9]\d{0,4}$/;
/** The key under which the engine finds the function to run. */
const WORK = 'cdk8s-olm.run';

/** The option `--timeout` of every command. */
export function timeoutOption(): Option {
  return rare(new Option('--timeout <seconds>', `how long the run may take (default: ${DEFAULT_SECONDS})`)).argParser((given) => {
    if (secondsIn(given) === undefined) throw new InvalidArgumentError(`Expected a number from 1 to ${MOST_SECONDS}.`);
    return Number(given);
  });
}

function secondsIn(given: string): number | undefined {
  return SECONDS.test(given) && Number(given) <= MOST_SECONDS ? Number(given) : undefined;
}

/** The time limit on a command line, before the whole is parsed. */
export function secondsOf(argv: readonly string[]): number {
  return secondsIn(valueIn(argv, '--timeout') ?? '') ?? DEFAULT_SECONDS;
}

/**
 * Runs the work, or ends the process at the time limit.
 *
 * @param refuse receives the message when the time is over
 */
export async function withinTime(seconds: number, work: () => Promise<number>, refuse: (message: string) => void): Promise<number> {
  const over = (): number => {
    removeCopies();
    refuse(`error[TIMEOUT] the run took more than ${seconds} seconds\n  fix       name fewer files, or allow more time with --timeout\n`);
    return EXIT_BAD_INPUT;
  };
  const timer = setTimeout(() => process.exit(over()), (seconds + GRACE) * 1000);
  const holder = globalThis as unknown as Record<symbol, unknown>;
  holder[Symbol.for(WORK)] = work;
  try {
    return await runInThisContext(`globalThis[Symbol.for(${JSON.stringify(WORK)})]()`, { timeout: seconds * 1000 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return over();
  } finally {
    clearTimeout(timer);
  }
}
