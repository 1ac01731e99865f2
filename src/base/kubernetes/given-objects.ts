/** The objects of the input, unchanged. */

import type { ParsedDocument } from '../manifest/parse.js';
import { isNamedObject, type KubernetesObject } from './object.js';
import { fieldsOf } from './pod-spec.js';

/** The objects of documents. */
export function givenObjects(documents: readonly Pick<ParsedDocument, 'value'>[]): KubernetesObject[] {
  return documents.map(({ value }) => value).filter(isNamedObject);
}

/** Documents in which each object has a name: the API server makes a name for those with generateName. */
export function withNames<Document extends Pick<ParsedDocument, 'value'>>(documents: readonly Document[]): Document[] {
  return documents.map((document) => {
    const { metadata, ...fields } = fieldsOf(document.value);
    const { generateName, name } = fieldsOf(metadata);
    if (typeof generateName !== 'string' || name !== undefined) return document;
    return { ...document, value: { ...fields, metadata: { ...fieldsOf(metadata), name: `${generateName}*` } } };
  });
}
