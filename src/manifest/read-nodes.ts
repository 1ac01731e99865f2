/** YAML or JSON text → the nodes of each document, or what keeps it from being read. */
import type { NodeProblem } from './problem.js';
import { YamlSyntaxError } from './yaml/cursor.js';
import { documentSpans } from './yaml/documents.js';
import { type Budget, MAX_DEPTH, NestedTooDeeply, parseDocument, TooManyTokens, type YamlNode } from './yaml/nodes.js';
import { yamlErrors } from './yaml-errors.js';

/** The largest file that is read has one million if it contains manifests. */
const MAX_TOKENS = 4_000_000;

/** One document. Without a root, it is empty or was not read. */
export interface ReadDocument {
  readonly root: YamlNode | undefined;
  readonly problems: readonly NodeProblem[];
}

/** A byte order mark at the beginning of a document that is not the first; kubectl passes over it there, too. */
const MARK_OF_DOCUMENT = /^(---[ \t]*)(\r?\n)\uFEFF/gm;

/** The documents of a text, in order. It ends with the first one that is too large or nested too deeply. */
export function* readNodes(written: string): Generator<ReadDocument> {
  // Of the same length, so that places stay.
  const text = written.includes('\uFEFF') ? written.replace(MARK_OF_DOCUMENT, '$1 $2') : written;
  const budget = { tokens: MAX_TOKENS };
  for (const [start, end] of documentSpans(text)) {
    const document = readDocument(text, start, end, budget);
    if (document) yield document;
    if (document?.problems.some(({ code }) => code === 'FILE_TOO_LARGE')) return;
  }
}

/** @returns nothing where there is no document */
function readDocument(text: string, start: number, end: number, budget: Budget): ReadDocument | undefined {
  const control = controlCharacter(text, start, end);
  if (control) return { root: undefined, problems: [control] };
  try {
    const { root, isAbsent, rest } = parseDocument(text, start, end, budget);
    if (rest === undefined) return isAbsent ? undefined : { root, problems: [] };
    // kubectl reads what begins like JSON with a stricter parser.
    if (BRACE.test(text.slice(start, end))) throw new YamlSyntaxError('found text after the end of a JSON object', rest - start);
    return { root, problems: [ignoredRest(text, rest)] };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    return { root: undefined, problems: problemsOf(error, text, start, end) };
  }
}

function problemsOf(error: YamlSyntaxError, text: string, start: number, end: number): NodeProblem[] {
  const offset = start + error.offset;
  if (error instanceof NestedTooDeeply) {
    return [
      {
        code: 'NESTED_TOO_DEEPLY',
        offset,
        message: 'the document is nested too deeply',
        found: `more than ${MAX_DEPTH} levels`,
        expected: `at most ${MAX_DEPTH} levels`,
        fix: 'flatten the document; no Kubernetes object is nested this deeply',
      },
    ];
  }
  if (error instanceof TooManyTokens) {
    return [
      {
        code: 'FILE_TOO_LARGE',
        offset,
        message: 'the file has too many values to be a set of manifests',
        found: `more than ${MAX_TOKENS} YAML tokens`,
        expected: `at most ${MAX_TOKENS}`,
        fix: 'split the file, or remove what is not needed',
      },
    ];
  }
  return yamlErrors({ message: error.message, offset }, text, [start, end]);
}

const BRACE = /^[\s\uFEFF]*\{/;
/** What go-yaml refuses, besides what is no Unicode. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

function controlCharacter(text: string, start: number, end: number): NodeProblem | undefined {
  // Of this document alone: a search to the end of the text, for each of its documents, takes time in the square of their number.
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

function ignoredRest(text: string, offset: number): NodeProblem {
  return {
    code: 'DOUBTFUL_YAML',
    offset,
    message: 'this text comes after the end of its document, so kubectl ignores it',
    found: JSON.stringify(/^[^\n]{0,40}/.exec(text.slice(offset, offset + 40))?.[0] ?? ''),
    expected: '--- before another document',
    fix: 'write --- on a separate line before it, or remove it',
  };
}
