/**
 * Problems: bad input, with its place in the text. A run reports all of them and writes nothing.
 *
 * A problem is data: a stable code, a place, the found and the expected value, and the fix.
 * `format-problem.ts` turns it into text.
 */
import type { YamlError } from '../go-yaml/yaml-error.js';
import type { FieldPath } from './field-path.js';
import type { ProblemCode } from './problem-guide.js';

/** The guide has an entry for each. */
export type { ProblemCode };

/** Codes of problems that OLM accepts: they are reported, and the run continues. All others stop it. */
const WARNINGS: ReadonlySet<ProblemCode> = new Set([
  'DOUBTFUL_YAML',
  'KUSTOMIZATION_PART_NOT_READ',
  'FILE_LEFT_OUT',
  'BUNDLE_FILE_NOT_READ',
  'API_VERSION_MISSING',
  'CRD_API_VERSION',
  'CSV_API_VERSION',
  'CSV_KEY_CASE',
  'CSV_UNKNOWN_FIELD',
  'CSV_AMOUNT',
  'CSV_RESERVED_ANNOTATION',
  'CSV_ANNOTATION_NAME',
  'CSV_INSTALL_MODE',
  'CSV_DUPLICATE_RULES',
  'CSV_UNUSED_ACCOUNT',
  'CSV_STATUS',
]);

/** Codes of problems whose text is unambiguous enough to continue, if the user asks for it. */
export const LENIENT: ReadonlySet<ProblemCode> = new Set(['DUPLICATE_KEY', 'BUNDLE_DEPENDENCIES', 'UNKNOWN_FIELD']);

/** How bad input is treated. */
export interface Leniency {
  /** Whether problems of the codes in `LENIENT` become warnings. @default false */
  readonly lenient?: boolean;
}

/**
 * Whether a problem is an error, which leaves out the object, bundle or file that it is about. Warnings and tolerated errors are not.
 *
 * @example
 * readState(['clusters/prod'], { throws: false }).problems.some(isError) // true if a part of the input was left out
 */
export function isError({ code, tolerated }: { readonly code: ProblemCode; readonly tolerated?: true }): boolean {
  return !WARNINGS.has(code) && !tolerated;
}

/**
 * Whether a problem stops all judging. A problem with `isAlone` refuses only its own object.
 *
 * @example
 * problems.some(stops) // false where only one of many Subscriptions names an unknown channel
 */
export function stops(problem: {
  readonly code: ProblemCode;
  readonly tolerated?: true;
  readonly isAlone?: true;
  readonly isAside?: true;
}): boolean {
  return isError(problem) && !problem.isAlone && !problem.isAside;
}

/** The problem; a warning if leniency allows that. */
export function tolerate<P extends { readonly code: ProblemCode }>(problem: P, { lenient = false }: Leniency): P & { tolerated?: true } {
  return lenient && LENIENT.has(problem.code) ? { ...problem, tolerated: true } : problem;
}

/** The source of a document as plain data, so that rules and rendering stay pure. */
export interface SourceReference {
  /** The file as the user named it; `-` is standard input. */
  readonly file: string;
  /** Index of the YAML document in the file. */
  readonly document: number;
  /** The path of the object in that document: empty, or e.g. `['items', 3]` in a List. */
  readonly path: FieldPath;
  /** If the value there is a text with objects in it: the object in that text. */
  readonly within?: { readonly text: string; readonly document: number; readonly path: FieldPath };
}

/** One problem of the input. @jsii ignore */
export interface Problem {
  readonly code: ProblemCode;
  /** The problem in one sentence. */
  readonly message: string;
  readonly file: string;
  /** Counted from 1. Absent for a problem of the whole file. */
  readonly line?: number;
  readonly column?: number;
  /** Field path in the object, such as `spec.selector`. Absent for a problem of the whole object. */
  readonly path?: string;
  /** The found value, shortened. */
  readonly found?: string;
  readonly expected?: string;
  readonly fix: string;
  /** The input was read anyway, because of leniency or because it may be intended. */
  readonly tolerated?: true;
  /** The problem refuses only its own object: everything else is judged. */
  readonly isAlone?: true;
  /** The subject of the problem was left out, and the rest is judged. */
  readonly isAside?: true;
  /** The line of text, or the part of the line around the place. */
  readonly excerpt?: string;
  /** The column of the place within the excerpt. */
  readonly caret?: number;
}

/** A problem whose place is a field of a document, not yet a line of text. */
export interface UnlocatedProblem extends Omit<Problem, 'file' | 'line' | 'column' | 'path' | 'excerpt' | 'caret'> {
  readonly source: SourceReference;
  /** Field path within the object. */
  readonly at: FieldPath;
}

/** A problem without its place. */
export type Complaint = Omit<UnlocatedProblem, 'source' | 'at'>;

/** A problem whose place is an offset in the text. */
export interface NodeProblem extends Omit<YamlError, 'code'> {
  readonly code: ProblemCode;
}

/** The number of characters that are kept of each text of a problem. */
const LONGEST_TEXT = 600;

/** The problem with texts that are short enough to read, whatever the input. */
export function shortened(problem: Problem): Problem {
  const texts = (['message', 'path', 'found', 'expected', 'fix'] as const).flatMap((field) => {
    const text = problem[field];
    return text === undefined || text.length <= LONGEST_TEXT ? [] : [[field, `${text.slice(0, LONGEST_TEXT).toWellFormed()}…`]];
  });
  return texts.length === 0 ? problem : { ...problem, ...Object.fromEntries(texts) };
}

const BRAND = Symbol.for('cdk8s-olm.ProblemError');

/**
 * Thrown where problems cannot be returned, such as when constructs read a file.
 * `problems` has all of them. `message` shows them as the command line does.
 *
 * @example
 * try {
 *   app.synth();
 * } catch (error) {
 *   if (error instanceof ProblemError) console.error(error.problems.map(({ code, file, line }) => `${code} ${file}:${line}`));
 * }
 *
 * @jsii ignore
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  declare readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], message: string) {
    super(message);
    // Not enumerable: Node would print the problems again, below the message.
    Object.defineProperties(this, { problems: { value: problems }, [BRAND]: { value: true } });
  }

  /** Whether a value is a ProblemError of any copy of this package. */
  static isProblemError(value: unknown): value is ProblemError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
