/** Tests whether a file can contain a word, without parsing it: never false if parsing would find the word. */

/** Escapes of double-quoted YAML and JSON that can encode letters, or separate two letters. */
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\r?\n[ \t]*)/g;

/**
 * Tests bytes for words of letters, digits, `.`, `-` and `_`, such as the kind of an object.
 *
 * @param isWhole whether only whole words count, not parts of longer words
 */
export function mentionsOf(words: Iterable<string>, isWhole = false): (bytes: Uint8Array) => boolean {
  const patterns = [...words].map((word) => word.replace(/[^\w]/g, '\\$&'));
  if (patterns.length === 0) return () => false;
  const pattern = new RegExp(isWhole ? `(?<![\\w.-])(?:${patterns.join('|')})(?![\\w-])` : patterns.join('|'));
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return pattern.test(text) || (text.includes('\\') && pattern.test(text.replace(ESCAPE, unescaped)));
  };
}

function unescaped(written: string, ...digits: (string | undefined)[]): string {
  const code = digits.slice(0, 3).find((some) => typeof some === 'string');
  const point = Number.parseInt(code ?? '', 16);
  if (code === undefined) return '';
  return point <= 0x7f ? String.fromCodePoint(point) : written;
}
