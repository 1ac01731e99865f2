/** Decodes the bytes of a file, or reports a problem: too large, not UTF-8, or line breaks that only some programs accept. */
import type { Problem } from '../../base/manifest/problem.js';
import { MAX_FILE_BYTES } from './file-tree.js';

/** The text of a file, or the problem with it. */
export function readText(path: string, content: () => Uint8Array | undefined): { text: string } | { problem: Problem } {
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
        message: 'the file is too large',
        file: path,
        found: `more than ${limit}`,
        expected: `at most ${limit}`,
        fix: 'split the file; of a catalog, keep only the packages that Subscriptions name',
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
    message: 'the file contains a line break that only some programs accept',
    file: path,
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
    found: `the character ${name}`,
    expected: 'lines that end in LF or CRLF',
    fix: 'replace it with LF, or write it as an escape in double quotes',
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

/** A name that is no file, and that looks like a revision of git. */
const REVISION = /^(?:HEAD|main|master|[0-9a-f]{7,40}|origin\/[\w./-]+)(?:[~^]\d*)*$/;

/** The problem of a file or folder that cannot be read. */
export function unreadable(file: string, { code, message }: NodeJS.ErrnoException): Problem {
  const missing = code === 'ENOENT';
  return {
    code: 'FILE_UNREADABLE',
    message: missing ? 'the file or folder does not exist' : 'the file or folder cannot be read',
    file,
    found: missing ? 'nothing' : message,
    expected: 'a file or folder of manifests',
    fix: `check the path${missing ? (REVISION.test(file) ? `, or write git:${file} for a commit` : '') : ' and its permissions'}`,
  };
}

/**
 * Line breaks on which YAML parsers disagree. kubectl and Argo CD (go-yaml) end a line, and so a comment, at a lone carriage return,
 * NEL, LS and PS; YAML 1.2 does not at the last three. A file with such a line break has two meanings.
 */
const DISPUTED = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** The first disputed line break; nothing in a text without one. */
function disputedLineBreak(text: string): { readonly offset: number; readonly name: string } | undefined {
  const offset = text.search(DISPUTED);
  return offset === -1 ? undefined : { offset, name: `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}` };
}
