/** Writes JSON, and makes templates of objects that exist in many namespaces. */
import { stringify as stringifyJson } from 'safe-stable-stringify';

/** Writes indented JSON. The keys keep their order, and integers can have any size. */
export function emitJson(value: unknown): string {
  return `${writeJson(value, null, 2)}\n`;
}

/** Writes JSON on one line; `nothing` for undefined. */
export function jsonText(value: unknown): string {
  return writeJson(value) ?? 'nothing';
}

const writeJson = stringifyJson.configure({ deterministic: false, bigint: true });

/** Returns the text of a document for one namespace. */
export type Template = (namespace: string) => string;

/** The maximum number of tokens that `template` tries. */
const ATTEMPTS = 100;

/**
 * Writes an object with a token in the place of the namespace, and cuts the text at the tokens.
 *
 * @param withNamespace returns the object for a namespace
 * @param occurrences the number of values in the object that are the namespace
 */
export function template(
  withNamespace: (namespace: string) => unknown,
  occurrences: number,
  writer: Pick<FormatWriter, 'value'>,
): Template {
  const scalar = (namespace: string): string => writer.value(namespace).trimEnd();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const token = `namespace-token-${attempt}-`.padEnd(24, 'x');
    const pieces = writer.value(withNamespace(token)).split(scalar(token));
    // With more pieces, the object also contains the token elsewhere, so the next token is tried.
    if (pieces.length === occurrences + 1) return (namespace) => pieces.join(scalar(namespace));
  }
  throw new Error(`the namespace does not occur ${occurrences} times as a whole value`);
}

/** Writes plain data in one format. */
export interface FormatWriter {
  /** The file extension. */
  readonly extension: string;
  /** Writes one value, with a line break at its end. */
  value(value: unknown): string;
  /** Joins the texts of documents to a stream: YAML documents, or one JSON array. */
  stream(documents: Iterable<string>): Generator<string>;
  /** Joins the texts of documents to one file for kubectl, Argo CD and Flux: YAML documents, or a List. */
  file(documents: Iterable<string>): Generator<string>;
}
