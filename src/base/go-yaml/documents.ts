/** Finds the documents of a text. Each is read on its own, as kubectl does, so an error in one does not affect the next. */

import { jsonValues, type Span } from './json-values.js';

const SEPARATOR = /(?<![^\n])---(?=\s|$)/g;
const DIRECTIVE = /^%/;
const NO_CONTENT = /^\uFEFF?[ \t]*(?:#.*)?$/;

/** The parts of a text with one document each, in order. The part before the first `---` can be empty. */
export function documentSpans(text: string): readonly Span[] {
  const values = jsonValues(text);
  if (values) return values;
  const spans: Span[] = [];
  let start = 0;
  for (const { index } of text.matchAll(SEPARATOR)) {
    if (index === start || isDirectives(text.slice(start, index))) continue;
    spans.push([start, index]);
    start = index;
  }
  spans.push([start, text.length]);
  return spans;
}

/** Whether a text has only directives and comments: they belong to the document that follows. */
function isDirectives(text: string): boolean {
  if (!text.includes('%')) return false;
  const lines = text.split(/\r?\n/);
  return lines.some((line) => DIRECTIVE.test(line)) && lines.every((line) => DIRECTIVE.test(line) || NO_CONTENT.test(line));
}
