/** Finds the namespaces of OLM's objects. */
import { unwrapped } from '../../base/inside/index.js';
import { groupOf, OLM_GROUPS } from '../../base/kubernetes/kinds.js';
import { isNamedObject } from '../../base/kubernetes/object.js';
import { documentsIn } from '../input/found-texts.js';
import type { GivenFiles } from '../input/read-files.js';

export { OLM_GROUPS };

/** The namespaces with objects of OLM, such as Subscriptions and OperatorGroups. */
export function namespacesIn({ files }: GivenFiles): string[] {
  return files
    .flatMap((found) => unwrapped(documentsIn(found)))
    .flatMap(({ value }) => {
      if (!isNamedObject(value) || !OLM_GROUPS.includes(groupOf(value.apiVersion))) return [];
      const { namespace } = value.metadata as { readonly namespace?: unknown };
      return typeof namespace === 'string' && namespace !== '' ? [namespace] : [];
    });
}
