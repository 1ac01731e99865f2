/** The checks of one schema against its predecessor, by their names in crdify, in byte order. */

import { isDeepStrictEqual } from 'node:util';
import { compareText, sortedOnce } from '../../../base/kubernetes/object.js';
import { jsonText } from '../../../base/manifest/format.js';
import { isMapping } from '../../../base/manifest/plain-data.js';

// Values in the format of Go in crdify's messages.

/** A number (`%v`): large and small ones with an exponent. */
export function goNumber(value: number | bigint, isFloat: boolean): string {
  if (!isFloat || value === 0) return String(value);
  const [mantissa = '', exponent = '0'] = Number(value).toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  const sign = power < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** A string in quotes (`%q`); any other value as JSON. */
export function goQuoted(text: unknown): string {
  return typeof text === 'string' ? JSON.stringify(text) : jsonText(text);
}

/** A list (`%v`). */
export function goList(texts: readonly string[]): string {
  return `[${texts.join(' ')}]`;
}

/** A value of a schema as JSON; crdify compares defaults in this form. */
export function json(value: unknown): string {
  return JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? Number(entry) : entry)) ?? 'null';
}

/** @returns crdify's message, or undefined */
type Check = (before: JsonSchema, after: JsonSchema) => string | undefined;

/** OLM v1's checks. Each message is an error; looser bounds and additional values of an enum have no message. */
export const SCHEMA_CHECKS: Readonly<Record<string, Check>> = {
  default: (before, after) => {
    const [was, is] = [before.default, after.default].map((value) => (value === undefined ? undefined : goQuoted(json(value))));
    if (was === is) return undefined;
    if (was === undefined) return `default added when there was none previously : ${is}`;
    return is === undefined ? `default value removed : ${was}` : `default value changed : ${was} -> ${is}`;
  },
  enum: (before, after) => {
    const [were, are] = [allowedBy(before), allowedBy(after)];
    if (were.length === 0 && are.length > 0) return `enum constraint added when there was none previously : ${goList(are)}`;
    const removed = were.filter((value) => !are.includes(value));
    return removed.length === 0 ? undefined : `allowed enum values removed : ${goList(removed)}`;
  },
  maxItems: upperBound('maxItems'),
  maxLength: upperBound('maxLength'),
  maxProperties: upperBound('maxProperties'),
  maximum: upperBound('maximum'),
  minItems: lowerBound('minItems'),
  minLength: lowerBound('minLength'),
  minProperties: lowerBound('minProperties'),
  minimum: lowerBound('minimum'),
  nullable: (before, after) => {
    const [was, is] = [before.nullable === true, after.nullable === true];
    return was === is ? undefined : `nullable ${is ? 'added' : 'removed'} : ${was} -> ${is}`;
  },
  pattern: (before, after) => {
    const [was, is] = [before.pattern ?? '', after.pattern ?? ''] as [string, string];
    const what = was === '' ? 'added' : is === '' ? 'removed' : 'changed';
    return was === is ? undefined : `pattern ${what} : ${goQuoted(was)} -> ${goQuoted(is)}`;
  },
  required: (before, after) => {
    const were = (before.required ?? []) as string[];
    const added = [...new Set((after.required ?? []) as string[])].filter((name) => !were.includes(name));
    return added.length === 0 ? undefined : `new required fields: ${goList(added.sort(compareText))}`;
  },
  type: (before, after) => {
    const [was, is] = [before.type ?? '', after.type ?? ''] as [string, string];
    return was === is ? undefined : `type changed : ${goQuoted(was)} -> ${goQuoted(is)}`;
  },
  unhandled: (before, after) => (isDeepStrictEqual(unhandled(before), unhandled(after)) ? undefined : 'unhandled changes found :'),
};

/** The values of an enum as JSON, each once. */
function allowedBy({ enum: values }: JsonSchema): string[] {
  return sortedOnce((Array.isArray(values) ? values : []).map(json));
}

/** The bounds that are floating-point numbers. */
const FLOATS = ['minimum', 'maximum'];

function upperBound(field: string): Check {
  return bound(field, 'maximum', 'decreased', (was, is) => is < was);
}

function lowerBound(field: string): Check {
  return bound(field, 'minimum', 'increased', (was, is) => is > was);
}

function bound(field: string, name: string, verb: string, isTighter: (was: number | bigint, is: number | bigint) => boolean): Check {
  return (before, after) => {
    const was = before[field] as number | bigint | undefined;
    const is = after[field] as number | bigint | undefined;
    const text = (value: number | bigint): string => goNumber(value, FLOATS.includes(field));
    if (is === undefined) return undefined;
    if (was === undefined) return `${name} constraint added when there was none previously : ${text(is)}`;
    return isTighter(was, is) ? `${name} ${verb} : ${text(was)} -> ${text(is)}` : undefined;
  };
}

/** The fields without a check of their own; descriptions do not matter. */
function unhandled(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([field]) => field !== 'description' && (field === 'unhandled' || !Object.hasOwn(SCHEMA_CHECKS, field))),
  );
}

// The schema of a CRD's version as a list of paths, which crdify compares (its FlattenCRDVersion and SchemaHas).

/** One schema, as in the CRD. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Fields that contain one schema, a list of schemas, or a mapping to schemas. */
export const SCHEMAS_OF_ONE = ['not', 'additionalProperties', 'additionalItems'];
export const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf'];
export const SCHEMA_MAPPINGS = ['patternProperties', 'definitions', 'dependencies'];

/**
 * A schema and all schemas inside it, by their paths, such as `^.spec.list.items.x`. Each schema lacks `properties` and `items`,
 * because these have their own paths.
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
  for (const field of ['items', ...SCHEMA_LISTS]) {
    for (const [index, inner] of listOf(schema[field]).entries()) visit(inner, `${path}.${field}[${index}]`, paths);
  }
  for (const field of SCHEMAS_OF_ONE) visit(schema[field], `${path}.${field}`, paths);
  for (const [name, inner] of entriesOf(properties)) visit(inner, `${path}.${name}`, paths);
  for (const field of SCHEMA_MAPPINGS) {
    for (const [name, inner] of entriesOf(schema[field])) visit(inner, `${path}.${field}[${name}]`, paths);
  }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isMapping(value) ? Object.entries(value) : [];
}
