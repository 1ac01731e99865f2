/** Defines exit codes, the terminal of a run with its colours, and the version of the program. */

import picocolors from 'picocolors';
import packageJson from '../../package.json' with { type: 'json' };
import { NO_PAINT, type Paint } from '../base/manifest/format-problem.js';
import { printable } from '../base/manifest/printable.js';
import type { Watched } from '../olm/model/progress.js';
import type { Clock } from '../supply/index.js';

export const EXIT_OK = 0;
/** Findings at or above `--fail-on`, or differences that `--check` found. */
export const EXIT_FINDINGS = 1;
/** Bad input, bad usage, or an output that cannot be written. */
export const EXIT_BAD_INPUT = 2;
/** An internal error. */
export const EXIT_INTERNAL = 70;

/** A stream of the process cannot be written. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** The output of a command: the process in production, buffers in tests. Both functions throw an OutputError on failure. */
export interface Terminal extends Watched {
  /** Results. */
  out(text: string): void;
  /** Commands of a runner, such as annotations, whose texts have escapes of their own. @default as results */
  command?(text: string): void;
  /** Diagnostics. */
  err(text: string): void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** The width of the terminal for results. @default unknown */
  readonly columns?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks a person, and returns the line that is typed; undefined at the end. @default nobody is there */
  ask?(question: string): string | undefined;
  /** Whether only answers, and reasons for missing ones, are printed. @default false */
  readonly isQuiet?: boolean;
  /** The clock of waiting commands. @default the machine's */
  readonly clock?: Clock;
}

/** Prints a note next to the answer of a continuing run. */
export function note(text: string, { isQuiet, err }: Terminal): void {
  if (!isQuiet) err(`${text}\n`);
}

/** Prints why a run cannot continue, and returns its exit code. */
export function refuse(message: string, terminal: Terminal): number {
  terminal.err(`error: ${printable(message)}\n`);
  return EXIT_BAD_INPUT;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The colours of a stream: for a terminal unless NO_COLOR is set (no-color.org), and for any if FORCE_COLOR is (force-color.org). */
export function paintFor(isTerminal: boolean, env: Environment): Paint {
  return isForced(env) || (isTerminal && !env.NO_COLOR) ? picocolors.createColors(true) : NO_PAINT;
}

/** Whether colours are forced for any output. */
export function isForced({ FORCE_COLOR }: Environment): boolean {
  return FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
}

export function packageVersion(): string {
  return packageJson.version;
}
