/** Describes the differences of an object in words; long texts are cut to the parts that differ. */

import { listsOf } from '../../../../base/kubernetes/lists.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { jsonText } from '../../../../base/manifest/format.js';
import { counted, listed } from '../../../../base/wording/phrases.js';
import type { DifferingField } from '../../../../olm/model/claim.js';
import type { TextChange } from '../files/text-changes.js';
import { changesOfValue } from '../files/weighed-changes.js';
import { POD_FIELDS } from '../pods/pod-fields.js';
import { differingFields, inShort } from './differing-fields.js';
import { partsThatDiffer } from './parts-that-differ.js';
import { holdsSecrets, isSecretPath, redacted } from './redacted.js';

/** The effect of a field in words, by the first matching pattern; other fields are named by their paths. */
const WORDS: readonly (readonly [field: RegExp, words: string])[] = [
  [/^spec\.selector(?:\.|$)/, 'the Pods that it selects'],
  [/^spec\.type$/, 'how it can be reached'],
  [/^spec\.(?:loadBalancer\w*|externalTrafficPolicy|internalTrafficPolicy|externalName|sessionAffinity\w*)/, 'how it is reached'],
  [/^spec\.(?:jobTemplate\.spec\.)?(?:replicas|parallelism|completions)$/, 'how many Pods it runs'],
  [/^spec\.(?:schedule|timeZone|suspend|startingDeadlineSeconds|concurrencyPolicy)$/, 'when it runs'],
  [/^spec\.(?:strategy|updateStrategy|minReadySeconds|progressDeadlineSeconds|revisionHistoryLimit|paused)/, 'how it is rolled out'],
  ...POD_FIELDS.flatMap(({ field, words }) => (words === undefined ? [] : [[new RegExp(`(?:^|\\.)${field}(?!\\w)`), words] as const])),
  [/^metadata\.(labels|annotations)/, ''],
];

/** @returns such as `changes data.level ("info" → "debug")` */
export function fieldsInWords(fields: readonly DifferingField[]): string {
  const told = new Map<string, string[]>();
  for (const { at, text, was, is } of fields) {
    const words = WORDS.find(([field]) => field.test(text))?.[1] || inShort([{ at, text }])[0]?.text || text;
    // An entry may have another index in the older list, so no values are shown.
    const change =
      at.every((step) => typeof step === 'string') && !isSecretPath(text)
        ? partsThatDiffer(shownWhole(was), shownWhole(is), LONGEST).join(' → ')
        : '';
    told.set(words, [...(told.get(words) ?? []), change]);
  }
  const texts = [...told].map(([words, changes]) => (changes.length === 1 && changes[0] !== '' ? `${words} (${changes[0]})` : words));
  return `changes ${listed(texts, 'fields', MOST)}`;
}

const SHOWN = 4;
/** The differences of an object in words, and the fields that the text covers. */
interface WhatDiffers {
  /** `; changes spec.priority (1 → 2)`; empty without differences. */
  readonly text: string;
  readonly claims: readonly FieldPath[];
}

/**
 * The differences of an object outside of its metadata.
 *
 * @param within the fields that count
 * @example
 * whatDiffers(before, after).text // '; changes spec.sourceRepos (["a"] → ["a","b"])'
 */
export function whatDiffers(
  before: KubernetesObject,
  after: KubernetesObject,
  within: (at: FieldPath) => boolean = ([first]) => first !== 'metadata' && first !== 'status',
): WhatDiffers {
  const fields = differingFields(before, after, [], '', listsOf(after)).filter(({ at }) => within(at));
  const isSecret = holdsSecrets(after.kind);
  // Short values say the most in the least room.
  const lengthOf = ({ was, is }: (typeof fields)[number]): number => Number(shownWhole(was).length + shownWhole(is).length > 2 * LONGEST);
  const texts = fields
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))
    .map(({ text, was, is }) => {
      if (isSecret || isSecretPath(text)) return text;
      const inside = isDeep(was) || isDeep(is) ? changesOfValue(was, is, isSecretChange) : '';
      if (inside !== '') return `${text}: ${inside}`;
      const [old, now] = partsThatDiffer(shownWhole(was), shownWhole(is), LONGEST);
      return old === now ? text : `${text} (${old} → ${now})`;
    });
  const more = texts.length > SHOWN ? ` and ${counted(texts.length - SHOWN, 'more field')}` : '';
  return {
    text: texts.length === 0 ? '' : `; changes ${texts.slice(0, SHOWN).join(', ')}${more}`,
    claims: fields.map(({ at }) => at),
  };
}

/** Whether a value is too large to show as a whole: many fields, or many lines. */
function isDeep(value: unknown): boolean {
  const isMany = (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.includes('\n'));
  return isMany && shownWhole(value).length > LONGEST;
}

function isSecretChange({ of = '', field }: TextChange): boolean {
  return holdsSecrets(of.slice(0, of.indexOf(' '))) || isSecretPath(field);
}

function shownWhole(value: unknown): string {
  return value === undefined ? 'none' : jsonText(redacted(value));
}

const MOST = 12;
const LONGEST = 60;
