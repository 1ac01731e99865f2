/** A path → the lock in it. */
import { createLocator } from '../manifest/locate.js';
import type { Problem } from '../manifest/problem.js';
import { type LockBeside, lockOfText } from './lock-beside.js';
import { readFiles } from './read-files.js';

/** Reads a lock that somebody names; why it is none, where it is none. */
export function readLockFile(path: string): { readonly beside?: LockBeside; readonly problems: readonly Problem[] } {
  const { texts, problems } = readFiles([path]);
  const [text] = texts;
  if (!text || problems.length > 0) return { problems };
  const beside = lockOfText(text);
  const locator = createLocator((file) => (file === text.file ? text.text : undefined));
  return { beside, problems: [...beside.problems, ...beside.unlocated.map((problem) => locator.locate(problem))] };
}
