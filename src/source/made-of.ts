/** What a kustomization that is not built is made of, as a review compares it. */
import { createHash } from 'node:crypto';
import { compareText } from '../kubernetes/object.js';
import { parseDocuments } from '../manifest/parse.js';
import { sortedText } from '../manifest/plain-data.js';
import { programComments } from './comment-programs.js';
import type { FileTree } from './file-tree.js';
import { closureOf } from './kustomization-graph.js';
import { readText } from './read-text.js';

/** A hash that stays where only comments, blanks and the order of keys differ, but in files of which generators and plugins take the bytes. */
export function madeOf(tree: FileTree, start: string): string {
  const { files, asWritten } = closureOf(tree, start);
  const hash = createHash('sha1');
  for (const path of [...files].sort(compareText))
    hash.update(JSON.stringify([path, (asWritten.has(path) ? undefined : dataOf(tree, path)) ?? tree.identityOf(path)]));
  return hash.digest('hex');
}

/** Of a file without problems, in which no comment says what a tool is to do. */
function dataOf(tree: FileTree, path: string): string | undefined {
  if (!/\.(?:ya?ml|json)$/.test(path)) return undefined;
  const read = readText(path, () => tree.read(path));
  if (!('text' in read) || programComments(read.text).length > 0) return undefined;
  const { documents, problems } = parseDocuments({ file: path, text: read.text });
  return problems.length > 0 ? undefined : sortedText(documents.map(({ value }) => value));
}
