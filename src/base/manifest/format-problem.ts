/** Formats problems as text for people. Only this file decides their format. */

import { printable, printableLines } from './printable.js';
import { isError, type Problem, ProblemError } from './problem.js';

/** Paints parts of a message; the default paints nothing. */
export interface Paint {
  bold(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  dim(text: string): string;
}

/** The error to throw where problems cannot be returned; its text is that of the command. */
export function problemError(problems: readonly Problem[]): ProblemError {
  return new ProblemError(problems, problems.map((problem) => formatProblem(problem)).join('\n'));
}

const same = (text: string): string => text;
/** For pipes, files and tests. */
export const NO_PAINT: Paint = { bold: same, red: same, yellow: same, cyan: same, dim: same };

/**
 * Formats a problem as text: its place, the found and expected values, the fix, and the line of the source.
 *
 * ```
 * error[INVALID_SELECTOR] prod/group.yaml:8:5 spec.selector: …
 *   found     …
 *   expected  …
 *   fix       …
 *   8 |     cool.io/prod: "true"
 *     |     ^
 * ```
 *
 * @example
 * readState(['clusters/prod']).problems.map((problem) => formatProblem(problem)).join('\n\n')
 */
export function formatProblem(problem: Problem, paint: Paint = NO_PAINT): string {
  const title = isError(problem) ? paint.red(`error[${problem.code}]`) : paint.yellow(`warning[${problem.code}]`);
  const lines = [`${paint.bold(title)} ${paint.bold(formatPlace(problem))}: ${printable(problem.message)}`];
  if (problem.found !== undefined) lines.push(`  ${paint.dim('found')}     ${printable(problem.found)}`);
  if (problem.expected !== undefined) lines.push(`  ${paint.dim('expected')}  ${printable(problem.expected)}`);
  lines.push(`  ${paint.dim('fix')}       ${indent(printableLines(problem.fix))}`);
  if (problem.line !== undefined && problem.excerpt) lines.push(...frame(problem.line, problem.caret ?? 1, problem.excerpt, paint));
  return lines.join('\n');
}

/** `file:line:column field.path`, as far as they are known. */
export function formatPlace({ file, line, column, path }: Pick<Problem, 'file' | 'line' | 'column' | 'path'>): string {
  const name = file === '-' ? 'standard input' : file;
  const place = line === undefined ? name : `${name}:${line}:${column ?? 1}`;
  return printable(path ? `${place} ${path}` : place);
}

function frame(line: number, caret: number, excerpt: string, paint: Paint): string[] {
  const number = String(line);
  const gutter = ' '.repeat(number.length);
  const before = printable(excerpt.slice(0, caret - 1).replaceAll('\t', ' '));
  const text = before + printable(excerpt.slice(caret - 1).replaceAll('\t', ' '));
  return [`  ${paint.dim(`${number} |`)} ${text}`, `  ${paint.dim(`${gutter} |`)} ${' '.repeat(before.length)}${paint.red('^')}`];
}

/** Aligns later lines of a text below its first. */
function indent(text: string): string {
  return text.replaceAll('\n', `\n${' '.repeat(12)}`);
}
