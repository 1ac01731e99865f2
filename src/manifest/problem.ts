/**
 * Problems: bad input, with its place in the text. A run reports all of them and writes nothing.
 *
 * A problem is data (a stable code, a place, what was found, what was expected, how to fix it);
 * `format-problem.ts` turns it into text.
 */
import type { FieldPath } from './field-path.js';

/** Every kind of bad input, by its stable code. */
export type ProblemCode =
  | 'FILE_UNREADABLE'
  | 'FILE_TOO_LARGE'
  | 'FILE_NOT_TEXT'
  | 'NO_MANIFESTS'
  | 'NOT_YAML'
  | 'DUPLICATE_KEY'
  | 'FORBIDDEN_KEY'
  | 'UNSUPPORTED_YAML'
  | 'TOO_MANY_ALIASES'
  | 'NESTED_TOO_DEEPLY'
  | 'NOT_A_MANIFEST'
  | 'UNKNOWN_KIND'
  | 'UNSUPPORTED_VERSION'
  | 'FIELD_MISSING'
  | 'WRONG_TYPE'
  | 'INVALID_VALUE'
  | 'INVALID_NAME'
  | 'INVALID_SELECTOR'
  | 'DUPLICATE_OBJECT'
  | 'NAMESPACE_NOT_FOUND'
  | 'INVALID_BUNDLE'
  | 'INVALID_CATALOG'
  | 'PACKAGE_NOT_FOUND'
  | 'CATALOG_NOT_FOUND'
  | 'CHANNEL_NOT_FOUND'
  | 'BUNDLE_NOT_FOUND'
  | 'BUNDLE_CONTENT_MISSING'
  | 'SUBSCRIPTION_CONFLICT'
  | 'API_VERSION_MISSING'
  | 'CRD_API_VERSION'
  | 'CSV_API_VERSION';

/** Codes of problems that OLM lives with: they are reported, and the run goes on. All others stop it. */
const WARNINGS: ReadonlySet<ProblemCode> = new Set(['CSV_API_VERSION', 'CRD_API_VERSION', 'API_VERSION_MISSING']);

/** Whether a problem stops the run. */
export function isError({ code }: { code: ProblemCode }): boolean {
  return !WARNINGS.has(code);
}

/** Where a document came from: plain data, so that rules and rendering stay pure. */
export interface SourceReference {
  /** The file as the user named it; `-` is standard input. */
  readonly file: string;
  /** Index of the YAML document in the file. */
  readonly document: number;
  /** Where the object stands in that document: empty, or e.g. `['items', 3]` in a List. */
  readonly path: FieldPath;
}

/** One thing that is wrong with the input. */
export interface Problem {
  readonly code: ProblemCode;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly file: string;
  /** Counted from 1; absent when the file as a whole is meant. */
  readonly line?: number;
  readonly column?: number;
  /** Field path in the object, such as `spec.selector`; absent when no field is meant. */
  readonly path?: string;
  /** What stands there, shortened. */
  readonly found?: string;
  readonly expected?: string;
  readonly fix: string;
  /** The line of text it stands on, or the part of it around the place. */
  readonly excerpt?: string;
  /** The column of the place within the excerpt. */
  readonly caret?: number;
}

/** A problem whose place is still a field of a document, not yet a line of text. */
export interface UnlocatedProblem extends Omit<Problem, 'file' | 'line' | 'column' | 'path' | 'excerpt' | 'caret'> {
  readonly source: SourceReference;
  /** Field path within the object. */
  readonly at: FieldPath;
}

const BRAND = Symbol.for('cdk8s-olm.ProblemError');

/**
 * Thrown where problems cannot be returned, such as when constructs read a file.
 * `problems` holds all of them; `message` shows them as the command line would.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], message: string) {
    super(message);
    this.problems = problems;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Recognises a ProblemError of any copy of this package. */
  static isProblemError(value: unknown): value is ProblemError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
