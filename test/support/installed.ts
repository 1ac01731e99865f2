/**
 * Installed objects, to be compared by meaning: `status`, null, an empty `strategy` or `resources`, and the namespace of what
 * has none do not count; quantities count by their value. Any other empty object counts.
 */
import { type KubernetesObject, objectKey } from '../../src/base/kubernetes/object.js';
import { canonicalQuantity } from '../../src/base/kubernetes/quantity.js';
import { isMapping } from '../../src/base/manifest/plain-data.js';

const UNCOUNTED = ['strategy', 'resources'];
const NAMELESS = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];

/** By kind, namespace and name; several of one name keep their order. */
export function comparable(objects: readonly KubernetesObject[]): Record<string, unknown> {
  const plain = objects.map((object) => {
    const { status: _, ...rest } = JSON.parse(JSON.stringify(object, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)));
    if (NAMELESS.includes(rest.kind)) delete rest.metadata.namespace;
    return rest as KubernetesObject;
  });
  const byKey = new Map<string, unknown[]>();
  for (const object of plain) byKey.set(objectKey(object), [...(byKey.get(objectKey(object)) ?? []), counted(object)]);
  return Object.fromEntries([...byKey].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function counted(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => counted(entry));
  if (!isMapping(value)) return value;
  const isQuantities = (key === 'limits' || key === 'requests') && Object.values(value).every((entry) => typeof entry !== 'object');
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, entry]) => [name, isQuantities ? canonicalQuantity(entry as string) : counted(entry, name)] as const)
      .filter(([name, entry]) => entry !== null && !(UNCOUNTED.includes(name) && isMapping(entry) && Object.keys(entry).length === 0)),
  );
}
