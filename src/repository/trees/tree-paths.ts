/** Paths in a tree of files. */
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { type FileTree, folderOfPath, parsedAt, pathIn } from './file-tree.js';

/** Whether a path is the folder or in the folder. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Whether the path is a file. */
export function isFile(tree: FileTree, path: string): boolean {
  return tree.list(folderOfPath(path)).some(({ name, kind }) => kind === 'file' && name === path.slice(path.lastIndexOf('/') + 1));
}

/** A file's folder and its parents, the outermost first. */
export function chainOf(file: string): string[] {
  const folder = folderOfPath(file);
  return folder === '' ? [''] : [...chainOf(folder), folder];
}

/** The path of the nearest file with this name, in the folder or its parents, within the repository. */
export function nearest(tree: FileTree, folder: string, name: string): string | undefined {
  const around = chainOf(pathIn(folder, 'x')).reverse();
  const found = around.find((place) => tree.list(place).some((entry) => entry.name === name && entry.kind === 'file'));
  return found === undefined ? undefined : pathIn(found, name);
}

/** The documents of a file. */
export function documentsAt(tree: FileTree, path: string): readonly ParsedDocument[] {
  return parsedAt(tree, path)?.documents ?? [];
}

/** Every file below a folder, in the order of the tree; not those of git itself. */
export function filesBelow(tree: FileTree, folder: string): string[] {
  return tree.list(folder).flatMap(({ name, kind }) => {
    const path = pathIn(folder, name);
    if (kind === 'folder') return name === '.git' ? [] : filesBelow(tree, path);
    return kind === 'file' ? [path] : [];
  });
}
