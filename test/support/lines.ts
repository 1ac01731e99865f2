/** A text of lines, each with its line break. */
export function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
