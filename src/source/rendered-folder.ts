/** Folders that hold an earlier rendering and nothing else. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { compareText } from '../model/kubernetes-object.js';
import { ownedFiles } from './owned-files.js';
import { readFiles } from './read-files.js';

/**
 * Reads the manifests that an earlier rendering wrote.
 *
 * @returns nothing for any other path, also for a folder whose own manifests were rendered into it
 */
export function readRenderedFolder(path: string): { texts: SourceText[]; problems: Problem[] } | undefined {
  if (!isFolder(path)) return undefined;
  const own = ownedFiles(path);
  if (own.size === 0 || readFiles([path]).problems[0]?.code !== 'NO_MANIFESTS') return undefined;
  return readFiles([...own].sort(compareText).map((name) => join(path, name)));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Whoever reads the path as an ordinary input says what is wrong with it.
    return false;
  }
}
