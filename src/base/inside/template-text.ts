/** Text with Go template actions → YAML: values that an action writes stay as written, lines with only control actions become blank. */

const ACTION = /\{\{[\s\S]*?\}\}/g;
const BEGINS = /(?:^|[:\-?]\s+|[[{,]\s*)$/;
const ENDS = /^\s*(?:$|[,\]}]|#)/;

/**
 * The same lines with each action as a value in quotes. `written` is the output of an action; undefined if it is not known.
 * @example
 * plainText('channel: {{ .Values.channel }}') // "channel: '{{ .Values.channel }}'"
 */
export function plainText(text: string, written: (action: string) => string | undefined = () => undefined): string {
  const filled = replaceActions(text, (action) => written(action) ?? action);
  return replaceActions(filled, (action) => (action.includes('\n') ? action.replace(/[^\n]/g, '') : action))
    .split('\n')
    .map((line) => (line.includes('{{') ? plainLine(line) : line))
    .join('\n');
}

/** Replaces each action; openings behind the last closing braces are not tried one after the other. */
export function replaceActions(text: string, replace: (action: string, offset: number) => string): string {
  const end = 1 + text.lastIndexOf('}}');
  return end === 0 ? text : text.slice(0, end + 1).replace(ACTION, replace) + text.slice(end + 1);
}

function plainLine(line: string): string {
  if (replaceActions(line, () => '').trim() === '' && !/\{\{-?\s*(?:\.|\$|hub|"|fromConfigMap|fromSecret|lookup|print)/.test(line))
    return '';
  let [start, double, single] = [0, 0, 0];
  return replaceActions(line, (action, offset) => {
    const [before, after] = [line.slice(start, offset), line.slice(offset + action.length)];
    [start, double, single] = [offset, double + (before.match(/(?<!\\)"/g)?.length ?? 0), single + before.split("'").length - 1];
    return double % 2 === 0 && single % 2 === 0 && BEGINS.test(before) && ENDS.test(after) ? `'${action.replaceAll("'", "''")}'` : action;
  });
}
