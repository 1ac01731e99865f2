/**
 * YAML or JSON text → documents as plain data, each with the place it came from.
 *
 * All problems of a text are collected; a document with a problem is left out of the result.
 */
import { Composer, type CST, type Document, LineCounter, Parser } from 'yaml';
import { formatFieldPath } from './field-path.js';
import { jsonValues } from './json-values.js';
import { placeAt } from './place.js';
import { type NodeProblem, toPlain } from './plain.js';
import type { Problem, ProblemCode, SourceReference } from './problem.js';

/** Levels of nesting; Kubernetes objects stay below 100. */
const MAX_DEPTH = 256;
const PROBLEMS_PER_DOCUMENT = 10;

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
 * @example
 * parseDocuments({ file: 'a.yaml', text: 'kind: Namespace' }).documents[0].value // { kind: 'Namespace' }
 */
export function parseDocuments({ file, text }: SourceText): { documents: ParsedDocument[]; problems: Problem[] } {
  const lines = new LineCounter();
  const documents: ParsedDocument[] = [];
  const problems: Problem[] = [];
  const report = ({ offset, at = [], ...problem }: NodeProblem): void => {
    const path = formatFieldPath(at);
    problems.push({ ...problem, file, ...placeAt(text, lines, offset), ...(path === '' ? {} : { path }) });
  };

  let index = 0;
  for (const { document, start } of compose(text, lines, report)) {
    const reportHere = (problem: NodeProblem): void => report({ ...problem, offset: start + problem.offset });
    const errors = yamlErrors(document, text, start);
    if (errors.length > 0) errors.forEach(report);
    else {
      const plain = toPlain(document);
      plain.problems.slice(0, PROBLEMS_PER_DOCUMENT).forEach(reportHere);
      if (plain.problems.length === 0 && plain.value !== null) {
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
  const values = jsonValues(text);
  if (!values) {
    for (const document of composeYaml(text, report, lines.addNewLine)) yield { document, start: 0 };
    return;
  }
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  for (const [start, end] of values) {
    const reportHere = (problem: NodeProblem): void => report({ ...problem, offset: start + problem.offset });
    for (const document of composeYaml(text.slice(start, end), reportHere)) yield { document, start };
  }
}

function* composeYaml(
  text: string,
  report: (problem: NodeProblem) => void,
  onNewLine?: (offset: number) => void,
): Generator<Document.Parsed> {
  const composer = new Composer(COMPOSE_OPTIONS);
  for (const token of new Parser(onNewLine).parse(text)) {
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

const MESSAGE_LENGTH = 160;
const FOUND_LENGTH = 40;

/** How to mend what the yaml package complains of, by its message; its codes are too coarse. */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [/end with a \]/, 'close the list with "]", or indent its lines further than its key'],
  [/end with a \}/, 'close the mapping with "}", or indent its lines further than its key'],
  [/Missing closing/, 'close the quote'],
  [/followed by map values/, 'write a colon and a space after the key'],
  [/single line/, 'check for a missing quote, or a missing space after a colon, on this line or above'],
  [/[Tt]abs/, 'indent with spaces; YAML forbids tabs there'],
  [/[Ii]ndent/, 'align the line with its neighbours'],
  [/Unexpected/, 'check this line and the one above for a stray or missing character'],
];

function yamlErrors(document: Document.Parsed, text: string, start: number): NodeProblem[] {
  const code: ProblemCode = 'NOT_YAML';
  return document.errors.slice(0, PROBLEMS_PER_DOCUMENT).map(({ message, pos: [from, to] }) => ({
    code,
    offset: start + from,
    message: message.replace(/\.$/, '').slice(0, MESSAGE_LENGTH),
    found: excerptOf(text, [start + from, start + to]),
    expected: 'YAML or JSON',
    fix: FIXES.find(([pattern]) => pattern.test(message))?.[1] ?? 'correct the YAML syntax on this line',
  }));
}

/** What stands at a place: the yaml package often names only its first character. */
function excerptOf(text: string, [start, end]: readonly [number, number]): string {
  const line = /^[^\n]*/.exec(text.slice(start, start + FOUND_LENGTH))?.[0].trimEnd() ?? '';
  const found = end > start + 1 ? text.slice(start, end).slice(0, FOUND_LENGTH) : line;
  if (found !== '') return JSON.stringify(found);
  return start >= text.trimEnd().length ? 'the end of the text' : 'the end of the line';
}
