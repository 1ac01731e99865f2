/**
 * Matches the patterns of `directory.include` and `directory.exclude` as Argo CD does, with gobwas/glob and without separators: a star
 * matches slashes, too. A pattern that the library refuses matches nothing.
 */
import { RE2JS } from 're2js';

/** Whether a path matches a pattern, in time linear in the path. */
export function matchesDirectoryPattern(pattern: string, path: string): boolean {
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  return compiled.get(pattern)?.matches(path) ?? false;
}

const compiled = new Map<string, RE2JS | undefined>();

function compile(pattern: string): RE2JS | undefined {
  const source = expressionOf(pattern);
  try {
    return source === undefined ? undefined : RE2JS.compile(source, RE2JS.DOTALL);
  } catch {
    // The pattern comes to a larger expression than is compiled.
    return undefined;
  }
}

const CLASS = /\[(!?)((?:\\.|[^\]\\])+)\]/suy;

/** The pattern as a regular expression; nothing if gobwas/glob refuses the pattern. */
function expressionOf(pattern: string): string | undefined {
  let [at, depth, source] = [0, 0, ''];
  while (at < pattern.length) {
    const sign = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    at += sign.length;
    if (sign === '*') source += '.*';
    else if (sign === '?') source += '.';
    else if (sign === '{') {
      depth += 1;
      source += '(?:';
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (sign === ',' && depth > 0) source += '|';
    else if (sign === '[') {
      CLASS.lastIndex = at - 1;
      const [text, not = '', inside = ''] = CLASS.exec(pattern) ?? [];
      const list = text === undefined ? undefined : classOf(inside);
      if (text === undefined || list === undefined) return undefined;
      at += text.length - 1;
      source += `[${not === '' ? '' : '^'}${list}]`;
    } else if (sign === '\\') {
      const next = pattern.codePointAt(at);
      if (next === undefined) return undefined;
      source += literal(next);
      at += String.fromCodePoint(next).length;
    } else source += literal(sign.codePointAt(0) ?? 0);
  }
  return depth === 0 ? source : undefined;
}

/** A list of characters, or one range: gobwas/glob has no class with both. */
function classOf(inside: string): string | undefined {
  const points = [...inside.replace(/\\(.)/gsu, '$1')].map((sign) => sign.codePointAt(0) ?? 0);
  const [low, dash, high] = points;
  if (points.length === 3 && dash === 0x2d && low !== undefined && high !== undefined)
    return low > high ? undefined : `${literal(low)}-${literal(high)}`;
  return points.map(literal).join('');
}

function literal(point: number): string {
  return `\\x{${point.toString(16)}}`;
}
