/**
 * How long a run may take. A run computes without a pause, so no timer of its own would be heard: the engine ends it, and nothing is
 * left of it but what was already complete.
 */
import { runInThisContext } from 'node:vm';
import { InvalidArgumentError, Option } from 'commander';
import { rare, valueIn } from './help.js';
import { EXIT_BAD_INPUT } from './outcome.js';
import { removeCopies } from './watched.js';

/** Far above what the largest repository known needs. */
const DEFAULT_SECONDS = 900;
const MOST_SECONDS = 86_400;
/** What waits for others says itself that its time is over. */
const GRACE = 5;
const SECONDS = /^[1-9]\d{0,4}$/;
/** Where the engine finds what it is to run. */
const WORK = 'cdk8s-olm.run';

/** The option, which every command has. */
export function timeoutOption(): Option {
  return rare(new Option('--timeout <seconds>', `how long the run may take (default: ${DEFAULT_SECONDS})`)).argParser((given) => {
    if (secondsIn(given) === undefined) throw new InvalidArgumentError(`Expected a number from 1 to ${MOST_SECONDS}.`);
    return Number(given);
  });
}

function secondsIn(given: string): number | undefined {
  return SECONDS.test(given) && Number(given) <= MOST_SECONDS ? Number(given) : undefined;
}

/** What a command line says, before it is read as a whole. */
export function secondsOf(argv: readonly string[]): number {
  return secondsIn(valueIn(argv, '--timeout') ?? '') ?? DEFAULT_SECONDS;
}

/**
 * Does the work, or ends the process.
 *
 * @param refuse told when the time is over
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
