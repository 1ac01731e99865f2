/** YAML or JSON text → the nodes of each document, or the error that prevents reading. */
import { documentSpans } from './documents.js';
import { type Budget, MAX_DEPTH, parseDocument, YamlLimitError, type YamlNode } from './parser.js';
import { syntaxError, YamlSyntaxError } from './syntax-errors.js';
import type { YamlError } from './yaml-error.js';

/** The largest file that is read has one million tokens if it contains manifests. */
const MAX_TOKENS = 4_000_000;

/** One document. `root` is undefined if the document is empty or was not read. */
export interface ReadDocument {
  readonly root: YamlNode | undefined;
  /** At most one: nothing after the error can be trusted. */
  readonly error?: YamlError;
}

/** A byte order mark at the beginning of a document other than the first; kubectl skips that mark, too. */
const MARK_OF_DOCUMENT = /^(---[ \t]*)(\r?\n)\uFEFF/gm;

/** The documents of a text, in order. The last one is the first for which the text is too large. */
export function* readNodes(written: string): Generator<ReadDocument> {
  // The replacement has the same length, so that offsets stay.
  const text = written.includes('\uFEFF') ? written.replace(MARK_OF_DOCUMENT, '$1 $2') : written;
  const budget = { tokens: MAX_TOKENS };
  for (const [start, end] of documentSpans(text)) {
    const document = readDocument(text, start, end, budget);
    if (document) yield document;
    if (document?.error?.code === 'FILE_TOO_LARGE') return;
  }
}

/** @returns undefined if there is no document */
function readDocument(text: string, start: number, end: number, budget: Budget): ReadDocument | undefined {
  const control = controlCharacter(text, start, end);
  if (control) return { root: undefined, error: control };
  try {
    const { root, isAbsent, rest } = parseDocument(text, start, end, budget);
    if (rest === undefined) return isAbsent ? undefined : { root };
    return BRACE.test(text.slice(start, end))
      ? { root: undefined, error: textAfterJson(text, rest) }
      : { root, error: ignoredRest(text, rest) };
  } catch (error) {
    if (error instanceof YamlLimitError) return { root: undefined, error: limitError(error, start) };
    if (!(error instanceof YamlSyntaxError)) throw error;
    return { root: undefined, error: syntaxError(error, text, [start, end]) };
  }
}

function limitError({ code, offset }: YamlLimitError, start: number): YamlError {
  if (code === 'NESTED_TOO_DEEPLY') {
    return {
      code,
      offset: start + offset,
      message: 'the document is nested too deeply',
      found: `more than ${MAX_DEPTH} levels`,
      expected: `at most ${MAX_DEPTH} levels`,
      fix: 'flatten the document; no Kubernetes object is nested this deeply',
    };
  }
  return {
    code,
    offset: start + offset,
    message: 'the file has too many values to be a set of manifests',
    found: `more than ${MAX_TOKENS} YAML tokens`,
    expected: `at most ${MAX_TOKENS}`,
    fix: 'split the file, or remove what is not needed',
  };
}

/** kubectl reads a document that begins like JSON with a stricter parser. */
const BRACE = /^[\s\uFEFF]*\{/;

function textAfterJson(text: string, offset: number): YamlError {
  return {
    code: 'NOT_YAML',
    offset,
    message: 'found text after the end of a JSON object',
    found: excerpt(text, offset),
    expected: 'YAML or JSON',
    fix: 'remove the text, or write --- on a separate line before it',
  };
}

/** Characters that go-yaml refuses, apart from those that are not Unicode. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

function controlCharacter(text: string, start: number, end: number): YamlError | undefined {
  // Searches this document alone: a search to the end of the text for each document takes quadratic time.
  const match = CONTROL.exec(text.slice(start, end));
  if (!match) return undefined;
  const name = `U+${match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return {
    code: 'NOT_YAML',
    offset: start + match.index,
    message: 'the text contains a control character, which no YAML parser of Kubernetes reads',
    found: name,
    expected: 'YAML or JSON',
    fix: 'remove the character, or write it as an escape in double quotes',
  };
}

function ignoredRest(text: string, offset: number): YamlError {
  return {
    code: 'DOUBTFUL_YAML',
    offset,
    message: 'this text comes after the end of its document, so kubectl ignores it',
    found: excerpt(text, offset),
    expected: '--- before another document',
    fix: 'write --- on a separate line before it, or remove it',
  };
}

/** The beginning of the line at an offset. */
function excerpt(text: string, offset: number): string {
  return JSON.stringify(/^[^\n]{0,40}/.exec(text.slice(offset, offset + 40))?.[0] ?? '');
}
