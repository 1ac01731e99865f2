/**
 * Reads a rendering as input. It contains the result, so nothing is rendered again. It has no Namespaces, so the namespaces of its
 * objects are assumed to exist.
 */
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';

/**
 * The documents and their missing Namespaces: one for each namespace in an object, and for a group with a selector
 * the namespaces in its status, because the selected labels are unknown.
 */
export function asInput(documents: readonly ParsedDocument[]): ParsedDocument[] {
  const objects = documents.flatMap(({ value }) => (isNamedObject(value) ? [value] : []));
  const given = new Set(objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name));
  const named = new Set(objects.flatMap((object) => [object.metadata.namespace ?? '', ...statusNamespaces(object)]));
  const source = documents[0]?.source ?? { file: '', document: 0, path: [] };
  const namespaces = [...named]
    .filter((name) => name !== '' && !given.has(name))
    .map((name) => ({ value: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, source }));
  return [...documents.map((document) => ({ ...document, value: withTargets(document.value) })), ...namespaces];
}

function withTargets(value: unknown): unknown {
  if (!isNamedObject(value) || value.kind !== 'OperatorGroup') return value;
  const spec = isMapping(value.spec) ? value.spec : {};
  const namespaces = statusNamespaces(value);
  return spec.selector === undefined || namespaces.length === 0 ? value : { ...value, spec: { ...spec, targetNamespaces: namespaces } };
}

function statusNamespaces({ kind, status }: KubernetesObject): string[] {
  const namespaces = kind === 'OperatorGroup' && isMapping(status) ? status.namespaces : undefined;
  return Array.isArray(namespaces) ? namespaces.filter((name) => typeof name === 'string' && name !== '') : [];
}
