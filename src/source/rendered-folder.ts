/** Folders that hold an earlier rendering and nothing else. */
import { statSync } from 'node:fs';
import type { SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { compareText } from '../model/kubernetes-object.js';
import { type FileTree, manifestFiles } from './file-tree.js';
import { isGitInput } from './git-tree.js';
import { namesInList, OWNED_FILES } from './owned-files.js';
import { readBy } from './read-files.js';

/**
 * Reads the manifests that an earlier rendering wrote into a folder, on disk or in a commit.
 *
 * @returns nothing for any other path, also for a folder whose own manifests were rendered into it
 */
export function readRenderedFolder(path: string): { texts: SourceText[]; problems: Problem[] } | undefined {
  if (!isGitInput(path) && !isFolder(path)) return undefined;
  const read = readBy([path], (tree) => (manifestFiles(tree).length > 0 ? [] : renderedFiles(tree)));
  return read.texts.length === 0 && !read.problems.some(({ code }) => code.startsWith('FILE_')) ? undefined : read;
}

function renderedFiles(tree: FileTree): string[] {
  const files = new Set(tree.list('').flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])));
  if (!files.has(OWNED_FILES)) return [];
  return namesInList(new TextDecoder().decode(tree.read(OWNED_FILES)))
    .filter((name) => files.has(name))
    .sort(compareText);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Whoever reads the path as an ordinary input says what is wrong with it.
    return false;
  }
}
