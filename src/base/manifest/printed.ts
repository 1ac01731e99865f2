/** Texts of the input on a terminal, where some characters would steer it. */
import { escapeCharacter, RUNNER_LINE, RUNNER_WORD } from './printable.js';

/** Colours as this program writes them, and characters that control a terminal or are invisible. Emoji have selectors of their own. */
const STEERING =
  /\u001b\[[0-9;]{1,8}m|\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu;

/**
 * Makes the whole output of a command safe: no text from the input controls a terminal or a runner. Line feeds, tabs and, on a
 * terminal, colours stay. The escapes are those of JSON and of double quotes in YAML, so values stay the same there; all texts that
 * need an escape are in such quotes (`emitYaml`).
 *
 * @example
 * printed('::error::x\u001b[2J') // '\\u003a:error::x\\u001b[2J'
 */
export function printed(text: string, hasColours = false): string {
  return text
    .replace(STEERING, (found) =>
      hasColours && found.length > 2 ? found : found.startsWith('\u001b') ? `\\u001b${found.slice(1)}` : escapeCharacter(found),
    )
    .replace(RUNNER_WORD, '\\u0023#')
    .replace(RUNNER_LINE, '$1\\u003a:');
}
