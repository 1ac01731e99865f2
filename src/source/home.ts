/** Which repository is reviewed, and the branch that a change goes to, as the clone knows them. */
import { git } from './git.js';
import { isGitInput, pathFromTop } from './git-tree.js';

/** The repository of a review. */
export interface Home {
  /** Of the remote `origin`. The configuration of a clone is no part of any commit. */
  readonly address: string;
  /** Names of the branch that the change goes to. */
  readonly revisions: readonly string[];
}

/**
 * The repository, where BASE is a commit, such as the top of a branch of `origin`, and HEAD is the top of the same clone; otherwise
 * nobody knows.
 *
 * @example
 * homeOf('git:origin/main', '.')
 */
export function homeOf(base: string, head: string): Home | undefined {
  const [, branch] = /^git:(?:refs\/remotes\/)?origin\/([^:~^@]+)(?::\.?)?$/.exec(base) ?? [];
  const isWhole = isGitInput(head) ? /^git:[^:]+:?$/.test(head) : pathFromTop(head) === '';
  if (!/^git:[^:]+(?::\.?)?$/.test(base) || !isWhole) return undefined;
  const address = git(['config', '--local', '--get', 'remote.origin.url']).text?.trim();
  const refs = git(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']).text?.trim();
  const main = refs?.replace(/^refs\/remotes\/origin\//, '');
  const own = branch === 'HEAD' ? main : branch;
  if (!address || (branch !== undefined && own === undefined)) return undefined;
  // Of a commit, nobody says which branch it is for: the usual one.
  if (own === undefined) return { address, revisions: [...new Set([...(main === undefined ? ['main', 'master'] : [main]), 'HEAD'])] };
  // Argo CD takes the default branch for HEAD, which can be another one.
  return { address, revisions: own === main ? [own, 'HEAD'] : [own] };
}
