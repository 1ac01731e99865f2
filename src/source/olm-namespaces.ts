/** The namespaces that objects of OLM are in. */
import { unwrapped } from '../inside/index.js';
import { groupOf, OLM_GROUPS } from '../kubernetes/kinds.js';
import { isNamedObject } from '../kubernetes/object.js';
import { documentsIn, type GivenFiles } from './read-files.js';

export { OLM_GROUPS };

/** Where operators are subscribed to, or groups are. */
export function namespacesIn({ files }: GivenFiles): string[] {
  return files
    .flatMap((found) => unwrapped(documentsIn(found)))
    .flatMap(({ value }) => {
      if (!isNamedObject(value) || !OLM_GROUPS.includes(groupOf(value.apiVersion))) return [];
      const { namespace } = value.metadata as { readonly namespace?: unknown };
      return typeof namespace === 'string' && namespace !== '' ? [namespace] : [];
    });
}
