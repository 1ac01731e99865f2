/** The error of a YAML text as data: a stable code, the place and the fix. */

/** Every kind of error, by its code. */
type YamlErrorCode =
  | 'NOT_YAML'
  | 'FILE_TOO_LARGE'
  | 'NESTED_TOO_DEEPLY'
  | 'TOO_MANY_ALIASES'
  | 'DUPLICATE_KEY'
  | 'FORBIDDEN_KEY'
  | 'UNSUPPORTED_YAML'
  | 'DOUBTFUL_YAML';

/** One error. kubectl reads a text with `DOUBTFUL_YAML`, and one with `DUPLICATE_KEY`, where the last value counts. */
export interface YamlError {
  readonly code: YamlErrorCode;
  /** The offset in the whole text. */
  readonly offset: number;
  /** The error in one sentence. */
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  readonly fix: string;
  /** The field in the document that the error is about, from the root inwards, if there is one. */
  readonly at?: readonly (string | number)[];
}
