/** Reports wrong arguments: each error has the construct's path, the found and the expected value. */
import type { IConstruct } from 'constructs';
import { z } from 'zod';
import { type FieldPath, formatFieldPath } from '../base/manifest/field-path.js';
import { jsonText } from '../base/manifest/format.js';
import { SEVERITIES } from '../olm/model/finding.js';
import { VALUES, type Values } from '../olm/settings/values.js';
import { isToken } from './tokens.js';

/** The limit above which values are described only by their type. */
const SHOWN = 60;

/**
 * Checks arguments. The values of tokens are checked later, when they are known.
 *
 * @param place the construct, and the method if it is not the constructor
 * @param schema the checks, each with the expected value
 * @throws TypeError with all that is wrong
 */
export function checkArguments(place: string, schema: z.ZodType, value: unknown): void {
  const wrong = schema.safeParse(value).error?.issues.flatMap((issue) => complaints(issue, value)) ?? [];
  if (wrong.length > 0) throw new TypeError(wrong.map((complaint) => `${place}: ${complaint}`).join('\n'));
}

function complaints(issue: z.core.$ZodIssue, root: unknown): string[] {
  const path = issue.path as FieldPath;
  if (path.some((_, depth) => isToken(at(root, path.slice(0, depth)))) || isToken(at(root, path))) return [];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${formatFieldPath([...path, key])} is unknown; expected ${issue.message}`);
  }
  const field = formatFieldPath(path);
  return [`${field === '' ? '' : `${field}: `}found ${found(at(root, path))}; expected ${issue.message}`];
}

function at(root: unknown, path: FieldPath): unknown {
  return path.reduce((value: unknown, step) => (value as Record<string | number, unknown> | undefined)?.[step], root);
}

function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return `the function ${value.name}`;
  const type = typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'Object') : undefined;
  if (type !== undefined && type !== 'Object' && type !== 'Array') return `a value of the class ${type}`;
  const text = jsonText(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}

/** The path of a construct for messages, with a method. */
export function placeOf({ node }: IConstruct, method = ''): string {
  return [node.path, ...(method === '' ? [] : [method])].join(': ');
}

export const TEXT = (what: string) => z.string(what).min(1, what);
export const FLAG = z.boolean('true or false');
export const TEXTS = (what: string) =>
  z.record(z.string(), z.string(`text for ${what}`), `${what}, each with text, such as { tenant: 'a' }`);

/** An object with exactly these settings. */
export function settings<S extends z.ZodRawShape>(shape: S): z.ZodType {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, names === '' ? 'no settings' : `an object with ${names}`);
}

const LABELS_AND_ANNOTATIONS = { labels: TEXTS('labels').optional(), annotations: TEXTS('annotations').optional() };

/** The settings of `WithMetadata`. */
export const METADATA = { ...LABELS_AND_ANNOTATIONS, metadata: settings(LABELS_AND_ANNOTATIONS).optional() };

/** The schema of a setting, as an optional property. */
export function setting(name: keyof typeof VALUES): z.ZodType {
  const values: Values = VALUES[name];
  if ('choices' in values) return oneOf(values.choices).optional();
  const { read, expected } = values;
  return z.custom<string>((value) => typeof value === 'string' && read(value) !== undefined, `${expected}, in quotes`).optional();
}

/** One of some words. */
export function oneOf(words: readonly string[]): z.ZodType {
  return z.enum(words as [string, ...string[]], words.map((word) => `'${word}'`).join(' or '));
}

/** The schemas of settings that a cluster and the validation share: here, because declarations of exported values are published. */
export const RULE_SETTINGS = {
  profile: setting('profile'),
  platform: setting('platform'),
  olmVersion: setting('olmVersion'),
  kubeVersion: setting('kubeVersion'),
  failOn: oneOf([...SEVERITIES, 'never']).optional(),
  allowFailed: FLAG.optional(),
};
