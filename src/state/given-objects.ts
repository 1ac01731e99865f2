/** What the input gives, as it is: every object of its documents, those of Lists among them. */
import { groupOf } from '../kubernetes/kinds.js';
import { listItems } from '../kubernetes/list-items.js';
import { isNamedObject, type KubernetesObject } from '../kubernetes/object.js';
import type { ParsedDocument } from '../manifest/parse.js';

/** The objects of documents. */
export function givenObjects(documents: readonly Pick<ParsedDocument, 'value'>[]): KubernetesObject[] {
  return documents.flatMap(({ value }) => given(value));
}

function given(value: unknown): KubernetesObject[] {
  return listItems(value)?.flatMap(given) ?? (isNamedObject(value) ? [value] : []);
}

/** Whether risk rules look at an object that no rule of OLM looks at: Secrets, and CRDs as they are. */
export function isSecretOrCrd({ apiVersion, kind }: KubernetesObject): boolean {
  if (kind === 'Secret') return apiVersion === 'v1';
  return kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io';
}
