/** Finds the packages, APIs and bundle names that an input asks for. Bundles of other packages are no candidates, and need not be read. */
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { BundleOutline } from '../model/bundle.js';
import { isCatalogBlob } from './blob.js';

/** The requested packages, bundles and APIs. */
export interface AskedFor {
  readonly packages: ReadonlySet<string>;
  /** Names of bundles. */
  readonly bundles: ReadonlySet<string>;
  /** Words of the requested APIs: a kind, or the name of a CRD or API group. A CSV that owns such an API contains one of them. */
  readonly words: ReadonlySet<string>;
  /** Whether any bundle could be requested: only reading a bundle shows whether a rule matches it. */
  readonly anything: boolean;
}

type Ask = { readonly package: string } | { readonly bundle: string } | { readonly word: string } | { readonly anything: true };

/** Words that YAML contains unchanged: they cannot be folded over lines. */
const PLAIN_WORD = /^[\w.-]+$/;

function collected(all: Iterable<Ask>): AskedFor {
  const [packages, bundles, words] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let anything = false;
  for (const ask of all) {
    if ('package' in ask) packages.add(ask.package);
    else if ('anything' in ask) anything = true;
    else {
      const [word, into] = 'bundle' in ask ? [ask.bundle, bundles] : [ask.word, words];
      if (PLAIN_WORD.test(word)) into.add(word);
      else anything ||= word !== '';
    }
  }
  return { packages, bundles, words, anything };
}

/** The requests of manifests and catalog blobs. */
export function askedByDocuments(documents: readonly ParsedDocument[]): AskedFor {
  const values = documents.map(({ value }) => value).filter(isMapping);
  const blobs = values.filter(isCatalogBlob);
  const asked = collected([...values.flatMap(askedByManifest), ...blobs.flatMap((blob) => propertiesOf(blob).flatMap(askedByProperty))]);
  // A catalog can contain a requested package, and a folder its manifests.
  const providing = blobs.filter((blob) => asked.anything || propertiesOf(blob).some((property) => provides(property, asked.words)));
  return { ...asked, packages: new Set([...asked.packages, ...providing.map((blob) => text(blob.package))]) };
}

/** The requests of bundles. */
export function askedByBundles(bundles: readonly BundleOutline[]): AskedFor {
  return collected(
    bundles.flatMap(({ csv, dependencies }) => [
      ...askedByCsvSpec(csv.spec),
      ...dependencies.flatMap(({ type, value }) => askedByProperty({ type: DEPENDENCIES.get(type) ?? type, value })),
    ]),
  );
}

/** The names in `metadata/dependencies.yaml` of properties that state a requirement. */
const DEPENDENCIES: ReadonlyMap<string, string | undefined> = new Map(
  Object.entries<string | undefined>({
    'olm.gvk': 'olm.gvk.required',
    'olm.package': 'olm.package.required',
    'olm.label': 'olm.label.required',
  }),
);

type Mapping = Readonly<Record<string, unknown>>;

function askedByManifest({ kind, metadata, spec }: Mapping): Ask[] {
  const fields = isMapping(spec) ? spec : {};
  const meta = isMapping(metadata) ? metadata : {};
  switch (kind) {
    case 'Subscription':
      return [{ package: text(fields.name) }, { bundle: text(fields.startingCSV) }];
    case 'ClusterExtension': {
      const { catalog } = isMapping(fields.source) ? fields.source : {};
      return isMapping(catalog) ? [{ package: text(catalog.packageName) }] : [];
    }
    case 'ClusterServiceVersion':
      return [{ bundle: text(meta.name) }, ...askedByCsvSpec(fields), ...askedByAnnotations(meta.annotations)];
    default:
      return [];
  }
}

/** The requests in the properties that OLM wrote on an installed CSV. */
function askedByAnnotations(annotations: unknown): Ask[] {
  const json = isMapping(annotations) ? text(annotations['operatorframework.io/properties']) : '';
  if (json === '') return [];
  try {
    return propertiesOf(JSON.parse(json)).flatMap(askedByProperty);
  } catch {
    return [];
  }
}

function askedByCsvSpec(spec: unknown): Ask[] {
  const { customresourcedefinitions: crds, apiservicedefinitions: services } = isMapping(spec) ? spec : {};
  const required = (apis: unknown): Mapping[] => (isMapping(apis) && Array.isArray(apis.required) ? apis.required.filter(isMapping) : []);
  return [
    ...required(crds).flatMap(({ name, kind }): Ask[] => [{ word: text(name) }, { word: text(kind) }]),
    ...required(services).flatMap(({ group, kind }): Ask[] => [{ word: text(group) }, { word: text(kind) }]),
  ];
}

interface Property {
  readonly type: unknown;
  readonly value: unknown;
}

function propertiesOf(value: unknown): Property[] {
  const { properties } = isMapping(value) ? value : {};
  return Array.isArray(properties) ? properties.filter(isMapping).map(({ type, value: content }) => ({ type, value: content })) : [];
}

function askedByProperty({ type, value }: Property): Ask[] {
  const fields = isMapping(value) ? value : {};
  switch (type) {
    case 'olm.package.required':
      return [{ package: text(fields.packageName) }];
    case 'olm.gvk.required':
      return [{ word: text(fields.kind) }];
    case 'olm.label.required':
      return [{ anything: true }];
    case 'olm.constraint':
      return askedByConstraint(fields);
    default:
      return [];
  }
}

/** The depth to which nested constraints are read. */
const MAX_DEPTH = 500;

/**
 * The requests of a constraint: if it has several kinds, OLM takes the first of these. One bundle must meet all parts of `all`, so the
 * narrow parts suffice. Only reading a bundle shows whether a rule or a negation matches it.
 */
function askedByConstraint({ gvk, package: wanted, all, any }: Mapping, depth = 0): Ask[] {
  if (isMapping(gvk)) return [{ word: text(gvk.kind) }];
  if (isMapping(wanted)) return [{ package: text(wanted.packageName) }];
  if (depth < MAX_DEPTH && (isMapping(all) || isMapping(any))) {
    const { constraints } = (all ?? any) as Mapping;
    const parts = (Array.isArray(constraints) ? constraints : []).filter(isMapping).map((part) => askedByConstraint(part, depth + 1));
    const narrow = parts.filter((part) => !part.some((ask) => 'anything' in ask));
    if (parts.length > 0) return (isMapping(all) && narrow.length > 0 ? narrow : parts).flat();
  }
  return [{ anything: true }];
}

function provides({ type, value }: Property, words: ReadonlySet<string>): boolean {
  return type === 'olm.gvk' && isMapping(value) && words.has(text(value.kind));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
