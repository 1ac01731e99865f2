/**
 * The schemas of a CRD as one short text: what the comparison of two versions reads, which is all but descriptions. Equal parts are written
 * once, because CRDs repeat the schemas of Pods many times.
 *
 * The text is a JSON list of parts. A string that starts with `#` is an earlier part by its index (`#3`), a number that JSON cannot contain
 * (`#n9223372036854775807`), or a string of the schema, with one more `#` in front. The last part has the schema of each version.
 */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../base/kubernetes/pod-spec.js';
import { isMapping, jsonIn } from '../../base/manifest/plain-data.js';
import { SCHEMA_LISTS, SCHEMA_MAPPINGS, SCHEMAS_OF_ONE } from '../rules/crd-upgrade/checks.js';

/** A reference is not shorter than a part of this length. */
const SHORTEST_PART = 8;
/** The limits of a text that is read: more than any CRD, and few enough to compare. */
const DEEPEST = 200;
const MOST_VALUES = 100_000;

/** The schemas by version. */
export type SchemasOfVersions = Readonly<Record<string, unknown>>;

/** The texts of CRDs that have a schema for each version, by the names of the CRDs. */
export function schemaTexts(crds: readonly KubernetesObject[]): { schemas?: Record<string, string> } {
  const texts = crds.flatMap((crd): [string, string][] => {
    const schemas = schemasOf(crd);
    return schemas && Object.keys(schemas).length > 0 ? [[crd.metadata.name, packed(schemas)]] : [];
  });
  return texts.length === 0 ? {} : { schemas: Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** The schemas of a CRD without their descriptions; undefined for a CRD of v1beta1 with one schema for all versions. */
export function schemasOf({ spec }: KubernetesObject): SchemasOfVersions | undefined {
  const { versions, validation } = fieldsOf(spec);
  if (validation !== undefined) return undefined;
  return Object.fromEntries(
    listOf(versions).flatMap(({ name, schema }) => {
      const { openAPIV3Schema, ...rest } = fieldsOf(schema);
      return schema === undefined ? [] : [[String(name), { ...rest, openAPIV3Schema: withoutDescription(openAPIV3Schema) }]];
    }),
  );
}

/** A schema without its description and those of the schemas in it. A field of that name, and values, stay. */
function withoutDescription(schema: unknown): unknown {
  if (!isMapping(schema)) return Array.isArray(schema) ? schema.map(withoutDescription) : schema;
  const { description: _, ...rest } = schema;
  return Object.fromEntries(
    Object.entries(rest).map(([field, value]) => {
      if (field === 'items' || SCHEMAS_OF_ONE.includes(field) || SCHEMA_LISTS.includes(field)) return [field, withoutDescription(value)];
      const isOfSchemas = isMapping(value) && (field === 'properties' || SCHEMA_MAPPINGS.includes(field));
      if (!isOfSchemas) return [field, value];
      return [field, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutDescription(inner)]))];
    }),
  );
}

/** A list or mapping with its equal parts joined. */
class Part {
  uses = 0;
  index: number | undefined;

  constructor(
    readonly id: number,
    readonly isList: boolean,
    /** The values, each with its key in a mapping. */
    readonly entries: readonly (readonly [string, unknown])[],
    readonly length: number,
  ) {}

  toJSON(): string {
    return `#${this.id}`;
  }
}

/** The text of plain data. */
export function packed(value: unknown): string {
  const known = new Map<string, Part>();
  const partOf = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return scalarText(one);
    const isList = Array.isArray(one);
    const entries = Object.entries(one)
      .filter(([, entry]) => entry !== undefined)
      .map(([key, entry]) => [key, partOf(entry)] as const);
    if (!isList) entries.sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([isList, entries]);
    const length = entries.reduce((sum, [name, entry]) => sum + (isList ? 1 : name.length + 4) + lengthOf(entry), 2);
    const part = known.get(key) ?? new Part(known.size, isList, entries, length);
    known.set(key, part);
    part.uses += 1;
    return part;
  };
  const root = partOf(value);
  const table: unknown[] = [];
  const written = (one: unknown, isRoot = false): unknown => {
    if (!(one instanceof Part)) return one;
    if (one.index !== undefined) return `#${one.index}`;
    const content = one.entries.map(([key, entry]) => [key, written(entry)] as const);
    const plain = one.isList ? content.map(([, entry]) => entry) : Object.fromEntries(content);
    if (isRoot || one.uses < 2 || one.length < SHORTEST_PART) return plain;
    one.index = table.push(plain) - 1;
    return `#${one.index}`;
  };
  const last = written(root, true);
  return JSON.stringify([...table, last]);
}

function lengthOf(value: unknown): number {
  return value instanceof Part ? value.length : String(value).length + (typeof value === 'string' ? 2 : 0);
}

function scalarText(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return `#n${value}`;
  return typeof value === 'string' && value.startsWith('#') ? `#${value}` : value;
}

/**
 * The data of a text; undefined if the text is not one that `packed` writes, or stands for too many values. Repeated parts are the same
 * object.
 *
 * @param most the most values
 */
export function unpacked(text: string, most = MOST_VALUES): Opened | undefined {
  const list = jsonIn(text);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const parts: Opened[] = [];
  for (const one of list) {
    const part = opened(one, parts, 0);
    if (!part || part.values > Math.min(most, MOST_VALUES) || part.depth > DEEPEST) return undefined;
    parts.push(part);
  }
  return parts.at(-1);
}

/** A value with the number of values in it, repeated ones included, and its depth. */
export interface Opened {
  readonly value: unknown;
  readonly values: number;
  readonly depth: number;
}

function opened(one: unknown, parts: readonly Opened[], depth: number): Opened | undefined {
  if (typeof one === 'string') return openedText(one, parts);
  if (typeof one !== 'object' || one === null) return { value: one, values: 1, depth: 0 };
  if (depth > DEEPEST) return undefined;
  const entries: [string, unknown][] = [];
  const size = { values: 1, depth: 0 };
  for (const [key, entry] of Object.entries(one)) {
    const inner = opened(entry, parts, depth + 1);
    if (!inner) return undefined;
    entries.push([key, inner.value]);
    size.values += inner.values;
    size.depth = Math.max(size.depth, inner.depth + 1);
  }
  return { value: Array.isArray(one) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries), ...size };
}

function openedText(text: string, parts: readonly Opened[]): Opened | undefined {
  if (!text.startsWith('#')) return { value: text, values: 1, depth: 0 };
  if (text.startsWith('##')) return { value: text.slice(1), values: 1, depth: 0 };
  const number = /^#n(-?\d+)$/.exec(text)?.[1];
  if (number !== undefined) return { value: BigInt(number), values: 1, depth: 0 };
  if (/^#n(?:-?Infinity|NaN)$/.test(text)) return { value: Number(text.slice(2)), values: 1, depth: 0 };
  return /^#\d{1,9}$/.test(text) ? parts[Number(text.slice(1))] : undefined;
}
