/** The identity of a kustomization that is not built, for the comparison in a review. */
import { createHash } from 'node:crypto';
import { compareText } from '../../base/kubernetes/object.js';
import { parseDocuments } from '../../base/manifest/parse.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { programComments } from '../input/comment-programs.js';
import type { FileTree } from '../trees/file-tree.js';
import { readText } from '../trees/read-text.js';
import { closureOf, placesOutside } from './kustomization-graph.js';

/** A hash that ignores comments, whitespace and the order of keys, except in files that generators and plugins use byte by byte. */
export function madeOf(tree: FileTree, start: string): string {
  const { files, asWritten } = closureOf(tree, start);
  const hash = createHash('sha1');
  for (const path of [...files].sort(compareText))
    hash.update(JSON.stringify([path, (asWritten.has(path) ? undefined : dataOf(tree, path)) ?? tree.identityOf(path)]));
  for (const place of placesOutside(tree, start)) hash.update(place);
  return hash.digest('hex');
}

/** The data of a file; nothing if the file has problems, or comments that instruct a tool. */
function dataOf(tree: FileTree, path: string): string | undefined {
  if (!/\.(?:ya?ml|json)$/.test(path)) return undefined;
  const read = readText(path, () => tree.read(path));
  if (!('text' in read) || programComments(read.text).length > 0) return undefined;
  const { documents, problems } = parseDocuments({ file: path, text: read.text });
  return problems.length > 0 ? undefined : sortedText(documents.map(({ value }) => value));
}
