/** The fields in which two values differ, with the entries of lists paired by what names them: a container, a variable, a volume. */

import { innermost, KNOWN_LISTS } from '../../../../base/kubernetes/lists.js';
import { groupBy } from '../../../../base/kubernetes/object.js';
import { type Change, differences, type ListMeaning, placeOf, stepsText } from '../../../../base/manifest/differences.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { listed } from '../../../../base/wording/phrases.js';
import type { DifferingField } from '../../../../olm/model/finding.js';
import { POD_FIELDS } from '../pods/pod-fields.js';

/**
 * The innermost of them. A list whose entries nothing names differs as a whole, and so does one whose entries change
 * their order, if that has a meaning. None, if nothing else differs.
 *
 * @param lists what its lists mean
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

/** Where they are, those in a list without names as that list. */
function fieldsOfChanges(changes: readonly Change[], lists: ListMeaning, at: FieldPath, text: string): DifferingField[] {
  const inLists = groupBy(changes, ({ list, steps }) => list && JSON.stringify(placeOf(steps.slice(0, list.depth))));
  return changes.flatMap((change) => {
    const { what, steps, was, is, list } = change;
    const { depth, ...values } = list ?? { depth: steps.length, was: was ?? emptyList(is, was), is: is ?? emptyList(was, is) };
    const place = [...at, ...placeOf(steps.slice(0, depth))];
    const name = stepsText(steps.slice(0, depth), text);
    if (list) {
      const alike = inLists.get(JSON.stringify(placeOf(steps.slice(0, depth)))) ?? [];
      const parts = alike.map((one) => [...at, ...placeOf(one.what === 'reordered' ? one.steps.slice(0, depth) : one.steps)]);
      return alike[0] === change ? [{ at: place, text: name, ...values, parts }] : [];
    }
    if (what === 'reordered') return [{ at: place, text: `the order of ${name}` }];
    return [{ at: place, text: name, ...(lists.isWhole(String(place.at(-1))) ? {} : values) }];
  });
}

/** Of a list that only one side has, the other one. */
function emptyList(other: unknown, value: unknown): unknown {
  return Array.isArray(other) ? [] : value;
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
  return fields.map(({ at, text, parts }) => ({ at, ...(parts && { parts }), text: text.replace(ENTRY, '$1').replace(WHOLE, '$1') }));
}
