/** Files, folders, commits and standard input → texts, within limits. */
import { realpathSync, statSync } from 'node:fs';
import type { SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import type { UnreadFile } from '../model/unread-file.js';
import { diskTree, readBounded } from './disk-tree.js';
import { type FileTree, MAX_FILE_BYTES, STANDARD_INPUT } from './file-tree.js';
import { gitTree, isGitInput } from './git-tree.js';
import { builtText, notFollowed } from './kustomization-text.js';
import { disputedLineBreak } from './line-breaks.js';
import { manifestFiles } from './manifest-files.js';

/**
 * Reads the texts of all inputs. For a folder, these are all its manifest files, including sub-folders, in byte order.
 * Hidden files, links that lead out of the folder, files that an earlier rendering wrote, and files that a catalog's
 * `.indexignore` names are skipped. A kustomization that only lists files is followed, and one that does more is built.
 *
 * @param inputs paths of files and folders, `git:REVISION[:PATH]`, or `-` for standard input
 */
export function readFiles(inputs: readonly string[]): FilesRead {
  const { texts, problems } = readAll(inputs, false);
  return { texts, problems };
}

/** Reads for a review, from which nothing can hide a file: what is written and ignored is read, too, and the rest is known. */
export function readEverything(inputs: readonly string[]): EverythingRead {
  return readAll(inputs, true);
}

/** Texts, and what could not be read. */
export interface FilesRead {
  readonly texts: SourceText[];
  readonly problems: Problem[];
}

/** All texts of the inputs, and what was not read. */
export interface EverythingRead extends FilesRead {
  /** What an earlier rendering wrote. */
  readonly written: SourceText[];
  /** What a catalog's `.indexignore` names. */
  readonly ignored: SourceText[];
  readonly unread: UnreadFile[];
  /** The path of a file within its input; the file itself where that was named. */
  pathOf(file: string): string;
}

function readAll(inputs: readonly string[], everything: boolean): EverythingRead {
  const result = { texts: [] as SourceText[], written: [] as SourceText[], ignored: [] as SourceText[] };
  const problems: Problem[] = [];
  const unread: UnreadFile[] = [];
  const paths = new Map<string, string>();
  const seen = new Set<string>();
  const readOnce = (file: string, identity: string, content: () => Uint8Array | undefined, texts = result.texts): void => {
    if (seen.has(identity)) return;
    seen.add(identity);
    const read = readText(file, content);
    if ('problem' in read) problems.push(read.problem);
    else texts.push({ file, text: read.text });
  };
  const readTree = (input: string, tree: FileTree, identityOf: (file: string) => string): void => {
    const found = manifestFiles(tree);
    const more = everything ? [...found.written, ...found.ignored] : [];
    if (found.files.length + more.length + found.toBuild.length === 0 && found.refused.length === 0) problems.push(noManifests(input));
    tree.expect?.([...found.files, ...more]);
    const readInto = (texts: SourceText[], files: readonly string[]): void => {
      for (const path of files) {
        paths.set(tree.nameOf(path), path);
        readOnce(tree.nameOf(path), identityOf(tree.nameOf(tree.realPathOf?.(path) ?? path)), () => tree.read(path), texts);
      }
    };
    readInto(result.texts, found.files);
    for (const { folder } of found.toBuild) {
      const built = builtText(tree, folder);
      if ('problem' in built) problems.push(built.problem);
      else result.texts.push(built);
    }
    for (const refusal of found.refused) problems.push(notFollowed(tree, refusal));
    if (!everything) return;
    readInto(result.written, found.written);
    readInto(result.ignored, found.ignored);
    for (const file of found.unread()) unread.push(file);
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
  return { ...result, problems, unread, pathOf: (file) => paths.get(file) ?? file };
}

function noManifests(folder: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'the folder contains no manifests',
    file: folder,
    found: 'no manifest file',
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
        fix: 'split the file, or remove what is not needed; from a catalog, only the subscribed packages are needed',
      },
    };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const disputed = disputedLineBreak(text);
    return disputed ? { problem: unclearLineBreak(path, text, disputed) } : { text };
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
        fix: 'save the file as UTF-8, or exclude it',
      },
    };
  }
}

function unclearLineBreak(path: string, text: string, { offset, name }: NonNullable<ReturnType<typeof disputedLineBreak>>): Problem {
  const before = text.slice(0, offset);
  return {
    code: 'UNSUPPORTED_YAML',
    message: 'the file has a line break that not every program takes for one',
    file: path,
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
    found: `the character ${name}`,
    expected: 'lines that end in LF or CRLF',
    fix: 'replace it by LF, or write it as an escape in double quotes',
  };
}

/** The offset of the first byte that is not UTF-8: after the last whole character of the longest valid prefix. */
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
    message: missing ? 'the file or folder does not exist' : 'the file or folder cannot be read',
    file,
    found: missing ? 'nothing' : message,
    expected: 'a file or folder of manifests',
    fix: missing ? 'check the path' : 'check the path and its permissions',
  };
}
