/** Changes of many CustomResourceDefinitions in one line: an upgrade of one operator can change dozens in the same way. */
import { groupBy } from '../kubernetes/group-by.js';
import type { Change } from '../review/changes/change.js';
import { aboutText, listed } from '../words/phrases.js';

const TEXTS: Partial<Record<Change['kind'], string>> = {
  'crd-changed': 'break stored objects or clients',
  'crd-added': 'are new',
  'crd-removed': 'are removed',
  'crd-compatible': 'differ in their versions, and break no stored object and no client',
};

export function isCrdChange({ kind }: Pick<Change, 'kind'>): boolean {
  return kind in TEXTS;
}

/** Changes that one line can tell. */
export function crdsAlike(changes: readonly Change[]): (readonly [Change, ...Change[]])[] {
  const groups = groupBy(changes.filter(isCrdChange), ({ kind, severity }) => `${severity} ${kind}`);
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}

/** One of them as it is; of several, how many, which, and what the first one says. */
export function crdText(alike: readonly [Change, ...Change[]]): string {
  const [first] = alike;
  if (alike.length === 1) return aboutText(first);
  const names = alike.map(({ subject }) => subject.name);
  return `${alike.length} CustomResourceDefinitions ${TEXTS[first.kind]}: ${listed(names)}`;
}
