/** Which repository is reviewed, and the branch that a change goes to, as the clone knows them. */
import { git, isGitInput, pathFromTop } from './git-tree.js';

/** The repository of a review. */
export interface Home {
  /** Of the remote `origin`. The configuration of a clone is no part of any commit. */
  readonly address: string;
  /** Names of the branch that the change goes to. */
  readonly revisions: readonly string[];
}

/**
 * The repository, where BASE is the top of a branch of `origin` and HEAD is the top of the same clone; otherwise nobody knows.
 *
 * @example
 * homeOf('git:origin/main', '.')
 */
export function homeOf(base: string, head: string): Home | undefined {
  const [, branch] = /^git:origin\/([^:~^@]+)(?::\.?)?$/.exec(base) ?? [];
  const isWhole = isGitInput(head) ? /^git:[^:]+:?$/.test(head) : pathFromTop(head) === '';
  if (branch === undefined || !isWhole) return undefined;
  const address = git(['config', '--local', '--get', 'remote.origin.url']).text?.trim();
  const refs = git(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']).text?.trim();
  const main = refs?.replace(/^refs\/remotes\/origin\//, '');
  const own = branch === 'HEAD' ? main : branch;
  if (!address || own === undefined) return undefined;
  // Argo CD takes the default branch for HEAD, which can be another one.
  return { address, revisions: own === main ? [own, 'HEAD'] : [own] };
}
