/** Makes the text of a Helm template YAML where Helm's actions stand at places at which YAML has no value: only for comparisons. */

import { replaceActions } from '../../../../base/inside/template-text.js';
import { groupBy } from '../../../../base/kubernetes/object.js';

/** An action that writes no value of its own: a variable, or whole fields at an indentation. */
const NO_VALUE = /^\{\{-?(?:\s*\$\w*\s*:?=|.*\|\s*n?indent\s+\d+\s*-?\}\}$|(?:.*\|)?\s*toYaml\b)/;
/** A value that begins with an action and goes on behind it. */
const BEGUN = /^(\s*(?:-\s+)*(?:["']?[\w./-]+["']?:\s+)?)(\{\{.*\S)\s*$/;
/** What stands before a key that an action writes. */
const BEFORE_KEY = /^\s*(?:-\s+)*(?=\{\{)/;
/** A word of a key, with the colon behind it; or what is between words. */
const WORD = /([^:\s]+)(:(?=\s|$))?|[:\s]+/g;

/**
 * The same lines, with values and keys that actions begin in quotes, and without the lines that write whole fields.
 *
 * @example
 * looseText('image: {{ .Values.image }}@{{ $digest }}') // "image: '{{ .Values.image }}@{{ $digest }}'"
 */
export function looseText(plain: string): string {
  return plain
    .split('\n')
    .map((line) => (line.includes('{{') ? looseLine(line) : line))
    .join('\n');
}

function looseLine(line: string): string {
  const bare = line
    .trim()
    .replace(/^'(.*)'$/, '$1')
    .replaceAll("''", "'");
  if (replaceActions(bare, () => '').trim() === '' && NO_VALUE.test(bare)) return '';
  const [indentation, key, rest] = keyIn(line) ?? [];
  if (indentation !== undefined && key !== undefined && rest !== undefined)
    return `${indentation}${quoted(key)}:${/^\s+\{\{/.test(rest) ? ` ${quoted(rest.trim())}` : rest}`;
  const [, start = '', value] = BEGUN.exec(line) ?? [];
  return value === undefined ? line : `${start}${quoted(value)}`;
}

/** The indentation of a key that an action writes, the key, and what is behind its colon. */
function keyIn(line: string): readonly [string, string, string] | undefined {
  const [before] = BEFORE_KEY.exec(line) ?? [];
  if (before === undefined) return undefined;
  const opened = before.length + 2;
  for (const { index, 1: word = '', 2: colon } of line.slice(opened).matchAll(WORD)) {
    const end = opened + index + word.length;
    if (colon !== undefined && word.includes('}}')) return [before, line.slice(before.length, end), line.slice(end + 1)];
  }
  return undefined;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** The documents of a text by the kind and name that their lines give: those without have an empty one. Undefined if none has a name. */
export function documentsByName(text: string): ReadonlyMap<string, string> | undefined {
  const parts = groupBy(text.split(/^---.*$/m), nameIn);
  if ([...parts.keys()].every((name) => name === '')) return undefined;
  return new Map([...parts].map(([name, texts]) => [name, texts.join('\n---\n')]));
}

function nameIn(text: string): string {
  const lines = text.split('\n');
  const fieldOf = (field: RegExp, from = 0): string | undefined => {
    const line = lines.slice(from).find((one) => field.test(one));
    return line
      ?.replace(field, '')
      .replace(/(?<!\s)\s+#.*$/, '')
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
  };
  const start = lines.findIndex((line) => /^metadata:\s*$/.test(line));
  const [kind, version, name] = [fieldOf(/^kind:\s+/), fieldOf(/^apiVersion:\s+/), start < 0 ? undefined : fieldOf(/^\s+name:\s+/, start)];
  return kind && version && name ? `${kind} ${name}` : '';
}
