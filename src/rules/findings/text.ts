/** Pieces of text that several findings share. */
import { apiKey, type ProvidedApi } from '../../model/provided-api.js';
import { isAllNamespaces, type NamespaceSet } from '../namespace-set.js';

/** Of a longer list, messages name the first few. */
const SHOWN = 3;

/** Names in a row: `a, b, c and 2 more`. */
export function listText(items: readonly string[]): string {
  return items.length > SHOWN ? `${items.slice(0, SHOWN).join(', ')} and ${items.length - SHOWN} more` : items.join(', ');
}

/** Names as a sentence speaks of them: `a`, `a and b`, `a, b and c`, `a, b, c and 2 more`. */
export function enumeration(items: readonly string[]): string {
  const last = items.at(-1);
  if (last === undefined || items.length === 1 || items.length > SHOWN) return listText(items);
  return `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** Target namespaces: `namespaces a, b`. Absent means all. */
export function targetsText(namespaces: NamespaceSet | undefined): string {
  if (!namespaces || isAllNamespaces(namespaces)) return 'all namespaces';
  return `${namespaces.length === 1 ? 'namespace' : 'namespaces'} ${listText(namespaces)}`;
}

/** APIs as `olm.providedAPIs` names them. */
export function apisText(apis: readonly ProvidedApi[]): string {
  return listText(apis.map(apiKey));
}
