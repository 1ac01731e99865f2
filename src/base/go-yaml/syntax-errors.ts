/**
 * All texts that go-yaml cannot read: go-yaml's message, our message, and the fix.
 *
 * go-yaml stops at the first error of a document, and so does this reader: the rest would be read from a wrong beginning.
 */
import type { YamlError } from './yaml-error.js';

/** The part of go-yaml that notices an error; its parser counts lines from 0. */
type Stage = 'scanner' | 'parser';

interface SyntaxError {
  readonly message: string;
  readonly fix: string;
  readonly stage?: Stage;
  /** The message of kubectl; absent if kubectl reads no such text at all. */
  readonly kubectl?: string;
}

const TABS = 'indent with spaces; YAML forbids tabs there';
const SECOND_COLON =
  'put the value in quotes if the colon is part of it; otherwise check the indentation, and whether a quote, or a space after a colon, is missing here or above';
const ALIGN = 'align the line with its neighbours, and check the line above for a stray or missing character';
const TAG = 'remove the tag, and put the value in quotes if it is text';
const DIRECTIVE = 'remove the line; a manifest needs no directive';
const ESCAPE = 'write \\\\ for a backslash, or use single quotes';

const scanner = (kubectl: string, message: string, fix: string): SyntaxError => ({ stage: 'scanner', kubectl, message, fix });
const parser = (kubectl: string, message: string, fix: string): SyntaxError => ({ stage: 'parser', kubectl, message, fix });

const SYNTAX_ERRORS = {
  noColon: scanner("could not find expected ':'", 'found no colon after a key', 'write a colon and a space after the key'),
  entryNotAllowed: scanner('block sequence entries are not allowed in this context', 'an entry of a list cannot be here', ALIGN),
  keyNotAllowed: scanner('mapping keys are not allowed in this context', 'a key cannot be here', ALIGN),
  valueNotAllowed: scanner(
    'mapping values are not allowed in this context',
    'found a second colon where a value is expected',
    SECOND_COLON,
  ),
  noToken: scanner('found character that cannot start any token', 'no value can begin with this character', 'put the value in quotes'),
  tabFirst: scanner('found character that cannot start any token', 'found a tab where spaces are expected', TABS),
  tabInText: scanner('found a tab character that violates indentation', 'found a tab where spaces are expected', TABS),
  tabInBlock: scanner('found a tab character where an indentation space is expected', 'found a tab where spaces are expected', TABS),
  markerInQuotes: scanner(
    'found unexpected document indicator',
    'a quoted text is not closed before the end of the document',
    'close the quote',
  ),
  quoteNotClosed: scanner('found unexpected end of stream', 'a quoted text is not closed', 'close the quote'),
  unknownEscape: scanner('found unknown escape character', 'found an unknown escape in a quoted text', ESCAPE),
  shortEscape: scanner('did not find expected hexdecimal number', 'an escape in a quoted text needs more hexadecimal digits', ESCAPE),
  noUnicode: scanner('found invalid Unicode character escape code', 'an escape in a quoted text is not a Unicode character', ESCAPE),
  zeroIndent: scanner(
    'found an indentation indicator equal to 0',
    'the indentation of a block of text cannot be 0',
    'write the number of spaces, or leave it out',
  ),
  textAfterHeader: scanner(
    'did not find expected comment or line break',
    'found text after | or >, where only a comment can be',
    'write the text on the next line, indented',
  ),
  anchorName: scanner(
    'did not find expected alphabetic or numeric character',
    'the name of an anchor or alias has only letters, digits, - and _',
    'put the value in quotes if it is text',
  ),
  tagNotClosed: scanner("did not find the expected '>'", 'a tag that begins with !< ends with >', TAG),
  noSpaceAfterTag: scanner('did not find expected whitespace or line break', 'found no space after a tag', TAG),
  noTagHandle: scanner("did not find expected '!'", 'the handle of a tag begins and ends with !', TAG),
  noTagName: scanner('did not find expected tag URI', 'found no name of a tag', TAG),
  tagEscape: scanner('did not find URI escaped octet', 'a tag contains a % that is not an escape of UTF-8', TAG),
  tagHandleUnknown: parser('found undefined tag handle', 'the handle of a tag is not defined', TAG),
  directiveVersion: { message: 'the version of YAML is not 1.1 or 1.2', fix: DIRECTIVE },
  directiveUnknown: { message: 'found an unknown directive', fix: 'put the value in quotes if it is text' },
  directiveSpace: { message: 'found no space after the handle of a tag', fix: DIRECTIVE },
  directiveRest: { message: 'found text after a directive, where only a comment can be', fix: DIRECTIVE },
  directiveAlone: { message: 'found no --- after a directive', fix: 'write --- on a line after the directive' },
  noContent: parser('did not find expected node content', 'found no value where one is expected', ALIGN),
  flowNotClosed: parser('did not find expected node content', 'brackets or braces are not closed', 'close them with "]" or "}"'),
  noEntry: parser("did not find expected '-' indicator", 'found no "- " where an entry of a list is expected', ALIGN),
  noKey: parser('did not find expected key', 'found no key where one is expected', ALIGN),
  listNotClosed: parser(
    "did not find expected ',' or ']'",
    'found neither a comma nor ] after an entry of a list',
    'close the list with "]", or write a comma between its entries',
  ),
  mappingNotClosed: parser(
    "did not find expected ',' or '}'",
    'found neither a comma nor } after an entry of a mapping',
    'close the mapping with "}", or write a comma between its entries',
  ),
} satisfies Readonly<Record<string, SyntaxError>>;

export type SyntaxErrorName = keyof typeof SYNTAX_ERRORS;

/** The error at which go-yaml stops. */
export class YamlSyntaxError extends Error {
  /**
   * @param offset the position of the mistake, from the start of the document
   * @param noticed the position where go-yaml notices it: for a text without its closing quote, the end of the document
   */
  constructor(
    readonly error: SyntaxErrorName,
    readonly offset: number,
    readonly noticed = offset,
  ) {
    super(SYNTAX_ERRORS[error].message);
  }
}

const FOUND_LENGTH = 40;
const LINE_LENGTH = 200;

/** Fixes by the content of the line: no mistakes in YAML, but in the work before it. */
const LINE_FIXES: readonly (readonly [RegExp, string])[] = [
  [/\{\{.*\}\}/, 'render the template first, with Helm or the tool it was written for'],
  [/^(?:<{7} |={7}$|>{7} )/, 'resolve the merge conflict'],
];

/** The error of the document between two offsets of a text. */
export function syntaxError({ error, offset, noticed }: YamlSyntaxError, text: string, [start, end]: readonly [number, number]): YamlError {
  const { message, fix }: SyntaxError = SYNTAX_ERRORS[error];
  const kubectl = kubectlMessage(SYNTAX_ERRORS[error], text.slice(start, end), noticed, start === 0);
  const place = start + offset;
  return {
    code: 'NOT_YAML',
    offset: place,
    message: kubectl === undefined ? message : `${message} (kubectl: ${kubectl})`,
    found: excerptAt(text, place),
    expected: 'YAML or JSON',
    fix: LINE_FIXES.find(([pattern]) => pattern.test(lineAt(text, place)))?.[1] ?? fix,
  };
}

const LINE_BREAK = /\r\n|[\r\n\u0085\u2028\u2029]/g;
const SEPARATOR_LINE = /^---[^\n]*\n/;
/** The document begins like JSON, has a directive, or has text after its `---`: kubectl reports other errors for these. */
const READ_OTHERWISE = /^[\s\uFEFF]*\{|(?<![^\n])(?:%|---[ \t]*[^\s#])/;

/**
 * kubectl's message for a document that kubectl reads as we do. kubectl counts the lines of each document from 1, after its `---`;
 * go-yaml's parser names the line before.
 */
function kubectlMessage({ stage, kubectl }: SyntaxError, document: string, noticed: number, isFirst: boolean): string | undefined {
  if (kubectl === undefined || READ_OTHERWISE.test(document)) return undefined;
  const separator = isFirst ? '' : (SEPARATOR_LINE.exec(document)?.[0] ?? '');
  const lineBreaks = `${document}\n`.slice(separator.length, noticed).match(LINE_BREAK)?.length ?? 0;
  return lineBreaks === 0 ? kubectl : `line ${stage === 'scanner' ? lineBreaks + 1 : lineBreaks}: ${kubectl}`;
}

/** The line around an offset, shortened. */
function lineAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - LINE_LENGTH);
  return /^[^\n]*/.exec(text.slice(start, offset + LINE_LENGTH))?.[0] ?? '';
}

/** The rest of the line at an offset. */
function excerptAt(text: string, offset: number): string {
  const line = /^[^\n]*/.exec(text.slice(offset, offset + FOUND_LENGTH))?.[0].trimEnd() ?? '';
  if (line !== '') return JSON.stringify(line);
  return offset >= text.trimEnd().length ? 'the end of the text' : 'the end of the line';
}
