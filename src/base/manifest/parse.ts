/**
 * YAML or JSON text → documents as plain data, each with its source.
 *
 * All problems of a text are collected. A document with a problem is not in the result.
 */
import { decode } from '../go-yaml/decode.js';
import { readNodes } from '../go-yaml/read.js';
import { formatFieldPath } from './field-path.js';
import type { OriginOf } from './locator.js';
import type { OuterObject } from './place.js';
import { linesOf, placeAt } from './place.js';
import { isError, type Leniency, type NodeProblem, type Problem, type SourceReference, shortened, tolerate } from './problem.js';

/** The number of problems that are reported per document. */
const PROBLEMS_PER_DOCUMENT = 10;

/** The text of a file, with the file name that the user gave. */
export interface SourceText {
  /** Whether the file was found in a folder and no kustomization lists it. */
  readonly isUnlisted?: true;
  /** Whether the file belongs to one of several units of a cluster. */
  readonly isShared?: true;
  readonly file: string;
  readonly text: string;
  /** Finds the origins of the parts of a generated text. */
  readonly originOf?: OriginOf;
}

/** One document as plain data. Aliases share parts of it, so never mutate it. */
export interface ParsedDocument {
  readonly value: unknown;
  readonly source: SourceReference;
  /** The outer object, if a tool makes this document from that object. */
  readonly inside?: OuterObject;
  /** The CSVs that this Subscription lets OLM install. @default any */
  readonly versions?: readonly string[];
}

/**
 * Parses every document of a text as Kubernetes reads YAML. Empty documents are skipped.
 *
 * With leniency, a document with a duplicate key is read, and the last value wins, as in kubectl.
 *
 * @example
 * parseDocuments({ file: 'a.yaml', text: 'kind: Namespace' }).documents[0].value // { kind: 'Namespace' }
 */
export function parseDocuments(source: SourceText, leniency: Leniency = {}): { documents: ParsedDocument[]; problems: Problem[] } {
  const { file, text } = source;
  const lines = linesOf(text);
  const problems: Problem[] = [];
  const report = ({ offset, at = [], ...problem }: NodeProblem): void => {
    const path = formatFieldPath(at);
    problems.push(shortened({ ...problem, file, ...placeAt(text, lines, offset), path: path || undefined }));
  };
  return { documents: [...eachDocument(source, leniency, report)], problems };
}

/** The same documents, each parsed when it is asked for: who looks for one of a kind reads no further. @param report hears of problems */
export function* eachDocument(
  source: SourceText,
  leniency: Leniency = {},
  report = (_: NodeProblem): void => {},
): Generator<ParsedDocument> {
  const { file, text } = source;
  let index = 0;
  for (const { root, error } of readNodes(text)) {
    if (error) report(error);
    if (!error || !isError(error)) {
      const { value, errors } = decode(root);
      const found = findMissingSeparator(errors).map((problem) => tolerate(problem, leniency));
      const fatal = found.filter(isError);
      (fatal.length > 0 ? fatal : found).slice(0, PROBLEMS_PER_DOCUMENT).forEach(report);
      if (fatal.length === 0 && value !== null) yield { value, source: { file, document: index, path: [] } };
    }
    index += 1;
  }
}

// Two objects in one document: kubectl takes the second, and the first is lost.

/**
 * The problems of a document. If its duplicate keys are two objects without a separator, one problem replaces all of them, and
 * leniency does not apply.
 */
function findMissingSeparator(problems: readonly NodeProblem[]): readonly NodeProblem[] {
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
