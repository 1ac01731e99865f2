/** Finds the values of a chart that its roles and bindings use: whoever sets one decides who can do what. */

import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { isInTemplates } from './chart-templates.js';
import type { TextChange } from './text-changes.js';

const ROLE = /^[ \t]*kind:\s*["']?(?:Cluster)?Role(?:Binding)?\b/m;

/** Tests whether a template with a role or a binding names a value, or what it is in. */
export function valuesOfRoles(unread: readonly UnreadFile[]): (change: TextChange) => boolean {
  let keys: readonly string[] | undefined;
  const namesOf = ({ reason, path, text = '' }: UnreadFile): readonly string[] =>
    reason === 'chart-source' && isInTemplates(path) && ROLE.test(text)
      ? [...text.matchAll(/\.Values\.([\w.]{1,200})/g)].map(([, key = '']) => key)
      : [];
  return ({ of, field }) => {
    if (of !== undefined) return false;
    keys ??= [...new Set(unread.flatMap(namesOf))];
    return keys.some((key) => field === key || field.startsWith(`${key}.`) || field.startsWith(`${key}[`));
  };
}
