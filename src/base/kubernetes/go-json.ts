/** JSON as Go's encoder writes it: OLM hashes such texts for names and labels, and writes some of them to annotations. */
import { jsonText } from '../manifest/format.js';
import { isMapping } from '../manifest/plain-data.js';
import { compareText } from './object.js';
import { type TypeName, typeFields } from './typed/fields.js';

/** A string in quotes, with `<`, `>`, `&` and the two line separators escaped. */
export function goString(text: string): string {
  return goEscaped(JSON.stringify(text));
}

/** JSON that Go passes on unchanged, except for the characters that it escapes. */
export function goEscaped(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A value as JSON: fields in the order of their type, without empty ones; the keys of any other mapping in byte order.
 *
 * @param type the type of the value, or of the items of a list
 * @example
 * goJson({ verbs: ['get'], resources: [] }, 'PolicyRule') // '{"verbs":["get"]}'
 */
export function goJson(value: unknown, type?: TypeName): string {
  return written(value, type);
}

function written(value: unknown, type: string | undefined): string {
  if (typeof value === 'string') return goString(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, type)).join(',')}]`;
  if (!isMapping(value)) return jsonText(value ?? null);
  const fields = type === undefined ? undefined : typeFields(type);
  const keys = fields
    ? [...fields].filter(([key, { emptiness }]) => emptiness === 'always' || !isAbsent(value[key])).map(([key]) => key)
    : Object.keys(value).sort(compareText);
  return `{${keys.map((key) => `${goString(key)}:${written(value[key], fields?.get(key)?.type ?? type)}`).join(',')}}`;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
