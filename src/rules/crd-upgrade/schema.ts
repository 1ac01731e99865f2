/** The schema of a CRD's version, as a list of paths: what crdify compares (its FlattenCRDVersion and SchemaHas). */
import { isMapping } from '../../manifest/plain-data.js';

/** One schema, as the CRD has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Fields that hold one schema, a list of them, or a mapping to them. */
const ONE = ['not', 'additionalProperties', 'additionalItems'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];
const MAPPINGS = ['patternProperties', 'definitions', 'dependencies'];

/**
 * Every schema inside a schema by its path: `^.spec.list.items.x`. Each is without the properties and items that have paths
 * of their own.
 */
export function flatten(schema: unknown): Map<string, JsonSchema> {
  const paths = new Map<string, JsonSchema>();
  visit(schema, '^', paths);
  return paths;
}

function visit(schema: unknown, path: string, paths: Map<string, JsonSchema>): void {
  if (!isMapping(schema)) return;
  const { properties, items, ...rest } = schema;
  paths.set(path, rest);
  if (!Array.isArray(items)) visit(items, `${path}.items`, paths);
  for (const field of ['items', ...LISTS]) {
    for (const [index, inner] of listOf(schema[field]).entries()) visit(inner, `${path}.${field}[${index}]`, paths);
  }
  for (const field of ONE) visit(schema[field], `${path}.${field}`, paths);
  for (const [name, inner] of entriesOf(properties)) visit(inner, `${path}.${name}`, paths);
  for (const field of MAPPINGS) {
    for (const [name, inner] of entriesOf(schema[field])) visit(inner, `${path}.${field}[${name}]`, paths);
  }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isMapping(value) ? Object.entries(value) : [];
}
