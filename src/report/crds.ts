/** Changes of many CustomResourceDefinitions in one line: an upgrade of one operator can change dozens in the same way. */
import type { Change } from '../review/changes/change.js';
import { aboutText, listed } from '../words/phrases.js';

export function isCrdChange({ kind }: Pick<Change, 'kind'>): boolean {
  return kind === 'crd-changed';
}

/** One of them as it is; of several, how many, which, and what the first one says. @param crds of one severity, never none */
export function crdText(crds: readonly Change[]): string {
  const [first] = crds as readonly [Change];
  if (crds.length === 1) return aboutText(first);
  const names = crds.map(({ subject }) => subject.name);
  return `${crds.length} CustomResourceDefinitions break stored objects or clients: ${listed(names)}`;
}
