/** The yaml package's complaints as problems, each with what to do about it. */
import type { Document } from 'yaml';
import type { NodeProblem } from './node-problem.js';
import type { ProblemCode } from './problem.js';

/** Problems that are reported of one document. */
export const PROBLEMS_PER_DOCUMENT = 10;
const MESSAGE_LENGTH = 160;
const FOUND_LENGTH = 40;
const LINE_LENGTH = 200;

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

const TEMPLATE = /\{\{.*\}\}/;

/** What a line says of why it is no YAML. */
const LINE_FIXES: readonly (readonly [RegExp, string])[] = [
  [TEMPLATE, 'render the template first, with Helm or what else it was written for'],
  [/^(?:<{7} |={7}$|>{7} )/, 'resolve the merge conflict'],
];

/**
 * What is wrong with the syntax of a document, a few places at most.
 *
 * @param start the offset in the text that those of the document are counted from
 */
export function yamlErrors(document: Document.Parsed, text: string, start: number): NodeProblem[] {
  const code: ProblemCode = 'NOT_YAML';
  const told = firstOfEachLine(document.errors, text, start);
  // A template has a line of this kind after the other, and one remedy.
  const template = told.find(({ pos: [from] }) => TEMPLATE.test(lineAt(text, start + from)));
  const errors = template ? [template] : told;
  return errors.slice(0, PROBLEMS_PER_DOCUMENT).map(({ message, pos: [from, to] }) => ({
    code,
    offset: start + from,
    message: message.replace(/\.$/, '').slice(0, MESSAGE_LENGTH),
    found: excerptOf(text, [start + from, start + to]),
    expected: 'YAML or JSON',
    fix:
      LINE_FIXES.find(([pattern]) => pattern.test(lineAt(text, start + from)))?.[1] ??
      FIXES.find(([pattern]) => pattern.test(message))?.[1] ??
      'correct the YAML syntax on this line',
  }));
}

/** Of several complaints about one line, the later ones follow from the first. */
function firstOfEachLine(errors: Document.Parsed['errors'], text: string, start: number): Document.Parsed['errors'] {
  const lines = new Set<number>();
  return errors.filter(({ pos: [from] }) => {
    const line = text.lastIndexOf('\n', start + from - 1);
    const isFirst = !lines.has(line);
    lines.add(line);
    return isFirst;
  });
}

/** The line around an offset, as far as a person would read it. */
function lineAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - LINE_LENGTH);
  return /^[^\n]*/.exec(text.slice(start, offset + LINE_LENGTH))?.[0] ?? '';
}

/** What stands at a place: the yaml package often names only its first character. */
function excerptOf(text: string, [start, end]: readonly [number, number]): string {
  const line = /^[^\n]*/.exec(text.slice(start, start + FOUND_LENGTH))?.[0].trimEnd() ?? '';
  const found = end > start + 1 ? text.slice(start, end).slice(0, FOUND_LENGTH) : line;
  if (found !== '') return JSON.stringify(found);
  return start >= text.trimEnd().length ? 'the end of the text' : 'the end of the line';
}
