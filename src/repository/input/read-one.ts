/** Reads a file that has a name of its own, such as a baseline or a lock: a folder with this name is not read. */
import { existsSync, statSync } from 'node:fs';
import { isGitInput } from '../../base/manifest/git-input.js';
import type { FilesRead } from './found-file.js';
import { readFiles } from './read-files.js';

/** @param what the file in messages, such as `the baseline` */
export function readOne(file: string, what: string): FilesRead {
  if (isGitInput(file) || !existsSync(file) || !statSync(file).isDirectory()) return readFiles([file]);
  const problem = {
    code: 'FILE_UNREADABLE',
    message: `${what} is a folder`,
    file,
    found: 'a folder',
    expected: 'one YAML file',
    fix: 'name the file',
  } as const;
  return { texts: [], problems: [problem] };
}
