/** Finds the manifests in the data of a ConfigMap, for tools that apply such data to a cluster. */
import { fieldsOf } from '../kubernetes/pod-spec.js';
import { parseDocuments } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { InnerObject, ObjectsIn } from './form.js';

/** Finds the manifests in the texts of a ConfigMap, if `applied` contains the ConfigMap. */
export const inConfigMap: ObjectsIn = ({ metadata, data }, applied) => {
  const { namespace = '', name } = fieldsOf(metadata);
  return applied.has(`${String(namespace)}/${String(name)}`)
    ? Object.entries(fieldsOf(data)).flatMap(([key, text]) => inText(key, text))
    : [];
};

function inText(key: string, text: unknown): InnerObject[] {
  if (typeof text !== 'string') return [];
  const { documents, problems } = parseDocuments({ file: '', text });
  if (problems.length > 0 || !documents.every(({ value }) => isMapping(value))) return [];
  return documents.map(({ value, source: { document } }) => ({ value, at: ['data', key], within: { text, document, path: [] } }));
}
