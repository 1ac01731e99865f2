/** Runs commands that go on for a while, in this process. */
import { runToEnd } from '../../src/cli/program.js';
import type { Clock } from '../../src/supply/approvals/approve.js';
import { loadedFor, type Outcome } from './command-line.js';

/** A command waits a tenth of the time that it says. */
export const HURRIED: Clock = {
  now: () => 10 * Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 10)),
};

/** Runs a command line to its end. */
export async function cliToEnd(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  clock?: Clock,
): Promise<Outcome> {
  const recorded = { out: '', err: '' };
  const terminal = {
    out: (text: string) => {
      recorded.out += text;
    },
    err: (text: string) => {
      recorded.err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    env,
    ...(clock ? { clock } : {}),
  };
  const code = await runToEnd(argv, terminal, loadedFor(argv));
  return { code, ...recorded };
}
