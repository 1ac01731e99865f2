/** YAML or JSON text → YAML nodes, within limits: even a small text can nest too deeply or contain more than memory can hold. */
import { Composer, type CST, type Document, Lexer, type LineCounter, Parser } from 'yaml';
import { jsonValues } from './json-values.js';
import type { NodeProblem } from './problem.js';

/** Levels of nesting; Kubernetes objects stay below 100. */
const MAX_DEPTH = 256;
/** Each costs up to a kilobyte of memory. The largest file that is read has three million if it contains manifests. */
const MAX_LEXEMES = 4_000_000;

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
 * The documents of a text as YAML nodes, in order; `report` receives nesting that is too deep to follow.
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
        fix: 'flatten the document; no Kubernetes object is nested this deeply',
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

/** The tokens of a text, up to the limit that memory can hold. */
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
        message: 'the file has too many values to be a set of manifests',
        found: `more than ${MAX_LEXEMES} YAML tokens`,
        expected: `at most ${MAX_LEXEMES}`,
        fix: 'split the file, or remove what is not needed',
      });
      return;
    }
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

/** Where a token goes deeper than allowed. It walks with its own list, because the call stack would overflow. */
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
