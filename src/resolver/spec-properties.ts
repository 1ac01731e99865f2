/** What the spec of a CSV says of its APIs, as the properties that OLM's resolver sees. */
import type { z } from 'zod';
import type { Property } from '../model/resolver-input.js';
import type { csvDocument } from './documents.js';

type CsvSpec = z.infer<typeof csvDocument>['spec'];

/** What a CSV owns and requires, as properties (newEntryFromV1Alpha1CSV). */
export function specProperties(spec: CsvSpec): Property[] {
  const crds = (list: readonly { name: string; version: string; kind: string }[] | null | undefined): Property['value'][] =>
    (list ?? []).map(({ name, version, kind }) => ({ group: name.slice(name.indexOf('.') + 1), version, kind }));
  const services = (list: readonly { group: string; version: string; kind: string }[] | null | undefined): Property['value'][] =>
    (list ?? []).map(({ group, version, kind }) => ({ group, version, kind }));
  const { customresourcedefinitions: crdSpec, apiservicedefinitions: serviceSpec } = spec ?? {};
  const distinct = (type: string, values: readonly unknown[]): Property[] =>
    [...new Set(values.map((value) => JSON.stringify(value)))].map((value) => ({ type, value: JSON.parse(value) as unknown }));
  return [
    ...distinct('olm.gvk', [...crds(crdSpec?.owned), ...services(serviceSpec?.owned)]),
    ...distinct('olm.gvk.required', [...crds(crdSpec?.required), ...services(serviceSpec?.required)]),
  ];
}
