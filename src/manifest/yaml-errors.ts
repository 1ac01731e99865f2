/**
 * Problems of a whole document: its syntax errors, each with a fix, and two objects in one document.
 *
 * Our own parser stops at the first error. The yaml package goes on, and its messages are better known, so it is asked about
 * a document that our parser refused.
 */
import { Composer, Lexer, Parser, type YAMLParseError } from 'yaml';
import type { NodeProblem, ProblemCode } from './problem.js';

/** How many problems are reported per document. */
export const PROBLEMS_PER_DOCUMENT = 10;
const MESSAGE_LENGTH = 160;
const FOUND_LENGTH = 40;
const LINE_LENGTH = 200;

/** How to fix an error of the yaml package, by its message. Its codes are too coarse. */
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

const TEMPLATE = /\{\{.*\}\}/;

/** Fixes by the content of the line. */
const LINE_FIXES: readonly (readonly [RegExp, string])[] = [
  [TEMPLATE, 'render the template first, with Helm or the tool it was written for'],
  [/^(?:<{7} |={7}$|>{7} )/, 'resolve the merge conflict'],
];

/** How much of a document the yaml package is asked about: it needs up to a kilobyte of memory for each character. */
const ASKED_LENGTH = 1_000_000;

/** A syntax error, at an offset in the whole text. */
interface SyntaxError {
  readonly message: string;
  readonly offset: number;
  /** Where what it is about ends. */
  readonly end?: number;
}

/**
 * The syntax errors of a document, a few at most.
 *
 * @param own what our parser says about it
 * @param span where the document is in the text
 */
export function yamlErrors(own: SyntaxError, text: string, span: readonly [number, number]): NodeProblem[] {
  const code: ProblemCode = 'NOT_YAML';
  const others = errorsOfPackage(text, span);
  const told = firstOfEachLine(others.length > 0 ? others : [own], text);
  // A template has many such lines, and one fix.
  const template = told.find(({ offset }) => TEMPLATE.test(lineAt(text, offset)));
  const errors = template ? [template] : told;
  return errors.slice(0, PROBLEMS_PER_DOCUMENT).map(({ message, offset, end = offset }) => ({
    code,
    offset,
    message: message.replace(/\.$/, '').slice(0, MESSAGE_LENGTH),
    found: excerptOf(text, [offset, end]),
    expected: 'YAML or JSON',
    fix:
      LINE_FIXES.find(([pattern]) => pattern.test(lineAt(text, offset)))?.[1] ??
      FIXES.find(([pattern]) => pattern.test(message))?.[1] ??
      'correct the YAML syntax on this line',
  }));
}

function errorsOfPackage(text: string, [start, end]: readonly [number, number]): SyntaxError[] {
  if (end - start > ASKED_LENGTH) return [];
  const composer = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    keepSourceTokens: false,
  });
  const parser = new Parser();
  const errors: YAMLParseError[] = [];
  try {
    for (const lexeme of new Lexer().lex(text.slice(start, end))) {
      for (const token of parser.next(lexeme)) for (const document of composer.next(token)) errors.push(...document.errors);
    }
    for (const token of parser.end()) for (const document of composer.next(token)) errors.push(...document.errors);
    for (const document of composer.end(false, end - start)) errors.push(...document.errors);
  } catch (error) {
    // It overflows the stack where nesting is deep.
    if (!(error instanceof RangeError)) throw error;
  }
  return errors.map(({ message, pos: [from, to] }) => ({ message, offset: start + from, end: start + to }));
}

/** The first error of each line: later errors of the same line follow from it. */
function firstOfEachLine(errors: readonly SyntaxError[], text: string): SyntaxError[] {
  const lines = new Set<number>();
  return errors.filter(({ offset }) => {
    const line = text.lastIndexOf('\n', offset - 1);
    const isFirst = !lines.has(line);
    lines.add(line);
    return isFirst;
  });
}

/** The line around an offset, shortened. */
function lineAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - LINE_LENGTH);
  return /^[^\n]*/.exec(text.slice(start, offset + LINE_LENGTH))?.[0] ?? '';
}

/** The text at a place: the yaml package often names only its first character. */
function excerptOf(text: string, [start, end]: readonly [number, number]): string {
  const line = /^[^\n]*/.exec(text.slice(start, start + FOUND_LENGTH))?.[0].trimEnd() ?? '';
  const found = end > start + 1 ? text.slice(start, end).slice(0, FOUND_LENGTH) : line;
  if (found !== '') return JSON.stringify(found);
  return start >= text.trimEnd().length ? 'the end of the text' : 'the end of the line';
}

/**
 * The problems of a document. If its duplicate keys come from two objects without a separator, one problem replaces
 * them, and leniency does not apply: the first object would be lost.
 */
export function findMissingSeparator(problems: readonly NodeProblem[]): readonly NodeProblem[] {
  const twice = problems.filter(({ code, at }) => code === 'DUPLICATE_KEY' && at?.length === 1);
  const [first] = twice;
  if (!first || !['apiVersion', 'kind'].every((key) => twice.some(({ at }) => at?.[0] === key))) return problems;
  const missing: NodeProblem = {
    code: 'MISSING_SEPARATOR',
    offset: first.offset,
    message: 'the document contains a second object',
    found: `another ${first.at?.[0]}`,
    expected: 'one object',
    fix: 'write --- on a separate line before the second object',
  };
  return problems.flatMap((problem) => (problem === first ? [missing] : twice.includes(problem) ? [] : [problem]));
}
