/**
 * Templates: the text of an object that is in many namespaces, written once and filled in for each.
 */
import type { FormatWriter } from './format.js';

/** The text of a document for one namespace. */
export type Template = (namespace: string) => string;

/** It fails only if an object contains this many tokens by chance. */
const ATTEMPTS = 100;

/**
 * Writes an object with a token for the namespace, and cuts the text at the tokens.
 *
 * @param withNamespace returns the object for a namespace
 * @param occurrences how often the namespace occurs in it, each time as a whole value
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
    // More pieces mean that the object contains this token somewhere else: try another one.
    if (pieces.length === occurrences + 1) return (namespace) => pieces.join(scalar(namespace));
  }
  throw new Error(`the namespace does not occur ${occurrences} times as a whole value`);
}
