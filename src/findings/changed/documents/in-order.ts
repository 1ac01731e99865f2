/** Values in one order, so that those which mean the same are equal. */
import { isMapping, sortedText } from '../../../manifest/plain-data.js';

/** Lists in which the order of the entries has no meaning. Of variables, it has: a later one can use an earlier one. */
export const UNORDERED: ReadonlySet<unknown> = new Set([
  'add',
  'admissionReviewVersions',
  'apiGroups',
  'apiVersions',
  'categories',
  'conversionCRDs',
  'deployments',
  'drop',
  'imagePullSecrets',
  'installModes',
  'keywords',
  'links',
  'maintainers',
  'operations',
  'owned',
  'relatedImages',
  'required',
  'resources',
  'shortNames',
  'skips',
  'volumeMounts',
  'volumes',
  'webhookdefinitions',
]);

/** A value with its keys sorted, and every list in which the order has no meaning. @param key under which it stands */
export function inOrder(value: unknown, key?: string | number): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => inOrder(entry));
    return UNORDERED.has(key) ? entries.map((entry) => sortedText(entry)).sort() : entries;
  }
  return isMapping(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((name) => [name, inOrder(value[name], name)]),
      )
    : value;
}
