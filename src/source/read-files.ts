/** Files, folders and standard input → texts, within bounds. */
import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import type { SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { manifestFiles } from './manifest-files.js';

/** The largest text that is read, in bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Standard input, as an INPUT and as the name of a file in messages. */
export const STANDARD_INPUT = '-';

/**
 * Reads the texts of all inputs. A folder gives all its manifest files, sub-folders included, in byte order;
 * hidden ones, links that lead out of the folder, files that an earlier rendering wrote, and what a catalog's
 * `.indexignore` names are passed over.
 *
 * @param inputs paths of files and folders, or `-` for standard input
 */
export function readFiles(inputs: readonly string[]): { texts: SourceText[]; problems: Problem[] } {
  const texts: SourceText[] = [];
  const problems: Problem[] = [];
  const read = (path: string): void => {
    const result = readText(path);
    if ('problem' in result) problems.push(result.problem);
    else texts.push({ file: path, text: result.text });
  };
  const seen = new Set<string>();
  const readOnce = (path: string): void => {
    const real = path === STANDARD_INPUT ? path : realpathSync(path);
    if (!seen.has(real)) read(path);
    seen.add(real);
  };
  for (const input of inputs) {
    try {
      if (input === STANDARD_INPUT || !statSync(input).isDirectory()) readOnce(input);
      else {
        const found = manifestFiles(input);
        if (found.length === 0) problems.push(noManifests(input));
        found.forEach(readOnce);
      }
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

function readText(path: string): { text: string } | { problem: Problem } {
  let bytes: Buffer | undefined;
  try {
    bytes = readBounded(path);
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
    const before = bytes.subarray(0, offset).toString('utf8');
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

/** The content, or nothing when it is larger than allowed; never reads more than that. */
function readBounded(path: string): Buffer | undefined {
  const descriptor = path === STANDARD_INPUT ? 0 : openSync(path, 'r');
  try {
    if (fstatSync(descriptor).size > MAX_FILE_BYTES) return undefined;
    const chunks: Buffer[] = [];
    let total = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(1 << 16);
      const length = readChunk(descriptor, chunk);
      if (length === 0) return Buffer.concat(chunks);
      total += length;
      if (total > MAX_FILE_BYTES) return undefined;
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/** Standard input may be a terminal or a pipe without data yet (EAGAIN), or closed (EOF). */
function readChunk(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk, 0, chunk.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Where the first character stands that is no UTF-8: after the last whole one of the longest beginning that is. */
function invalidOffset(bytes: Buffer): number {
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
