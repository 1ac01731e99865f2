/** What changed in objects of everyday kinds, in words: other rules look at what these fields decide, and have nothing to say of it. */
import { groupOf } from '../../../kubernetes/kinds.js';
import type { KubernetesObject } from '../../../kubernetes/object.js';
import { valueAt } from '../../../manifest/field-path.js';
import { jsonText } from '../../../manifest/format.js';
import { listed } from '../../../wording/phrases.js';
import { type DifferingField, inShort } from './differing-fields.js';

/** Kinds of which each field is known. */
const KINDS: readonly (readonly [group: string, kinds: string])[] = [
  ['', 'ConfigMap Namespace Pod ReplicationController Service ServiceAccount'],
  ['apps', 'DaemonSet Deployment ReplicaSet StatefulSet'],
  ['batch', 'CronJob Job'],
];
const NAMES: ReadonlySet<string> = new Set(KINDS.flatMap(([group, kinds]) => kinds.split(' ').map((kind) => `${kind}.${group}`)));

/** What a field decides. The first that fits is taken; of others, their path is said. */
const WORDS: readonly (readonly [field: RegExp, words: string])[] = [
  [/^spec\.selector(?:\.|$)/, 'the Pods that it selects'],
  [/^spec\.type$/, 'how it can be reached'],
  [/^spec\.(?:loadBalancer\w*|externalTrafficPolicy|internalTrafficPolicy|externalName|sessionAffinity\w*)/, 'how it is reached'],
  [/^spec\.(?:jobTemplate\.spec\.)?(?:replicas|parallelism|completions)$/, 'how many Pods it runs'],
  [/^spec\.(?:schedule|timeZone|suspend|startingDeadlineSeconds|concurrencyPolicy)$/, 'when it runs'],
  [/^spec\.(?:strategy|updateStrategy|minReadySeconds|progressDeadlineSeconds|revisionHistoryLimit|paused)/, 'how it is rolled out'],
  [/(?:^|\.)resources(?:\.|$)/, 'what its containers can use of their node'],
  [/(?:^|\.)(?:liveness|readiness|startup)Probe(?:\.|$)/, 'how its containers are probed'],
  [/(?:^|\.)(?:affinity|nodeSelector|tolerations|topologySpreadConstraints)/, 'which nodes its Pods run on'],
  [/^metadata\.(labels|annotations)/, ''],
];

/** Whether all that can change in an object of this kind is known. */
export function isEveryday({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): boolean {
  return NAMES.has(`${kind}.${groupOf(apiVersion)}`);
}

/** @returns such as `changes data.level ("info" → "debug")` */
export function fieldsInWords(fields: readonly DifferingField[], old: unknown, now: unknown): string {
  const told = new Map<string, string[]>();
  for (const { at, text } of fields) {
    const words = WORDS.find(([field]) => field.test(text))?.[1] || inShort([{ at, text }])[0]?.text || text;
    // The index of an entry is another one in the older list.
    const isPlain = at.every((step) => typeof step === 'string');
    const change = isPlain ? `${shown(valueAt(old, at))} → ${shown(valueAt(now, at))}` : '';
    told.set(words, [...(told.get(words) ?? []), change]);
  }
  const texts = [...told].map(([words, changes]) => (changes.length === 1 && changes[0] !== '' ? `${words} (${changes[0]})` : words));
  return `changes ${listed(texts, 'fields', MOST)}`;
}

const MOST = 12;
const LONGEST = 60;

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = jsonText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
