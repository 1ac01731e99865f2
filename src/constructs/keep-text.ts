/**
 * Text that cdk8s would write such that it is read as something else. cdk8s writes by YAML 1.1, and leaves `0o17`
 * and `=` without quotes, which go-yaml and YAML 1.2 take for a number and a tag.
 */
import { Yaml } from 'cdk8s';
import { Scalar } from 'yaml';
import { isFragileBlock } from '../manifest/emit.js';
import { emitJson } from '../manifest/format.js';
import { resolvePlainScalar } from '../manifest/scalar.js';
import { formatReference, type KubernetesObject } from '../model/kubernetes-object.js';

/** Letters alone, most texts by far, mean the same to every reader. */
const PLAIN_WORD = /^[A-Za-z][A-Za-z./-]{5,}$/;

/**
 * The value with such texts marked to be quoted; the same value where there is none. A marked text is a text to
 * JSON, and in a comparison of JSON.
 */
export function keepText(value: unknown): unknown {
  if (typeof value === 'string') return isKept(value) ? value : quotedScalar(value);
  if (Array.isArray(value)) {
    const kept = value.map(keepText);
    return kept.some((item, index) => item !== value[index]) ? kept : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]): [string, unknown] => [key, keepText(entry)]);
  return entries.some(([key, entry]) => entry !== (value as Record<string, unknown>)[key]) ? Object.fromEntries(entries) : value;
}

/** Characters that YAML wants escaped and cdk8s does not: readers refuse them, or see a line break. */
const UNWRITABLE = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/;

/** What is wrong with an object that holds text that cdk8s cannot write; at most one message. */
export function unwritableText(object: KubernetesObject): string[] {
  // JSON leaves these characters as they are.
  const character = UNWRITABLE.exec(emitJson(object))?.[0];
  const text =
    character === undefined ? misreadKey(object) : `the character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (text === undefined) return [];
  return [
    `${formatReference({ ...object.metadata, kind: object.kind })} holds ${text}, which cdk8s writes such that readers refuse or change it; remove it from the manifest`,
  ];
}

/** A key that would be read as something else; unlike a value, it cannot be quoted. */
function misreadKey(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    if (!Array.isArray(value) && !isKept(key)) return `the key ${JSON.stringify(key)}`;
    const inner = misreadKey(entry);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isKept(text: string): boolean {
  if (PLAIN_WORD.test(text)) return true;
  if (isFragileBlock(text)) return false;
  if (text !== '=' && resolvePlainScalar(text) === text) return true;
  // Quoted by cdk8s itself.
  return Yaml.stringify(text) !== `${text}\n`;
}

function quotedScalar(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}
