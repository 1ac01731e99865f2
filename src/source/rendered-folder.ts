/**
 * Folders that `render -o` wrote, as input: they hold the result, so nothing of it is to be rendered again. They have no
 * Namespaces; those that their objects stand in are taken to be there.
 */
import { isMapping } from '../manifest/mapping.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isNamedObject, type KubernetesObject } from '../model/kubernetes-object.js';
import type { FileTree } from './file-tree.js';
import { namesInList, OWNED_FILES } from './owned-files.js';

/** The files that an earlier rendering wrote into a folder, in byte order; none where it wrote none. */
export function renderedFiles(tree: FileTree): string[] {
  const files = new Set(tree.list('').flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])));
  if (!files.has(OWNED_FILES)) return [];
  return namesInList(new TextDecoder().decode(tree.read(OWNED_FILES)))
    .filter((name) => files.has(name))
    .sort();
}

/**
 * The documents, and what they leave to be known: a Namespace for each that is named, and for a group with a selector the
 * namespaces that its status lists, since the labels that it selects by are not there.
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
