/** Reads the documents of a file that is not a manifest. */

import { parseDocuments } from '../../../../base/manifest/parse.js';

/** The documents of a text; undefined if it is no YAML. */
export function documentsOf(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return undefined;
  const { documents, problems } = parseDocuments({ file: '', text });
  return problems.length > 0 ? undefined : documents.map(({ value }) => value);
}

/** The value of a text of JSON; undefined if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
