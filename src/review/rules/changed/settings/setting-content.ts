/** The content of an object that decides: without names, texts for people and harmless fields. */

import { stringify } from 'safe-stable-stringify';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { DESCRIBING, type Setting } from '../../../../base/tools/setting.js';

/** Whether a field is part of the setting. */
export function counts({ counts: list, only, harmless = [] }: Setting, at: FieldPath): boolean {
  const [first, second] = at;
  if (at.some((_, index) => isHarmless(at.slice(0, index + 1), harmless))) return false;
  if (first === 'metadata') return list !== undefined && second === list;
  return first !== 'status' && (only === undefined || (first === 'spec' && only.includes(String(second))));
}

/** The content that decides: without names, and without labels and annotations unless they count; the order of fields does not matter. */
export function content(
  { apiVersion: _, kind: __, metadata, status: ____, ...fields }: KubernetesObject,
  { counts, only, harmless = [] }: Setting,
  instead: Readonly<Record<string, unknown>> = {},
): string {
  const spec = fieldsOf(fields.spec);
  const all = counts ? [fields, metadata[counts] ?? {}] : only ? only.map((field) => spec[field] ?? null) : fields;
  const written = (value: unknown, at: FieldPath): unknown => {
    // A step of a rollout with nothing but harmless fields counts for nothing.
    if (Array.isArray(value)) {
      const entries = value.map((each, index) => written(each, [...at, index]));
      return harmless.length === 0 ? entries : entries.filter((entry, index) => !isLeftEmpty(value[index], entry));
    }
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([field]) => !isHarmless([...at, field], harmless));
    return Object.fromEntries(
      kept.map(([field, inner]) => [field, Object.hasOwn(instead, field) ? instead[field] : written(inner, [...at, field])]),
    );
  };
  return stringify(written(all, [])) ?? '';
}

/** Whether an entry had fields, and all of them are harmless. */
function isLeftEmpty(entry: unknown, left: unknown): boolean {
  return Object.keys(fieldsOf(entry)).length > 0 && !Array.isArray(left) && typeof left === 'object' && sortedText(left) === '{}';
}

/** Mappings whose keys are not fields, but names that somebody chose: a label can be called `message`. */
const OF_NAMES = /^(?:annotations|data|labels|matchLabels|nodeSelector|parameters|stringData|\w*[sS]elector)$/;

/** Contents of other objects and of programs: what is called `message` there can be anything. */
const OF_CONTENTS = /^(?:anyPattern|manifests?|object\w*|overlay|patch\w*|pattern|raw|resources?|template|value|values\w*)$/;

/** Fields whose own fields are known. */
const KNOWN_PARENTS: ReadonlySet<unknown> = new Set(['deny', 'items', 'openAPIV3Schema', 'validate']);

/** Whether a path ends at a text for people: in `spec`, in an entry of a list, or in the schema of a field. */
function isDescribing(at: FieldPath): boolean {
  const [ofSchema, parent, field] = at.slice(-3).length === 3 ? at.slice(-3) : [undefined, ...at.slice(-2)];
  if (!DESCRIBING.includes(String(at.length === 1 ? at[0] : field)) || at.some((step) => OF_CONTENTS.test(String(step)))) return false;
  const isInSchema = ofSchema === 'properties' && at.includes('openAPIV3Schema');
  return at.length === 1 || (at.length === 2 && parent === 'spec') || typeof parent === 'number' || KNOWN_PARENTS.has(parent) || isInSchema;
}

/** Whether a path ends at a field that decides nothing. */
function isHarmless(at: FieldPath, harmless: readonly string[]): boolean {
  const field = at.at(-1);
  if (typeof field !== 'string' || OF_NAMES.test(String(at.at(-2) ?? ''))) return false;
  return isDescribing(at) || harmless.includes(field);
}
