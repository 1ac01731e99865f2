/** What a command answers, as data, for an input or for each unit of it; and the one place where answers are printed. */
import { FORMAT_WRITERS } from '../manifest/format.js';
import { formatProblem } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import { type Problem, stops } from '../manifest/problem.js';
import type { Finding } from '../model/finding.js';
import type { Screen } from '../report/formats.js';
import { formatFinding } from '../report/text/finding.js';
import { printProblems } from './evaluate-input.js';
import { EXIT_BAD_INPUT, note, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { screenOf } from './report-output.js';

/** The answer for one input. */
export interface Answer {
  readonly problems?: readonly Problem[];
  /** Told with the diagnostics. */
  readonly findings?: readonly Finding[];
  /** Lines for the diagnostics. */
  readonly notes?: readonly string[];
  /** Why there is no answer, where it is not a problem of the input. */
  readonly refused?: string;
  /** Absent where there is no answer, and where nothing is to be printed. */
  readonly result?: Result;
  readonly exit: number;
}

/** What is printed. */
export interface Result {
  /** As JSON has it. */
  readonly data: unknown;
  /** In a format that is not JSON. */
  text(screen: Screen, format: string): string;
}

export function refusal(refused: string, problems: readonly Problem[] = []): Answer {
  return { refused, problems, exit: EXIT_BAD_INPUT };
}

/** Why there is no answer, in one line. */
export function reasonOf({ refused, problems = [] }: Answer): string {
  const stopping = problems.find(stops);
  if (refused !== undefined || !stopping) return `error: ${printable(refused ?? 'no answer')}`;
  return formatProblem(stopping).split('\n', 1)[0] ?? '';
}

/** Prints an answer. @returns the exit code */
export function printAnswer(answer: Answer, format: string, terminal: Terminal): number {
  const { refused, result, exit } = answer;
  printDiagnostics(answer, terminal);
  if (refused !== undefined) terminal.err(`error: ${printable(refused)}\n`);
  if (result) terminal.out(format === 'json' ? FORMAT_WRITERS.json.value(result.data) : result.text(screenOf(terminal), format));
  return exit;
}

/** Prints what is said beside an answer. */
export function printDiagnostics({ notes = [], problems = [], findings = [] }: Omit<Answer, 'exit'>, terminal: Terminal): void {
  for (const text of notes) note(text, terminal);
  printProblems(problems, terminal);
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  for (const finding of findings) note(formatFinding(finding, paint), terminal);
}
