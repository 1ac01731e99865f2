/** Splits a text of JSON values one after another, as `opm render` prints them. YAML, in contrast, needs `---` between documents. */

/** From the first character of a value to the character after its last. */
export type Span = readonly [start: number, end: number];

/**
 * The values of a text with several JSON objects.
 *
 * @returns nothing for any other text, including a single JSON object
 * @example
 * jsonValues('{"a": 1}\n{"b": 2}') // [[0, 8], [9, 17]]
 */
export function jsonValues(text: string): readonly Span[] | undefined {
  const spans: Span[] = [];
  for (let start = skipSpace(text, 0); start < text.length; ) {
    const end = text[start] === '{' ? objectEnd(text, start) : undefined;
    if (end === undefined) return undefined;
    spans.push([start, end]);
    start = skipSpace(text, end);
  }
  return spans.length > 1 ? spans : undefined;
}

function skipSpace(text: string, from: number): number {
  const space = /[\s\uFEFF]*/y;
  space.lastIndex = from;
  space.exec(text);
  return space.lastIndex;
}

/** An escaped character, the quote of a string, or a bracket. */
const TOKEN = /\\.|["{}]/gs;

function objectEnd(text: string, start: number): number | undefined {
  const token = new RegExp(TOKEN);
  token.lastIndex = start;
  let open = 0;
  let inText = false;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === '"') inText = !inText;
    else if (!inText && match[0] === '{') open += 1;
    else if (!inText && match[0] === '}') open -= 1;
    if (open === 0) return token.lastIndex;
  }
  return undefined;
}
