/** Finds the fields that differ between two values; list entries are paired by name, such as a container, a variable or a volume. */

import { innermost, KNOWN_LISTS } from '../../../../base/kubernetes/lists.js';
import { groupBy } from '../../../../base/kubernetes/object.js';
import { type Change, differences, type ListMeaning, placeOf, stepsText } from '../../../../base/manifest/differences.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { listed } from '../../../../base/wording/phrases.js';
import type { DifferingField } from '../../../../olm/model/claim.js';
import { POD_FIELDS } from '../pods/pod-fields.js';

/**
 * The innermost fields that differ; empty if none does. A list without names differs as a whole, and so does a list whose order changes if
 * the order has a meaning.
 *
 * @param lists the meaning of the lists
 * @example
 * differingFields({ env: [{ name: 'A', value: '1' }] }, { env: [{ name: 'A', value: '2' }] }) // [{ at: ['env', 0, 'value'], text: 'env[A].value' }]
 */
export function differingFields(
  old: unknown,
  now: unknown,
  at: FieldPath = [],
  text = formatFieldPath(at),
  lists: ListMeaning = KNOWN_LISTS,
): DifferingField[] {
  return fieldsOfChanges(innermost(differences(old, now, lists), lists), lists, at, text);
}

/** The fields of changes; changes in a list without names become one for the list. */
function fieldsOfChanges(changes: readonly Change[], lists: ListMeaning, at: FieldPath, text: string): DifferingField[] {
  const inLists = groupBy(changes, ({ list, steps }) => list && JSON.stringify(placeOf(steps.slice(0, list.depth))));
  return changes.flatMap((change) => {
    const { what, steps, was, is, list } = change;
    const { depth, ...values } = list ?? { depth: steps.length, was: was ?? emptyList(is, was), is: is ?? emptyList(was, is) };
    const place = [...at, ...placeOf(steps.slice(0, depth))];
    const name = stepsText(steps.slice(0, depth), text);
    if (list) {
      const alike = inLists.get(JSON.stringify(placeOf(steps.slice(0, depth)))) ?? [];
      if (alike[0] !== change) return [];
      const parts = alike.map((one) => [...at, ...placeOf(one.what === 'reordered' ? one.steps.slice(0, depth) : one.steps)]);
      return [{ at: place, text: name, ...values, parts }];
    }
    if (what === 'reordered') return [{ at: place, text: `the order of ${name}` }];
    return [{ at: place, text: name, ...(lists.isWhole(String(place.at(-1))) ? {} : values) }];
  });
}

/** An empty list, if only the other side has the list. */
function emptyList(other: unknown, value: unknown): unknown {
  return Array.isArray(other) ? [] : value;
}

/** The most fields with full paths; more are shortened. */
const SHOWN = 12;
/** The most fields in a sentence. */
const MOST = 60;

/** Fields of a workload that are named as a whole: a variable, a volume or a probe. */
const ENTRY = /((?:^|\.)(?:env|envFrom|ports|volumeMounts|volumes)\[[^[\]]*\]).*$/s;
const WHOLES = [...POD_FIELDS.flatMap(({ field, words }) => (words === undefined ? [] : [field])), 'annotations', 'labels', 'matchLabels'];
const WHOLE = new RegExp(`((?:^|\\.)(?:${WHOLES.join('|')}))[.[].*$`, 's');

/** The fields in a sentence, those of one list together: `env[A, B]`. Many fields are shortened. */
export function fieldsText(fields: readonly DifferingField[]): string {
  const all = partsOf(fields);
  return listed(all.length > SHOWN ? partsOf(inShort(fields)) : all, 'fields', MOST);
}

function partsOf(fields: readonly DifferingField[]): string[] {
  const texts = new Map<string, Set<string>>();
  for (const { text } of fields) {
    // The last name in brackets is the name of the entry.
    const [, start = text, name, end = ''] = /^(.*)\[([^[\]]+)\]([^[\]]*)$/s.exec(text) ?? [];
    const key = JSON.stringify([start, name === undefined, end]);
    texts.set(key, (texts.get(key) ?? new Set()).add(name ?? ''));
  }
  return [...texts].map(([key, names]) => {
    const [start, isWhole, end] = JSON.parse(key) as [string, boolean, string];
    return isWhole ? start : `${start}[${[...names].join(', ')}]${end}`;
  });
}

/** The fields of a workload, shortened for readers. */
export function inShort(fields: readonly DifferingField[]): DifferingField[] {
  return fields.map(({ at, text, parts }) => ({ at, ...(parts && { parts }), text: text.replace(ENTRY, '$1').replace(WHOLE, '$1') }));
}
