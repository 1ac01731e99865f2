/** The fields in which two values differ, with the entries of lists paired by what names them: a container, a variable, a volume. */

import { isDeepStrictEqual } from 'node:util';
import { groupOf } from '../../../../base/kubernetes/kinds.js';
import { isNamedObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import { listed } from '../../../../base/wording/phrases.js';
import type { DifferingField } from '../../../../olm/model/finding.js';
import { POD_FIELDS } from '../pods/pod-fields.js';

/** What names the entries of Kubernetes' lists; the first that all entries have, each its own, is taken. */
const NAMES = ['name', 'generateName', 'type', 'mountPath', 'devicePath', 'containerPort', 'port', 'ip', 'key'] as const;

const KNOWN_GROUPS: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apps',
  'batch',
  'operators.coreos.com',
  'rbac.authorization.k8s.io',
]);

/** Whether the lists of an object are known: which name their entries, and in which the order has no meaning. */
export function hasKnownLists(value: unknown): boolean {
  return isNamedObject(value) && KNOWN_GROUPS.has(groupOf(value.apiVersion));
}

/** Of a CRD; where a schema differs, and what that breaks, has its own checks. */
const SCHEMA = 'openAPIV3Schema';

/**
 * The innermost of them. A list whose entries nothing names differs as a whole, and so does one whose entries change
 * their order, if that has a meaning. None, if nothing else differs.
 *
 * @param isKnown whether the names of its lists mean what they mean in Kubernetes and OLM
 * @example
 * differingFields({ env: [{ name: 'A', value: '1' }] }, { env: [{ name: 'A', value: '2' }] }) // [{ at: ['env', 0, 'value'], text: 'env[A].value' }]
 */
export function differingFields(
  old: unknown,
  now: unknown,
  at: FieldPath = [],
  text = formatFieldPath(at),
  isKnown = true,
): DifferingField[] {
  if (isDeepStrictEqual(old, now) || (areKeys(at) && isNothing(old) && isNothing(now))) return [];
  // What only one state has differs in all that is in it.
  const [was, is] = [old ?? emptied(now), now ?? emptied(old)];
  if (at.at(-1) === SCHEMA) return [{ at, text }];
  const leaf = { at, text, was: old, is: now };
  if (Array.isArray(was) && Array.isArray(is)) return differingEntries(was, is, at, text, isKnown);
  const keys = isMapping(was) && isMapping(is) ? [...new Set([...Object.keys(was), ...Object.keys(is)])] : [];
  if (keys.length === 0) return [leaf];
  return keys.flatMap((key) => differingFields(fieldsOf(was)[key], fieldsOf(is)[key], [...at, key], inside(text, key), isKnown));
}

/** Of an object, these are the same empty as absent; of a selector, `{}` selects all. */
function areKeys([first, second, ...more]: FieldPath): boolean {
  return first === 'metadata' && (second === 'labels' || second === 'annotations') && more.length === 0;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (isMapping(value) && Object.keys(value).length === 0);
}

function emptied(value: unknown): unknown {
  return Array.isArray(value) ? [] : isMapping(value) ? {} : undefined;
}

function differingEntries(
  old: readonly unknown[],
  now: readonly unknown[],
  at: FieldPath,
  text: string,
  isKnown: boolean,
): DifferingField[] {
  const isOrdered = !isKnown || !UNORDERED.has(at.at(-1));
  const leaf = { at, text, was: old, is: now };
  if (old.length + now.length === 0) return [leaf];
  if (isKnown && isDeepStrictEqual(withoutListOrder(old, at.at(-1)), withoutListOrder(now, at.at(-1)))) return [];
  const name = NAMES.find((candidate) => isName(candidate, old) && isName(candidate, now));
  if (name === undefined) return [leaf];
  const [before, after] = [entriesBy(name, old), entriesBy(name, now)];
  const [left, came] = [[...before.keys()], [...after.keys()]];
  const isReordered =
    isOrdered &&
    !isDeepStrictEqual(
      left.filter((key) => after.has(key)),
      came.filter((key) => before.has(key)),
    );
  return [
    ...(isReordered ? [{ at, text: `the order of ${text}` }] : []),
    ...left
      .filter((key) => !after.has(key))
      .map((key) => ({ at: [...at, key], text: `${text}[${key}]`, was: before.get(key)?.entry, is: undefined })),
    ...[...after].flatMap(([key, { entry, index }]) => {
      // A new entry differs in all of its fields but its name.
      const earlier = before.get(key) ?? { entry: { [name]: fieldsOf(entry)[name] } };
      const fields = differingFields(earlier.entry, entry, [...at, index], `${text}[${key}]`, isKnown);
      return fields.length === 0 && !before.has(key)
        ? [{ at: [...at, index], text: `${text}[${key}]`, was: undefined, is: entry }]
        : fields;
    }),
  ];
}

function entriesBy(name: string, list: readonly unknown[]): ReadonlyMap<string, { readonly entry: unknown; readonly index: number }> {
  return new Map(list.map((entry, index) => [String(fieldsOf(entry)[name]), { entry, index }]));
}

function isName(name: string, list: readonly unknown[]): boolean {
  const found = list.map((entry) => fieldsOf(entry)[name]);
  return found.every((value) => typeof value === 'string' || typeof value === 'number') && new Set(found.map(String)).size === list.length;
}

function inside(text: string, key: string): string {
  const step = formatFieldPath([key]);
  return text === '' || step.startsWith('[') ? `${text}${step}` : `${text}.${step}`;
}

/** Whether a field is told by a change that covers it, or what it is in. */
export function isCovered({ at }: Pick<DifferingField, 'at'>, covered: readonly FieldPath[]): boolean {
  return covered.some((path) => path.length <= at.length && path.every((step, index) => step === at[index]));
}

/** More are said in short. */
const SHOWN = 12;
/** No reader looks at more in a sentence. */
const MOST = 60;

/** Where in these a workload differs is of no interest to a reader: a variable, a volume or a probe is named as a whole. */
const ENTRY = /((?:^|\.)(?:env|envFrom|ports|volumeMounts|volumes)\[[^[\]]*\]).*$/s;
const WHOLES = [...POD_FIELDS.flatMap(({ field, words }) => (words === undefined ? [] : [field])), 'annotations', 'labels', 'matchLabels'];
const WHOLE = new RegExp(`((?:^|\\.)(?:${WHOLES.join('|')}))[.[].*$`, 's');

/** The fields as a sentence has them, those of one list together: `env[A, B]`. Where there are many, in short. */
export function fieldsText(fields: readonly DifferingField[]): string {
  const all = partsOf(fields);
  return listed(all.length > SHOWN ? partsOf(inShort(fields)) : all, 'fields', MOST);
}

function partsOf(fields: readonly DifferingField[]): string[] {
  const texts = new Map<string, Set<string>>();
  for (const { text } of fields) {
    // The last name in brackets is that of the entry.
    const [, start = text, name, end = ''] = /^(.*)\[([^[\]]+)\]([^[\]]*)$/s.exec(text) ?? [];
    const key = JSON.stringify([start, name === undefined, end]);
    texts.set(key, (texts.get(key) ?? new Set()).add(name ?? ''));
  }
  return [...texts].map(([key, names]) => {
    const [start, isWhole, end] = JSON.parse(key) as [string, boolean, string];
    return isWhole ? start : `${start}[${[...names].join(', ')}]${end}`;
  });
}

/** The fields of a workload, as far as a reader wants to know them. */
export function inShort(fields: readonly DifferingField[]): DifferingField[] {
  return fields.map(({ at, text }) => ({ at, text: text.replace(ENTRY, '$1').replace(WHOLE, '$1') }));
}

// Values in one order, so that those which mean the same are equal.

/** Lists in which the order of the entries has no meaning. Of variables, it has: a later one can use an earlier one. */
const UNORDERED: ReadonlySet<unknown> = new Set([
  'add',
  'admissionReviewVersions',
  'apiGroups',
  'apiVersions',
  'categories',
  'conversionCRDs',
  'deployments',
  'drop',
  'imagePullSecrets',
  'installModes',
  'keywords',
  'links',
  'maintainers',
  'operations',
  'owned',
  'relatedImages',
  'required',
  'resources',
  'shortNames',
  'skips',
  'volumeMounts',
  'volumes',
  'webhookdefinitions',
]);

/** A value with its keys sorted, and every list in which the order has no meaning. @param key under which it stands */
function withoutListOrder(value: unknown, key?: string | number): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => withoutListOrder(entry));
    return UNORDERED.has(key) ? entries.map((entry) => sortedText(entry)).sort() : entries;
  }
  return isMapping(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((name) => [name, withoutListOrder(value[name], name)]),
      )
    : value;
}
