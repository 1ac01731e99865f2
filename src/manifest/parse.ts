/**
 * YAML or JSON text → documents as plain data, each with the place it came from.
 *
 * All problems of a text are collected; a document with a problem is left out of the result.
 */
import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from 'yaml';
import { formatFieldPath } from './field-path.js';
import { jsonValues } from './json-values.js';
import { findMissingSeparator } from './missing-separator.js';
import type { NodeProblem } from './node-problem.js';
import { placeAt } from './place.js';
import { toPlain } from './plain.js';
import { isError, type Leniency, type Problem, type SourceReference, shortened, tolerate } from './problem.js';
import { PROBLEMS_PER_DOCUMENT, yamlErrors } from './yaml-errors.js';

/** Levels of nesting; Kubernetes objects stay below 100. */
const MAX_DEPTH = 256;
/** Each costs up to a kilobyte of memory; the largest file that is read has three million when it holds manifests. */
const MAX_LEXEMES = 4_000_000;

/** One file's text under the name the user knows it by. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** One document as plain data. Parts of it may be shared (aliases): never mutate it. */
export interface ParsedDocument {
  readonly value: unknown;
  readonly source: SourceReference;
}

/**
 * Parses every document of a text by Kubernetes' reading of YAML. Empty documents are skipped.
 *
 * With leniency, a document is read in spite of a key that stands twice: the last one counts, as for kubectl.
 *
 * @example
 * parseDocuments({ file: 'a.yaml', text: 'kind: Namespace' }).documents[0].value // { kind: 'Namespace' }
 */
export function parseDocuments({ file, text }: SourceText, leniency: Leniency = {}): { documents: ParsedDocument[]; problems: Problem[] } {
  const lines = new LineCounter();
  const documents: ParsedDocument[] = [];
  const problems: Problem[] = [];
  const report = ({ offset, at = [], ...problem }: NodeProblem): void => {
    const path = formatFieldPath(at);
    problems.push(shortened({ ...problem, file, ...placeAt(text, lines, offset), ...(path === '' ? {} : { path }) }));
  };

  let index = 0;
  for (const { document, start } of compose(text, lines, report)) {
    const reportHere = (problem: NodeProblem): void => report({ ...problem, offset: start + problem.offset });
    const errors = yamlErrors(document, text, start);
    if (errors.length > 0) errors.forEach(report);
    else {
      const plain = toPlain(document);
      const found = findMissingSeparator(plain.problems).map((problem) => tolerate(problem, leniency));
      const fatal = found.filter(isError);
      (fatal.length > 0 ? fatal : found).slice(0, PROBLEMS_PER_DOCUMENT).forEach(reportHere);
      if (fatal.length === 0 && plain.value !== null) {
        documents.push({ value: plain.value, source: { file, document: index, path: [] } });
      }
    }
    index += 1;
  }
  return { documents, problems };
}

/** All scalars come back as text; plain.ts gives them their meaning. */
const COMPOSE_OPTIONS = {
  schema: 'failsafe',
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
  keepSourceTokens: false,
} as const;

/** A document, and the offset that all offsets within it are counted from. */
export interface Composed {
  readonly document: Document.Parsed;
  readonly start: number;
}

/**
 * The documents of a text as YAML nodes, in order; `report` hears of nesting that is too deep to go into.
 */
export function* compose(text: string, lines: LineCounter, report: (problem: NodeProblem) => void): Generator<Composed> {
  const budget = { lexemes: MAX_LEXEMES };
  const values = jsonValues(text);
  if (!values) {
    for (const document of composeYaml(text, budget, report, lines.addNewLine)) yield { document, start: 0 };
    return;
  }
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  for (const [start, end] of values) {
    const reportHere = (problem: NodeProblem): void => report({ ...problem, offset: start + problem.offset });
    for (const document of composeYaml(text.slice(start, end), budget, reportHere)) yield { document, start };
    if (budget.lexemes < 0) return;
  }
}

function* composeYaml(
  text: string,
  budget: Budget,
  report: (problem: NodeProblem) => void,
  onNewLine?: (offset: number) => void,
): Generator<Document.Parsed> {
  const composer = new Composer(COMPOSE_OPTIONS);
  for (const token of tokens(text, budget, report, onNewLine)) {
    const offset = tooDeep(token);
    if (offset !== undefined) {
      report({
        code: 'NESTED_TOO_DEEPLY',
        offset,
        message: 'the document is nested too deeply',
        found: `more than ${MAX_DEPTH} levels`,
        expected: `at most ${MAX_DEPTH} levels`,
        fix: 'flatten the document; no Kubernetes object is nested like this',
      });
      return;
    }
    yield* composer.next(token);
  }
  yield* composer.end(false, text.length);
}

/** How much of a text may still be read. */
interface Budget {
  lexemes: number;
}

/** The tokens of a text, as many as memory is sure to hold. */
function* tokens(
  text: string,
  budget: Budget,
  report: (problem: NodeProblem) => void,
  onNewLine?: (offset: number) => void,
): Generator<CST.Token> {
  const parser = new Parser(onNewLine);
  onNewLine?.(0);
  for (const lexeme of new Lexer().lex(text)) {
    budget.lexemes -= 1;
    if (budget.lexemes < 0) {
      report({
        code: 'FILE_TOO_LARGE',
        offset: parser.offset,
        message: 'the file holds too many values to be a set of manifests',
        found: `more than ${MAX_LEXEMES} words and signs`,
        expected: `at most ${MAX_LEXEMES}`,
        fix: 'split the file, or leave out what is not needed',
      });
      return;
    }
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

/** Where a token goes deeper than allowed. Walked with a list of its own, since the call stack is what must be spared. */
function tooDeep(root: CST.Token): number | undefined {
  const open: { token: CST.Token; depth: number }[] = [{ token: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_DEPTH) return token.offset;
    if (token.type === 'document') {
      if (token.value) open.push({ token: token.value, depth });
    } else if ('items' in token) {
      for (const item of token.items) {
        if (item.key) open.push({ token: item.key, depth: depth + 1 });
        if (item.value) open.push({ token: item.value, depth: depth + 1 });
      }
    }
  }
  return undefined;
}
