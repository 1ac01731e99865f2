/** A lock that constructs name by its path. */
import { formatProblem } from '../manifest/format-problem.js';
import { ProblemError } from '../manifest/problem.js';
import type { LockBeside } from '../source/lock-beside.js';
import { readLockFile } from '../source/read-lock-file.js';

/** @throws ProblemError if the file cannot be read or is not a lock */
export function readLock(path: string): { readonly beside: LockBeside; readonly lock: NonNullable<LockBeside['lock']> } {
  const { beside, problems } = readLockFile(path);
  if (!beside?.lock) throw new ProblemError(problems, problems.map((problem) => formatProblem(problem)).join('\n'));
  return { beside, lock: beside.lock };
}
