/** Finds the values of a chart that its roles and bindings use: whoever sets one decides who can do what. */

import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { isInTemplates } from './chart-templates.js';
import type { TextChange } from './text-changes.js';

const ROLE = /["']?\bkind["']?\s*:\s*["']?(?:(?:Cluster)?Role(?:Binding)?|Group)(?:List)?\b/;
const VALUE = /\.Values\.([\w.]{1,200})/g;
/** All values under another name, or one by a key that is a text. */
const ANY_VALUE = /\.Values(?![\w.])/;
const INCLUDED = /\b(?:include|template)\s+["`]([^"`\n]{1,200})["`]/g;
const DEFINED = /\{\{-?\s*define\s+["`]([^"`\n]{1,200})["`]/;
/** The folder of a chart within another one, whose values have its name before them. */
const SUBCHART = /(?:^|\/)charts\/([^/]+)\/templates\//;

/** Tests whether a template with a role or a binding uses a value, or what it is in. */
export function valuesOfRoles(unread: readonly UnreadFile[]): (change: TextChange) => boolean {
  let keys: readonly string[] | undefined;
  return ({ of, field }) => {
    if (of !== undefined) return false;
    keys ??= keysIn(unread.filter(({ reason, path }) => reason === 'chart-source' && isInTemplates(path)));
    return keys.some((key) => key === '' || field === key || field.startsWith(`${key}.`) || field.startsWith(`${key}[`));
  };
}

/** The paths of values in roles, and in the named templates that roles include; the empty one is that of all values. */
function keysIn(templates: readonly UnreadFile[]): readonly string[] {
  const named = new Map(templates.flatMap(({ text = '' }) => definitionsIn(text)));
  const found = templates.flatMap(({ path, text = '' }) => {
    const [, chart] = SUBCHART.exec(path) ?? [];
    const roles = rolesIn(text).flatMap((role) => [role, ...[...role.matchAll(INCLUDED)].map(([, name = '']) => named.get(name) ?? '')]);
    const own = roles.flatMap((role) => [...[...role.matchAll(VALUE)].map(([, key = '']) => key), ...(ANY_VALUE.test(role) ? [''] : [])]);
    return chart === undefined ? own : own.flatMap((key) => [key, key === '' ? chart : `${chart}.${key}`]);
  });
  return [...new Set(found)];
}

/** The documents with a role or a binding, without comments, and without the labels and annotations of objects. */
function rolesIn(text: string): readonly string[] {
  return text
    .split(/^---.*$/m)
    .filter((document) => ROLE.test(document))
    .map((document) => {
      const lines = document.split('\n').filter((line) => !/^\s*#/.test(line));
      let marks = Number.POSITIVE_INFINITY;
      return lines
        .filter((line) => {
          const depth = line.search(/\S/);
          if (depth >= 0 && depth <= marks) marks = /^\s*(?:labels|annotations):/.test(line) ? depth : Number.POSITIVE_INFINITY;
          return depth >= 0 && marks === Number.POSITIVE_INFINITY;
        })
        .join('\n');
    });
}

function definitionsIn(text: string): readonly (readonly [name: string, body: string])[] {
  const parts = text.split(/(?=\{\{-?\s*define\b)/);
  return parts.flatMap((part) => {
    const [, name] = DEFINED.exec(part) ?? [];
    return name === undefined ? [] : [[name, part] as const];
  });
}
