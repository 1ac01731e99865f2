/** Both states of a review. A folder that only one of them has is empty in the other: a change can add or remove it. */
import { existsSync } from 'node:fs';
import { isError, type Problem } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { catalogsOfSide } from '../source/catalogs-beside.js';
import { isGitInput } from '../source/git-tree.js';
import type { ReadOptions } from '../source/read-input.js';
import { otherSide } from '../source/units.js';
import type { State } from '../state/state.js';
import type { EvaluateOptions } from './evaluate.js';
import { readState } from './read-state.js';

/** One side: its input, and how it is read. */
export type Side = readonly [input: string, options: EvaluateOptions & ReadOptions];

/** What was read of one side. */
export interface SideRead {
  readonly problems: readonly Problem[];
  readonly state?: State;
}

/**
 * Reads and evaluates both states of a review.
 *
 * @example
 * const [base, head] = readStates(['git:main:clusters/new', {}], ['clusters/new', {}]);
 */
export function readStates(base: Side, head: Side): readonly [base: SideRead, head: SideRead] {
  const before = readSide(base, head);
  const after = readSide(head, base, before.state?.cluster);
  if (before.state && isMissing(after, head, base)) return [before, empty(head, after.problems)];
  if (after.state && isMissing(before, base, head)) return [empty(base, before.problems), after];
  return [before, after];
}

/** @param before the cluster that it is reached from */
function readSide([input, options]: Side, [other]: Side, before?: Cluster): SideRead {
  const catalog = catalogsOfSide(options.catalog ?? [], input);
  return readState([input], { ...options, catalog, before, otherSide: otherSide(other) });
}

/** A revision that does not exist is another matter, and so is a path of a disk that no commit has either. */
function isMissing({ problems, state }: SideRead, [input]: Side, [other]: Side): boolean {
  if (state) return false;
  if (isGitInput(input)) return problems.filter(isError).every(({ code }) => code === 'GIT_PATH_NOT_FOUND');
  return isGitInput(other) && !existsSync(input);
}

/** @param problems why there is nothing: it may be a wrong path, so it is still told */
function empty([input, options]: Side, problems: readonly Problem[]): SideRead {
  const { state } = readState([], options);
  return {
    problems: problems.map((problem) => ({ ...problem, tolerated: true as const })),
    ...(state ? { state: { ...state, label: input } } : {}),
  };
}
