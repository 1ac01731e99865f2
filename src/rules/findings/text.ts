/** Pieces of text that several findings share. */
import { listText } from '../../model/name-lists.js';
import { apiKey, type ProvidedApi } from '../../model/provided-api.js';
import { isAllNamespaces, type NamespaceSet } from '../namespace-set.js';

/** Target namespaces: `namespaces a, b`. Absent means all. */
export function targetsText(namespaces: NamespaceSet | undefined): string {
  if (!namespaces || isAllNamespaces(namespaces)) return 'all namespaces';
  return `${namespaces.length === 1 ? 'namespace' : 'namespaces'} ${listText(namespaces)}`;
}

/** APIs as `olm.providedAPIs` names them. */
export function apisText(apis: readonly ProvidedApi[]): string {
  return listText(apis.map(apiKey));
}
