/**
 * Properties of bundles and CSVs: for a bundle folder those that `opm` writes to a catalog (operator-registry,
 * pkg/registry/parse.go and registry_to_model.go), for an installed CSV those that OLM's resolver derives (source_csvs.go).
 */

import { compareText } from '../../base/kubernetes/object.js';
import { isMapping, jsonIn } from '../../base/manifest/plain-data.js';
import { crdGroup } from '../model/api-key.js';
import type { BundleOutline } from '../model/bundle.js';
import type { Property } from '../model/catalog.js';
import type { ApiServiceDescription, ClusterServiceVersion, CrdDescription } from '../model/cluster-service-version.js';

/** The properties of a bundle in addition to the APIs of its CSV: from `metadata/`, and from the annotation `olm.properties`. */
export function addedProperties({ csv, dependencies, properties = [], catalogProperties }: BundleOutline): readonly Property[] {
  if (catalogProperties) return catalogProperties;
  const annotated = propertyList(csv.metadata.annotations?.[AUTHORS]) ?? [];
  // The package comes from metadata/annotations.yaml.
  const own = [...properties.filter(isProperty), ...annotated].filter(({ type }) => type !== 'olm.package');
  return [...own, ...dependencies.map(needed)];
}

/** All properties of a bundle, in the order of a catalog: properties of a folder are sorted as `opm` sorts them. */
export function bundleProperties(bundle: BundleOutline): readonly Property[] {
  if (bundle.catalogProperties) return bundle.catalogProperties;
  const { packageName = '', version = '' } = bundle;
  const all = [
    { type: 'olm.package', value: { packageName, version } },
    ...apiProperties(apisOf(bundle.csv.spec)),
    ...addedProperties(bundle),
  ].map((property) => ({ property, text: JSON.stringify(property.value) ?? '' }));
  const distinct = new Map(all.map((one) => [`${one.property.type} ${one.text}`, one]));
  return [...distinct.values()]
    .sort((a, b) => compareText(a.property.type, b.property.type) || compareText(a.text, b.text))
    .map(({ property }) => property);
}

/** Converts an entry of `metadata/dependencies.yaml` to the property of a requirement. */
function needed({ type, value }: Property): Property {
  switch (type) {
    case 'olm.package': {
      const { packageName, version } = isMapping(value) ? value : {};
      return { type: 'olm.package.required', value: { packageName, versionRange: version } };
    }
    case 'olm.gvk':
    case 'olm.label':
      return { type: `${type}.required`, value };
    default:
      return { type, value };
  }
}

/** The annotation that OLM writes on the CSV of a bundle. If it exists, only it counts. */
const INSTALLED = 'operatorframework.io/properties';
/** The annotation that the author of a bundle writes. */
const AUTHORS = 'olm.properties';

/** An installed CSV, with the fields that its properties need. */
export type DescribedCsv = Pick<
  ClusterServiceVersion,
  'name' | 'version' | 'annotations' | 'ownedCRDs' | 'requiredCRDs' | 'ownedAPIServices' | 'requiredAPIServices'
>;

/**
 * The properties of an installed CSV, or the reason why OLM stops at it.
 *
 * @param packageName the package in its Subscriptions
 */
export function installedProperties(csv: DescribedCsv, packageName?: string): readonly Property[] | { readonly error: string } {
  const { name, annotations, version } = csv;
  const annotation = annotations[INSTALLED];
  if (annotation !== undefined) {
    const listed = installedList(annotation);
    return listed ?? { error: `failed to retrieve properties of csv ${JSON.stringify(name)}: failed to unmarshal properties annotation` };
  }
  const own = apiProperties(csv);
  if (packageName === undefined) return own;
  const shown = version === '0.0.0' ? '' : (version ?? '');
  return [...own, { type: 'olm.package', value: { packageName, version: shown } }];
}

/** The annotation of a CSV with these properties. */
export function installedAnnotation(properties: readonly Property[]): Readonly<Record<string, string>> {
  return { [INSTALLED]: JSON.stringify({ properties }) };
}

type Apis = Pick<ClusterServiceVersion, 'ownedCRDs' | 'requiredCRDs' | 'ownedAPIServices' | 'requiredAPIServices'>;

/** The owned and required APIs of a CSV (newEntryFromV1Alpha1CSV), each API once. */
function apiProperties({ ownedCRDs, requiredCRDs, ownedAPIServices, requiredAPIServices }: Apis): Property[] {
  const crds = (list: readonly CrdDescription[]): Property['value'][] =>
    list.map(({ name, version, kind }) => ({ group: crdGroup(name), kind, version }));
  const services = (list: readonly ApiServiceDescription[]): Property['value'][] =>
    list.map(({ group, version, kind }) => ({ group, kind, version }));
  const distinct = (type: string, values: readonly unknown[]): Property[] =>
    [...new Set(values.map((value) => JSON.stringify(value)))].map((value) => ({ type, value: JSON.parse(value) as unknown }));
  return [
    ...distinct('olm.gvk', [...crds(ownedCRDs), ...services(ownedAPIServices)]),
    ...distinct('olm.gvk.required', [...crds(requiredCRDs), ...services(requiredAPIServices)]),
  ];
}

/** The APIs of a CSV without a schema check: entries of a wrong type are ignored. */
function apisOf(spec: unknown): Apis {
  const { customresourcedefinitions: crds, apiservicedefinitions: services } = isMapping(spec) ? spec : {};
  const listOf = (apis: unknown, which: 'owned' | 'required', fields: readonly string[]): Record<string, string>[] => {
    const list = isMapping(apis) ? apis[which] : undefined;
    return (Array.isArray(list) ? list : []).filter(
      (api): api is Record<string, string> => isMapping(api) && fields.every((field) => typeof api[field] === 'string'),
    );
  };
  const crdsOf = (which: 'owned' | 'required'): CrdDescription[] =>
    listOf(crds, which, ['name', 'version', 'kind']) as unknown as CrdDescription[];
  const servicesOf = (which: 'owned' | 'required'): ApiServiceDescription[] =>
    listOf(services, which, ['group', 'version', 'kind']) as unknown as ApiServiceDescription[];
  return {
    ownedCRDs: crdsOf('owned'),
    requiredCRDs: crdsOf('required'),
    ownedAPIServices: servicesOf('owned'),
    requiredAPIServices: servicesOf('required'),
  };
}

/** The list in OLM's annotation. One entry that is no property makes the whole annotation unreadable. */
function installedList(text: string): readonly Property[] | undefined {
  const annotation = jsonIn(text);
  if (annotation === undefined) return undefined;
  const { properties = [] } = (annotation ?? {}) as { properties?: unknown };
  if (properties === null) return [];
  return Array.isArray(properties) && properties.every(isTyped) ? (properties as Property[]) : undefined;
}

function propertyList(text: string | undefined): readonly Property[] | undefined {
  const list = text === undefined ? undefined : jsonIn(text);
  return Array.isArray(list) ? list.filter(isProperty) : undefined;
}

function isTyped(value: unknown): value is { readonly type: string } {
  return isMapping(value) && typeof value.type === 'string';
}

function isProperty(value: unknown): value is Property {
  return isTyped(value) && 'value' in value;
}
