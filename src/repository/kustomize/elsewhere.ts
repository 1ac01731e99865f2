/** Finds operators whose Subscription is in a remote base: only the fields that local kustomizations set are known. */
import { type Fields, fieldsOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { printable } from '../../base/manifest/printable.js';
import type { Elsewhere } from '../../olm/model/unknown-operator.js';
import type { FileTree } from '../trees/file-tree.js';
import { patchesOf } from './built-origins.js';
import { readKustomization } from './kustomization.js';
import { closureOf } from './kustomization-graph.js';
import { documentsOnce } from './kustomized-objects.js';

/** Addresses of bases that probably contain an operator, if no patch names its Subscription. */
const OF_OPERATOR = /operator|subscription|\bolm\b/i;

/** The Subscriptions in remote bases of a kustomization, as far as the repository names them. */
export function subscriptionsElsewhere(tree: FileTree, start: string): readonly Elsewhere[] {
  const { refused, kustomizations, resources } = closureOf(tree, start);
  const urls = [...new Set(refused.flatMap(({ reason, entry }) => (reason === 'remote' ? [printable(entry)] : [])))];
  if (urls.length === 0) return [];
  const own = new Set([...resources].flatMap((path) => documentsOnce(tree, path).flatMap(({ value }) => nameOf(value) ?? [])));
  const layers = [...kustomizations].map((file) => ({ file, fields: readKustomization(tree, file) ?? {} }));
  const namespace = layers.map(({ fields }) => textOf(fields.namespace)).find((text) => text !== undefined);
  const patched = new Map<string, { namespace: string | undefined; spec: Record<string, unknown> }>();
  // Patches of the start come last.
  for (const { value, target } of layers.toReversed().flatMap((layer) => patchesOf(tree, layer))) {
    const name = target === undefined ? nameOf(value) : nameOf({ metadata: {}, ...fieldsOf(target) }, fieldsOf(target));
    if (name === undefined || own.has(name)) continue;
    const known = patched.get(name) ?? { namespace: textOf(fieldsOf(fieldsOf(value).metadata).namespace) ?? namespace, spec: {} };
    patched.set(name, { ...known, spec: { ...known.spec, ...specOf(value) } });
  }
  const likely = urls.filter((url) => OF_OPERATOR.test(url));
  const [url = '', ...others] = likely.length > 0 ? likely : urls;
  // The base of a Subscription is unknown if there are several.
  const from = others.length > 0 ? `${url} or ${others.length} more` : url;
  if (patched.size > 0) return [...patched].map(([name, known]) => ({ url: from, name: name === '' ? undefined : name, ...known }));
  return likely.map((one) => ({ url: one, namespace, name: undefined, spec: {} }));
}

/** The name of an OLM Subscription; empty if a target omits it. */
function nameOf(value: unknown, { name, group }: Fields = fieldsOf(fieldsOf(value).metadata)): string | undefined {
  const { kind, apiVersion } = fieldsOf(value);
  const isOfOlm = (textOf(apiVersion) ?? `${textOf(group) ?? 'operators.coreos.com'}/`).startsWith('operators.coreos.com/');
  return kind === 'Subscription' && isOfOlm ? (textOf(name) ?? '') : undefined;
}

/** The fields of the spec that a patch sets; for a JSON patch, its operations on single fields. */
function specOf(patch: unknown): Fields {
  if (!Array.isArray(patch)) return fieldsOf(fieldsOf(patch).spec);
  return Object.fromEntries(
    patch.flatMap((operation): [string, unknown][] => {
      const { op, path, value } = fieldsOf(operation);
      const [, field] = /^\/spec\/(\w+)$/.exec(textOf(path) ?? '') ?? [];
      return field === undefined || op === 'remove' ? [] : [[field, value]];
    }),
  );
}
