/**
 * Keeps the meaning of text that cdk8s would change. cdk8s writes YAML 1.1 and does not quote `0o17` and `=`, which
 * go-yaml and YAML 1.2 read as a number and a tag.
 */
import { Yaml } from 'cdk8s';
import { Scalar } from 'yaml';
import { resolvePlainScalar } from '../base/go-yaml/resolve.js';
import { formatReference, type KubernetesObject } from '../base/kubernetes/object.js';
import { isFragileBlock } from '../base/manifest/emit.js';
import { emitJson } from '../base/manifest/format.js';

/** Text of only letters, the most common kind, has the same meaning in every parser. */
const PLAIN_WORD = /^[A-Za-z][A-Za-z./-]{5,}$/;

/** The value with such texts marked for quoting, or the same value if there is none. In JSON, a marked text is plain text. */
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

/** Characters that YAML requires to be escaped and that cdk8s does not escape: parsers reject them, or read a line break. */
const UNWRITABLE = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/;

/** The problem of an object with text that cdk8s cannot write: at most one message. */
export function unwritableText(object: KubernetesObject): string[] {
  // JSON does not escape these characters.
  const character = UNWRITABLE.exec(emitJson(object))?.[0];
  const text =
    character === undefined ? misreadKey(object) : `the character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (text === undefined) return [];
  return [
    `${formatReference({ ...object.metadata, kind: object.kind })} contains ${text}, which parsers reject or change when cdk8s writes it; remove it from the manifest`,
  ];
}

/** A key that parsers would read as another value. Unlike a value, it cannot be quoted. */
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
  // cdk8s itself quotes such a text.
  return Yaml.stringify(text) !== `${text}\n`;
}

function quotedScalar(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}
