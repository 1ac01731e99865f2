/** Two texts as one: each line with what `diff -u` writes before it, all of those that stay included. */
export function lineDiff(before: string, after: string): string {
  const [old, now] = [before, after].map((text) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .filter((_, __, all) => all.join('') !== ''),
  ) as [string[], string[]];
  // The longest common sequence from each pair of lines on.
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      (common[row] as number[])[column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push(`  ${old[row]}`.trimEnd());
      row++;
      column++;
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1))) lines.push(`- ${old[row++]}`);
    else lines.push(`+ ${now[column++]}`);
  }
  return lines.join('\n');
}
