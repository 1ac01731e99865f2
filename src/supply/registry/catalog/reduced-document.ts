/**
 * Reduces catalog documents to the fields that decide about installation. Most of a catalog is other content: descriptions, icons,
 * examples, manifests.
 */
import { parseDocuments } from '../../../base/manifest/parse.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import { isError } from '../../../base/manifest/problem.js';
import { NotDocuments, type RawDocument } from './split-documents.js';

/** A document of a catalog: `olm.package`, `olm.channel`, `olm.bundle` or `olm.deprecations`. */
export interface CatalogDocument {
  readonly schema: string;
  /** The package that it belongs to. */
  readonly package: string;
  /** The content in the catalog, without irrelevant fields. */
  readonly value: Readonly<Record<string, unknown>>;
}

const SCHEMAS: ReadonlySet<string> = new Set(['olm.package', 'olm.channel', 'olm.bundle', 'olm.deprecations']);
const CSV_METADATA = 'olm.csv.metadata';
const OBJECT = 'olm.bundle.object';

/**
 * Reads a document; empty for another schema, which OLM ignores, too.
 *
 * @throws NotDocuments
 */
export function readDocument(raw: RawDocument): CatalogDocument[] {
  return values(raw).flatMap((value) => {
    if (!isMapping(value) || typeof value.schema !== 'string') throw new NotDocuments('a document has no schema');
    const { schema } = value;
    const owner = schema === 'olm.package' ? value.name : value.package;
    if (!SCHEMAS.has(schema)) return [];
    if (typeof owner !== 'string' || owner === '') throw new NotDocuments(`a document of the schema ${schema} names no package`);
    return [{ schema, package: owner, value }];
  });
}

/** The document without irrelevant fields. Content that only the catalog has stays, such as the manifests of a bundle without an image. */
export function reduced({ schema, package: owner, value }: CatalogDocument): CatalogDocument {
  if (schema === 'olm.package') {
    const { icon, description, ...rest } = value;
    return { schema, package: owner, value: rest };
  }
  if (schema !== 'olm.bundle') return { schema, package: owner, value };
  const { relatedImages, properties, ...rest } = value;
  const kept = Array.isArray(properties) ? properties.flatMap((property) => reducedProperty(property, Boolean(value.image))) : properties;
  return { schema, package: owner, value: { ...rest, ...(properties === undefined ? {} : { properties: kept }) } };
}

function reducedProperty(property: unknown, hasImage: boolean): unknown[] {
  if (!isMapping(property)) return [property];
  if (property.type === OBJECT) return hasImage ? [] : [property];
  if (property.type !== CSV_METADATA || !isMapping(property.value)) return [property];
  const { minKubeVersion } = property.value;
  return minKubeVersion === undefined ? [] : [{ type: CSV_METADATA, value: { minKubeVersion } }];
}

function values({ form, text }: RawDocument): unknown[] {
  if (form === 'json') {
    try {
      return [JSON.parse(text)];
    } catch {
      throw new NotDocuments('a document is not JSON');
    }
  }
  const { documents, problems } = parseDocuments({ file: '', text });
  const error = problems.find(isError);
  if (error) throw new NotDocuments(`a document is not YAML that can be read: ${error.message}`);
  return documents.map(({ value }) => value);
}
