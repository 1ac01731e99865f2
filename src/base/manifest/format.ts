/** Writes JSON, and the templates of objects that exist in many namespaces. */
import { stringify as stringifyJson } from 'safe-stable-stringify';

/** JSON keeps the order of keys, and writes integers of any size. */
export function emitJson(value: unknown): string {
  return `${writeJson(value, null, 2)}\n`;
}

/** JSON on one line, for messages. */
export function jsonText(value: unknown): string {
  return writeJson(value) ?? 'nothing';
}

const writeJson = stringifyJson.configure({ deterministic: false, bigint: true });

/** The text of a document for one namespace. */
export type Template = (namespace: string) => string;

/** Fails only if an object contains this many tokens by chance. */
const ATTEMPTS = 100;

/**
 * Writes an object with a token for the namespace, and cuts the text at the tokens.
 *
 * @param withNamespace returns the object for a namespace
 * @param occurrences how often the namespace occurs in the object, each time as a whole value
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
    // More pieces mean that the object contains this token elsewhere: try another token.
    if (pieces.length === occurrences + 1) return (namespace) => pieces.join(scalar(namespace));
  }
  throw new Error(`the namespace does not occur ${occurrences} times as a whole value`);
}

/** Writes plain data in one format. */
export interface FormatWriter {
  /** The file extension. */
  readonly extension: string;
  /** One value, ending in a line break. */
  value(value: unknown): string;
  /** A stream of documents from their texts: YAML documents, or one JSON array. */
  stream(documents: Iterable<string>): Generator<string>;
  /** The documents of one file in a form that kubectl, Argo CD and Flux accept: YAML documents, or a List. */
  file(documents: Iterable<string>): Generator<string>;
}
