/** Text with Go template actions → YAML: values that an action writes stay as written, lines with only control actions become blank. */

const ACTION = /\{\{[\s\S]*?\}\}/g;
/** The text before and after a value on a line. */
const BEGINS = /(?:^|[:\-?]\s+|[[{,]\s*)$/;
const ENDS = /^\s*(?:$|[,\]}]|#)/;

/**
 * The same lines with each action as a value in quotes.
 *
 * @param written the output of an action; undefined if it is not known
 * @example
 * plainText('channel: {{ .Values.channel }}') // "channel: '{{ .Values.channel }}'"
 */
export function plainText(text: string, written: (action: string) => string | undefined = () => undefined): string {
  return text
    .replace(ACTION, (action) => written(action) ?? action)
    .replace(ACTION, (action) => (action.includes('\n') ? action.replace(/[^\n]/g, '') : action))
    .split('\n')
    .map((line) => (line.includes('{{') ? plainLine(line) : line))
    .join('\n');
}

function plainLine(line: string): string {
  if (line.replace(ACTION, '').trim() === '' && !/\{\{-?\s*(?:\.|\$|hub|"|fromConfigMap|fromSecret|lookup|print)/.test(line)) return '';
  return line.replace(ACTION, (action, offset: number) => {
    const [before, after] = [line.slice(0, offset), line.slice(offset + action.length)];
    const isQuoted = (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1 || (before.match(/'/g)?.length ?? 0) % 2 === 1;
    return !isQuoted && BEGINS.test(before) && ENDS.test(after) ? `'${action.replaceAll("'", "''")}'` : action;
  });
}
