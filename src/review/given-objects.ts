/** What the input gives besides that no rule of OLM looks at, but a review does: Secrets, and CRDs as they stand. */
import type { ParsedDocument } from '../manifest/parse.js';
import { groupOf } from '../model/kinds.js';
import { isNamedObject, type KubernetesObject } from '../model/kubernetes-object.js';

/** The Secrets and CustomResourceDefinitions of an input, those of Lists among them. */
export function givenObjects(documents: readonly ParsedDocument[]): KubernetesObject[] {
  return documents.flatMap(({ value }) => given(value));
}

function given(value: unknown): KubernetesObject[] {
  const { kind, items } = (value ?? {}) as { kind?: unknown; items?: unknown };
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) return items.flatMap(given);
  return isNamedObject(value) && isWanted(value) ? [value] : [];
}

function isWanted({ apiVersion, kind }: KubernetesObject): boolean {
  if (kind === 'Secret') return apiVersion === 'v1';
  return kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io';
}
