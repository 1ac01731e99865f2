/** Text from the input, made safe to show: it can neither control the terminal nor look like a line of our output. */

/**
 * Control and direction characters, those without a width, such as the tags that hide text in an emoji, and spaces that look like the
 * usual one. Line feeds are among them.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * The text with control and direction characters, including line breaks, written as `\u001b`.
 *
 * @example
 * printable('a\u001b[31mb') // 'a\\u001b[31mb'
 */
export function printable(text: string): string {
  return text.replace(CONTROL, escapeCharacter);
}

/** A character as `\u001b`, which is also its escape in JSON: of one that needs two units, both. */
export function escapeCharacter(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for a text of several lines. It keeps its line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
