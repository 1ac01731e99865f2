/**
 * Line breaks on which parsers of YAML disagree. kubectl and Argo CD (go-yaml) end a line, and with it a comment, at a carriage
 * return of its own, at NEL, LS and PS; YAML 1.2 does not at the last three. A file with one can mean two things.
 */

const DISPUTED = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** The first such character; nothing in a text without one. */
export function disputedLineBreak(text: string): { readonly offset: number; readonly name: string } | undefined {
  const offset = text.search(DISPUTED);
  return offset === -1 ? undefined : { offset, name: `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}` };
}
