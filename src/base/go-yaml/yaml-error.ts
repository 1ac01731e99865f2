/** What is wrong with a YAML text: data with a stable code, the place, and what to do about it. */

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

/** One error. Of `DOUBTFUL_YAML`, kubectl reads the text; of `DUPLICATE_KEY` too, and the last value counts. */
export interface YamlError {
  readonly code: YamlErrorCode;
  /** In the whole text. */
  readonly offset: number;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  readonly fix: string;
  /** The field in the document, from its root inwards, if it is about one. */
  readonly at?: readonly (string | number)[];
}
