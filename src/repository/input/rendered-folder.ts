/**
 * Folders that `render -o` wrote: the list of their files, and the folder as input. They contain the result, so nothing is rendered
 * again. They have no Namespaces, so the namespaces of their objects are assumed to exist.
 */

import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';

/**
 * The documents, and what they do not contain: a Namespace for each namespace that is named, and for a group with a selector
 * the namespaces in its status, because the labels that it selects by are missing.
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

// The list of the files in a folder that cdk8s-olm wrote.

/** The list's name. It is not YAML, so Argo CD and Flux ignore it. */
export const OWNED_FILES = '.cdk8s-olm';

/** The names of the manifests that cdk8s-olm writes. */
const RENDERED_FILE = /\.k8s\.(?:yaml|json)$/;
/** Lists the others; it contains no objects. */
const RENDERED_KUSTOMIZATION = 'kustomization.yaml';
/** Of a plain bundle: makes the image of the manifests beside it. */
export const RENDERED_DOCKERFILE = 'Dockerfile';

const OTHERS: ReadonlySet<string> = new Set([RENDERED_KUSTOMIZATION, RENDERED_DOCKERFILE]);

/** The names of the files in a folder that an earlier rendering wrote. */
export function ownedFiles(folder: string): Set<string> {
  const list = join(folder, OWNED_FILES);
  // A broken link is not a list.
  if (!isFile(list) || !existsSync(list)) return new Set();
  return new Set(namesInList(readFileSync(list, 'utf8')).filter((name) => isFile(join(folder, name))));
}

/** The names in the text of a list. Others can write it, so it must not lead out of the folder or to anything except rendered manifests. */
export function namesInList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((name) => name === basename(name) && !name.includes('\\') && (RENDERED_FILE.test(name) || OTHERS.has(name)));
}

/** Whether a path is a regular file, or a link of any kind. */
function isFile(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
}
