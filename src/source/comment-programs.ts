/** Comments that tools execute: they write other values, or other documents, when they run. */

/** Where such a comment can begin. kpt, Config Sync and ytt know theirs by the first word; what looks like JSON is parsed. */
const MARK = /#\s*(?:(\{)\s*"|kpt-(?:set|merge)\b|configsync\b)|#@(?:\s|[a-z]+\/)/g;
/** As YAML 1.1 has them, which Flux and kpt read. */
const LINE_BREAK = /\r\n?|[\n\u0085\u2028\u2029]/;

/**
 * The comments with the keys that they stand behind, without the values that the tools write.
 *
 * @example
 * programComments('name: view # {"$imagepolicy": "flux-system:app:tag"}') // ['name # {"$imagepolicy": "flux-system:app:tag"}']
 */
export function programComments(text: string): string[] {
  return text.split(LINE_BREAK).flatMap((line) => {
    const comment = programComment(line);
    return comment === undefined ? [] : [`${/^\s*(?:- )?([\w.-]+):/.exec(line)?.[1] ?? ''} ${comment}`];
  });
}

/**
 * Whoever writes the input chooses how long a line is, so each `#` is looked at once. Of two attempts to parse JSON, one is outside of
 * a string where the next `#` is, and ends there: no part of a line is parsed more than twice.
 */
function programComment(line: string): string | undefined {
  if (!line.includes('#')) return undefined;
  for (const { index, 0: mark, 1: brace } of line.matchAll(MARK)) {
    if (brace === undefined || (isCommentAt(line, index) && isJsonObject(line.slice(index + mark.indexOf(brace)))))
      return line.slice(index).trim();
  }
  return undefined;
}

function isCommentAt(line: string, index: number): boolean {
  return index === 0 || /[\s#]/.test(line.charAt(index - 1));
}

/** kyaml takes every comment that is a JSON object for one of its own, in which the order of keys and escapes say nothing (fieldmeta.go). */
function isJsonObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
