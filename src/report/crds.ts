/** Changes of many CustomResourceDefinitions in one line: an upgrade of one operator can change dozens in the same way. */

import { groupBy } from '../kubernetes/object.js';
import type { Finding } from '../model/finding.js';
import { aboutText, listed } from '../wording/phrases.js';

/** What several of them do, after how many they are. */
const TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    'crd-changed': 'may break stored objects or clients',
    'crd-added': 'are new',
    'crd-removed': 'are removed',
    'crd-compatible': 'differ in their schemas, and pass every upgrade check',
    'crd-not-compared': 'differ in their schemas, which a lock does not have: with their bundles in the input, the upgrades are checked',
  }),
);

/** Those that one line tells. */
export type AlikeCrds = readonly [Finding, ...Finding[]];

/** Whether one line can tell it together with others. */
export function isCrdChange({ id }: Pick<Finding, 'id'>): boolean {
  return TEXTS.has(id);
}

/** The changes of CustomResourceDefinitions, those together that one line can tell. */
export function crdsAlike(changes: readonly Finding[]): AlikeCrds[] {
  const groups = groupBy(changes.filter(isCrdChange), ({ id, severity }) => `${severity} ${id}`);
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}

/** One of them as it is; of several, how many, what they do, and which. @param shown how many are named @default the first few */
export function crdText(alike: AlikeCrds, shown?: number): string {
  const [first] = alike;
  const names = [...new Set(alike.map(({ subject }) => subject.name))];
  if (names.length === 1) return `${aboutText(first)}${alike.length > 1 ? `; and ${alike.length - 1} more` : ''}`;
  // A note is about what breaks nothing.
  const text = first.id === 'crd-changed' && first.severity === 'info' ? 'change without breaking stored objects' : TEXTS.get(first.id);
  return `${names.length} CustomResourceDefinitions ${text}: ${listed(names, undefined, shown)}`;
}
