/** Makes text from the input safe to show: it can neither control the terminal nor look like a line of our output. */

/**
 * Control and direction characters (line feeds included), characters without a width, such as the tags that hide text in an emoji,
 * and spaces that look like the usual one.
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

/** A character as `\u001b`, which is also its JSON escape; a character of two UTF-16 units becomes two escapes. */
export function escapeCharacter(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Does the same for a text of several lines. Line breaks stay. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Text that CI runners (GitHub, Azure Pipelines, TeamCity) read as a command anywhere in the output of a job. */
export const RUNNER_WORD = /##(?=\[|vso\[|teamcity\[)/g;
/** Text that they read as a command at the start of a line, after any space. */
export const RUNNER_LINE = /^([^\S\n]*)::(?=[A-Za-z-]+(?: [^\n]*)?::)/gm;

/** Whether a runner could read a part of a text as a command. */
export function commandsRunner(text: string): boolean {
  return text.search(RUNNER_WORD) !== -1 || text.search(RUNNER_LINE) !== -1;
}
