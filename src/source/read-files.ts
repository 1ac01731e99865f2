/** Files, folders, commits and standard input → texts, within bounds. */
import { realpathSync, statSync } from 'node:fs';
import type { SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { diskTree, readBounded } from './disk-tree.js';
import { type FileTree, manifestFiles } from './file-tree.js';
import { gitTree, isGitInput } from './git-tree.js';
import { MAX_FILE_BYTES, STANDARD_INPUT } from './limits.js';
import { renderedFiles } from './rendered-folder.js';

/**
 * Reads the texts of all inputs. A folder gives all its manifest files, sub-folders included, in byte order;
 * hidden ones, links that lead out of the folder, files that an earlier rendering wrote, and what a catalog's
 * `.indexignore` names are passed over.
 *
 * @param inputs paths of files and folders, `git:REVISION[:PATH]`, or `-` for standard input
 */
export function readFiles(inputs: readonly string[]): FilesRead {
  return readBy(inputs, manifestFiles);
}

/** Reads what an earlier rendering wrote into a folder, and nothing else; no texts where it wrote nothing. */
export function readRenderedFiles(input: string): FilesRead {
  const isFolder = isGitInput(input) || (input !== STANDARD_INPUT && (statSync(input, { throwIfNoEntry: false })?.isDirectory() ?? false));
  // Where inputs stand beside what was rendered from them, the inputs count.
  const filesOf = (tree: FileTree): string[] => (manifestFiles(tree).length > 0 ? [] : renderedFiles(tree));
  return isFolder ? readBy([input], filesOf) : { texts: [], problems: [] };
}

/** Texts, and what could not be read. */
export interface FilesRead {
  readonly texts: SourceText[];
  readonly problems: Problem[];
}

function readBy(inputs: readonly string[], filesOf: (tree: FileTree) => string[]): FilesRead {
  const texts: SourceText[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const readOnce = (file: string, identity: string, content: () => Uint8Array | undefined): void => {
    if (seen.has(identity)) return;
    seen.add(identity);
    const result = readText(file, content);
    if ('problem' in result) problems.push(result.problem);
    else texts.push({ file, text: result.text });
  };
  const readTree = (input: string, tree: FileTree, identityOf: (file: string) => string): void => {
    const found = filesOf(tree);
    if (found.length === 0) problems.push(noManifests(input));
    tree.expect?.(found);
    for (const path of found) readOnce(tree.nameOf(path), identityOf(tree.nameOf(path)), () => tree.read(path));
  };
  for (const input of inputs) {
    try {
      if (isGitInput(input)) {
        const found = gitTree(input);
        if ('problem' in found) problems.push(found.problem);
        else if ('file' in found) readOnce(input, input, found.file);
        else readTree(input, found.tree, (file) => file);
      } else if (input === STANDARD_INPUT) readOnce(input, input, () => readBounded(input));
      else if (statSync(input).isDirectory()) readTree(input, diskTree(input), realpathSync);
      else readOnce(input, realpathSync(input), () => readBounded(input));
    } catch (error) {
      problems.push(unreadable(input, error as NodeJS.ErrnoException));
    }
  }
  return { texts, problems };
}

function noManifests(folder: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'the folder holds no manifests',
    file: folder,
    found: 'no file of this kind',
    expected: 'files that end in .yaml, .yml or .json',
    fix: 'check the path',
  };
}

function readText(path: string, content: () => Uint8Array | undefined): { text: string } | { problem: Problem } {
  let bytes: Uint8Array | undefined;
  try {
    bytes = content();
  } catch (error) {
    return { problem: unreadable(path, error as NodeJS.ErrnoException) };
  }
  if (!bytes) {
    const limit = `${MAX_FILE_BYTES / 1024 / 1024} MiB`;
    return {
      problem: {
        code: 'FILE_TOO_LARGE',
        message: 'the file is too large to be a set of manifests',
        file: path,
        found: `more than ${limit}`,
        expected: `at most ${limit}`,
        fix: 'split the file, or leave out what is not needed; of a catalog, the subscribed packages are enough',
      },
    };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const offset = invalidOffset(bytes);
    const before = Buffer.from(bytes.subarray(0, offset)).toString('utf8');
    return {
      problem: {
        code: 'FILE_NOT_TEXT',
        message: 'the file is not UTF-8 text',
        file: path,
        line: before.split('\n').length,
        column: before.length - before.lastIndexOf('\n'),
        found: `the byte 0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`,
        expected: 'YAML or JSON in UTF-8',
        fix: 'save the file as UTF-8, or leave it out',
      },
    };
  }
}

/** Where the first character stands that is no UTF-8: after the last whole one of the longest beginning that is. */
function invalidOffset(bytes: Uint8Array): number {
  const whole = (length: number): string | undefined => {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), { stream: true });
    } catch {
      return undefined;
    }
  };
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (whole(middle) === undefined) invalid = middle;
    else valid = middle;
  }
  return Buffer.byteLength(whole(valid) ?? '', 'utf8');
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): Problem {
  const missing = code === 'ENOENT';
  return {
    code: 'FILE_UNREADABLE',
    message: missing ? 'there is no such file or folder' : 'the file or folder cannot be read',
    file,
    found: missing ? 'nothing' : message,
    expected: 'a file or folder of manifests',
    fix: missing ? 'check the path' : 'check the path and its permissions',
  };
}
