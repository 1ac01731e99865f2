/** Finds a file of a repository that belongs to an input: in the input's folder, or above. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isGitInput } from '../../base/manifest/git-input.js';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import { gitTree } from './git-tree.js';
import { realRootOf } from './places.js';

/**
 * The file with this name nearest to an input, in the input's folder or above. For a commit, the search ends at the top of the
 * repository. For files, it ends at the working folder. For files outside of the working folder, only their own folder is searched.
 */
export function nearestFile(input: string, name: string): string | undefined {
  return candidates(input, name).find(isThere);
}

/** The candidate paths of the file, the nearest first. */
function candidates(input: string, name: string): string[] {
  if (input === STANDARD_INPUT) return [];
  if (isGitInput(input)) {
    const [, prefix = '', path = ''] = /^(git:[^:]*):?(.*)$/s.exec(input) ?? [];
    const steps = path.split('/').filter((step) => step !== '' && step !== '.');
    return steps
      .concat('')
      .map((_, index) => [...steps.slice(0, steps.length - index), name].join('/'))
      .map((file) => `${prefix}:${file}`);
  }
  if (!existsSync(input)) return [];
  const start = statSync(input).isDirectory() ? input : dirname(input);
  const [folder, working] = [realRootOf(start), realRootOf('.')];
  const inside = relative(working, folder);
  if (inside === '..' || inside.startsWith(`..${sep}`)) return [join(start, name)];
  const steps = inside.split(sep).filter((step) => step !== '');
  return steps.concat('').map((_, index) => join(...steps.slice(0, steps.length - index), name));
}

function isThere(file: string): boolean {
  // A pipe would block the read; a commit cannot contain one.
  if (!isGitInput(file)) {
    const status = statSync(file, { throwIfNoEntry: false });
    return status !== undefined && (status.isFile() || status.isDirectory());
  }
  const found = gitTree(file);
  return 'file' in found || ('problem' in found && found.problem.code === 'GIT_OBJECT_MISSING');
}
