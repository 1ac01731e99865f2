/** Base64 is recognised as by the patterns that say what it is, and in texts of any length. */
import { expect, it } from 'vitest';
import { isBase64 } from '../../../src/base/go-yaml/decode.js';

const PATTERN = /^(?:[A-Za-z0-9+/\r\n]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?[\r\n]*$/;

/** All texts of these characters up to a length. */
function texts(length: number): string[] {
  if (length === 0) return [''];
  const shorter = texts(length - 1);
  return [
    ...shorter,
    ...shorter.filter((text) => text.length === length - 1).flatMap((text) => ['a', '=', '\n', '-'].map((one) => text + one)),
  ];
}

it('follows the pattern', () => {
  for (const text of texts(8)) expect(isBase64(text), JSON.stringify(text)).toBe(PATTERN.test(text));
});

it.each([
  ['a'.repeat(8_000_000), true],
  [`${'a'.repeat(8_000_002)}==`, true],
  [`${'abc\n'.repeat(2_000_000)}${'\n'.repeat(3_000_001)}`, true],
  [`${'a'.repeat(8_000_000)}-`, false],
])('ends for a text of some megabytes (%#)', (text, is) => {
  expect(isBase64(text)).toBe(is);
});
