/** Reads inputs for the library: throws an error for bad input, unless the caller asks for the problems. */
import { problemError } from '../../base/manifest/format-problem.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import type { State } from '../../review/index.js';
import type { Source } from '../input/read-files.js';
import { type Input, type ReadOptions, readInput } from '../input/read-input.js';
import { type Baseline, readBaseline } from './read-baseline.js';
import { readState, type StateOptions } from './read-state.js';

/** The handling of bad input. */
export interface Throwing {
  /** Whether errors are thrown. With false, the caller handles the problems. @default true */
  readonly throws?: boolean;
}

/**
 * Reads files, folders and standard input. Bundle folders are only read if the input asks for them.
 *
 * @throws ProblemError with all errors of the input, unless `throws` is false
 * @example
 * readInput(['clusters/prod']).cluster.operatorGroups
 */
export function readInputOrThrow(inputs: readonly Source[], { throws = true, ...options }: ReadOptions & Throwing = {}): Input {
  return checked(readInput(inputs, options), throws);
}

/**
 * Reads and evaluates one state of a review. An input without operators is a warning here: a change can add the first one.
 *
 * @param inputs files and folders of manifests, or one folder that an earlier rendering wrote, which is used unchanged.
 * Each can be `git:REVISION[:PATH]`, with a path relative to the top of the repository
 * @throws ProblemError with all errors of the input, unless `throws` is false; then there may be no state
 * @example
 * const { state } = readState(['git:origin/main:clusters/prod']);
 */
export function readStateOrThrow(
  inputs: readonly Source[],
  options?: StateOptions & { readonly throws?: true },
): { problems: readonly Problem[]; state: State };
export function readStateOrThrow(
  inputs: readonly Source[],
  options: StateOptions & Throwing,
): { problems: readonly Problem[]; state?: State };
export function readStateOrThrow(
  inputs: readonly Source[],
  { throws = true, ...options }: StateOptions & Throwing = {},
): { problems: readonly Problem[]; state?: State } {
  return checked(readState(inputs, options), throws);
}

/**
 * Reads a baseline from a file, which must exist.
 *
 * @throws ProblemError with all errors of the file, unless `throws` is false; then the baseline accepts nothing
 * @example
 * accept(review(base, head), readBaseline('accepted.yaml').entries, '2027-01-31').review
 */
export function readBaselineOrThrow(file: string, { throws = true }: Throwing = {}): Baseline {
  return checked(readBaseline(file), throws);
}

function checked<T extends { readonly problems: readonly Problem[] }>(read: T, throws: boolean): T {
  const errors = read.problems.filter(isError);
  if (throws && errors.length > 0) throw problemError(errors);
  return read;
}
