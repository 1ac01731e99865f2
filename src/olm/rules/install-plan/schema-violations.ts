/**
 * Whether an object is valid under the schema of a CRD, as OLM's catalog operator asks before it updates the CRD (validateExistingCRs in
 * catalog/operator.go): the whole object, without defaults, and without rules in CEL.
 */
import { isDeepStrictEqual } from 'node:util';
import { RE2JS } from 're2js';
import { isMapping } from '../../../base/manifest/plain-data.js';

type Schema = Readonly<Record<string, unknown>>;

/** One violation, in words such as `spec.container: Required value`. */
export function schemaViolations(value: unknown, schema: unknown, path = ''): string[] {
  if (!isMapping(schema)) return [];
  if (value === null) return schema.nullable === true || schema.type === undefined ? [] : wrong(path, 'null is not allowed');
  if (schema['x-kubernetes-int-or-string'] === true) {
    return typeof value === 'string' || Number.isInteger(value) ? [] : wrong(path, 'must be an integer or a string');
  }
  if (typeof schema.type === 'string' && !isOfType(value, schema.type)) return wrong(path, `must be of type ${schema.type}`);
  return [
    ...ofValue(value, schema).map((text) => `${path || '<root>'}: Invalid value: ${text}`),
    ...(Array.isArray(value) ? ofList(value, schema, path) : isMapping(value) ? ofObject(value, schema, path) : []),
    ...ofJunctors(value, schema, path),
  ];
}

function wrong(path: string, text: string): string[] {
  return [`${path || '<root>'}: Invalid value: ${text}`];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isMapping(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      // A type outside of the specification stops nothing.
      return ['string', 'number', 'boolean'].includes(type) ? typeof value === type : true;
  }
}

const numberOf = (schema: Schema, field: string): number | undefined => {
  const limit = schema[field];
  return typeof limit === 'number' ? limit : undefined;
};

/** The violations of a value itself, whatever is in it. */
function ofValue(value: unknown, schema: Schema): string[] {
  const said: string[] = [];
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isDeepStrictEqual(one, value))) {
    said.push(`supported values: ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`);
  }
  if (typeof value === 'number') said.push(...ofNumber(value, schema));
  if (typeof value === 'string') said.push(...ofText(value, schema));
  const count = Array.isArray(value) ? value.length : isMapping(value) ? Object.keys(value).length : undefined;
  const noun = Array.isArray(value) ? 'Items' : 'Properties';
  if (count !== undefined && count > (numberOf(schema, `max${noun}`) ?? count)) said.push(`has more than ${schema[`max${noun}`]} entries`);
  if (count !== undefined && count < (numberOf(schema, `min${noun}`) ?? count)) said.push(`has less than ${schema[`min${noun}`]} entries`);
  if (Array.isArray(value) && schema.uniqueItems === true && new Set(value.map((one) => JSON.stringify(one))).size < value.length) {
    said.push('has an entry twice');
  }
  return said;
}

function ofNumber(value: number, schema: Schema): string[] {
  const [least, most, step] = ['minimum', 'maximum', 'multipleOf'].map((field) => numberOf(schema, field));
  const isLow = least !== undefined && (schema.exclusiveMinimum === true ? value <= least : value < least);
  const isHigh = most !== undefined && (schema.exclusiveMaximum === true ? value >= most : value > most);
  return [
    ...(isLow ? [`${value} is below the minimum ${least}`] : []),
    ...(isHigh ? [`${value} is above the maximum ${most}`] : []),
    ...(step !== undefined && step > 0 && !Number.isInteger(value / step) ? [`${value} is no multiple of ${step}`] : []),
  ];
}

function ofText(value: string, schema: Schema): string[] {
  const length = [...value].length;
  const { pattern } = schema;
  return [
    ...(length > (numberOf(schema, 'maxLength') ?? length) ? [`has more than ${schema.maxLength} characters`] : []),
    ...(length < (numberOf(schema, 'minLength') ?? length) ? [`has less than ${schema.minLength} characters`] : []),
    ...(typeof pattern === 'string' && !matches(value, pattern) ? [`does not match ${pattern}`] : []),
  ];
}

function matches(value: string, pattern: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(value).find();
  } catch {
    // The API server refuses a CRD with a pattern that is none.
    return true;
  }
}

function ofList(list: readonly unknown[], { items }: Schema, path: string): string[] {
  return list.flatMap((item, index) => schemaViolations(item, items, `${path}[${index}]`));
}

function ofObject(object: Readonly<Record<string, unknown>>, schema: Schema, path: string): string[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isMapping(schema.properties) ? schema.properties : {};
  return [
    ...required.filter((name) => !Object.hasOwn(object, name)).map((name) => `${at(name)}: Required value`),
    ...Object.entries(object).flatMap(([name, value]) =>
      schemaViolations(value, Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties, at(name)),
    ),
  ];
}

function ofJunctors(value: unknown, schema: Schema, path: string): string[] {
  const listOf = (field: string): readonly unknown[] => (Array.isArray(schema[field]) ? (schema[field] as unknown[]) : []);
  const holds = (one: unknown): boolean => schemaViolations(value, one, path).length === 0;
  const [all, any, one] = ['allOf', 'anyOf', 'oneOf'].map(listOf) as [readonly unknown[], readonly unknown[], readonly unknown[]];
  return [
    ...all.flatMap((each) => schemaViolations(value, each, path)),
    ...(any.length > 0 && !any.some(holds) ? wrong(path, 'must validate at least one schema (anyOf)') : []),
    ...(one.length > 0 && one.filter(holds).length !== 1 ? wrong(path, 'must validate one and only one schema (oneOf)') : []),
    ...(isMapping(schema.not) && holds(schema.not) ? wrong(path, 'must not validate the schema (not)') : []),
  ];
}
