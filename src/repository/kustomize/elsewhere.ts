/** Operators of which a remote base has the Subscription: what kustomizations here say of them is known, and the rest is not. */
import { type Fields, fieldsOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { printable } from '../../base/manifest/printable.js';
import type { Elsewhere } from '../../olm/model/unknown-operator.js';
import type { FileTree } from '../trees/file-tree.js';
import { patchesOf } from './built-origins.js';
import { readKustomization } from './kustomization.js';
import { closureOf } from './kustomization-graph.js';
import { documentsOnce } from './kustomized-objects.js';

/** Of a base that no patch is about, the address tells whether it is one of an operator. */
const OF_OPERATOR = /operator|subscription|\bolm\b/i;

/** The Subscriptions that remote bases of a kustomization have, as far as anything here tells. */
export function subscriptionsElsewhere(tree: FileTree, start: string): readonly Elsewhere[] {
  const { refused, kustomizations, resources } = closureOf(tree, start);
  const urls = [...new Set(refused.flatMap(({ reason, entry }) => (reason === 'remote' ? [printable(entry)] : [])))];
  if (urls.length === 0) return [];
  const own = new Set([...resources].flatMap((path) => documentsOnce(tree, path).flatMap(({ value }) => nameOf(value) ?? [])));
  const layers = [...kustomizations].map((file) => ({ file, fields: readKustomization(tree, file) ?? {} }));
  const namespace = layers.map(({ fields }) => textOf(fields.namespace)).find((text) => text !== undefined);
  const patched = new Map<string, { namespace: string | undefined; spec: Record<string, unknown> }>();
  // Those of the start come last.
  for (const { value, target } of layers.toReversed().flatMap((layer) => patchesOf(tree, layer))) {
    const name = target === undefined ? nameOf(value) : nameOf({ metadata: {}, ...fieldsOf(target) }, fieldsOf(target));
    if (name === undefined || own.has(name)) continue;
    const known = patched.get(name) ?? { namespace: textOf(fieldsOf(fieldsOf(value).metadata).namespace) ?? namespace, spec: {} };
    patched.set(name, { ...known, spec: { ...known.spec, ...specOf(value) } });
  }
  const likely = urls.filter((url) => OF_OPERATOR.test(url));
  const [url = '', ...others] = likely.length > 0 ? likely : urls;
  // Which of several bases has it, nobody here knows.
  const from = others.length > 0 ? `${url} or ${others.length} more` : url;
  if (patched.size > 0) return [...patched].map(([name, known]) => ({ url: from, name: name === '' ? undefined : name, ...known }));
  return likely.map((one) => ({ url: one, namespace, name: undefined, spec: {} }));
}

/** The name of a Subscription of OLM, which a target need not say. */
function nameOf(value: unknown, { name, group }: Fields = fieldsOf(fieldsOf(value).metadata)): string | undefined {
  const { kind, apiVersion } = fieldsOf(value);
  const isOfOlm = (textOf(apiVersion) ?? `${textOf(group) ?? 'operators.coreos.com'}/`).startsWith('operators.coreos.com/');
  return kind === 'Subscription' && isOfOlm ? (textOf(name) ?? '') : undefined;
}

/** What a patch sets, one of JSON field by field. */
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
