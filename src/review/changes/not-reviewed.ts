/** The changes that nobody reviewed: that a document differs is all that is known. */
import { formatReference, type ObjectReference } from '../../kubernetes/object.js';
import { listed } from '../../words/phrases.js';
import type { Change } from './change.js';

/** The kind of these changes. */
export const NOT_REVIEWED = 'object-not-reviewed';

/** Without objects that other changes are about. */
export function notToldElsewhere(changes: readonly Change[], told: readonly ObjectReference[]): Change[] {
  const known = new Set(told.map(formatReference));
  return changes.filter(({ kind, subject }) => kind !== NOT_REVIEWED || !known.has(formatReference(subject)));
}

/** `3 changed objects were not reviewed: ConfigMap op/settings …`; nothing if there are none. */
export function notReviewedText(changes: readonly Change[]): string | undefined {
  const found = changes.filter(({ kind }) => kind === NOT_REVIEWED);
  if (found.length === 0) return undefined;
  const names = listed(
    found.map(({ subject }) => formatReference(subject)),
    'objects',
  );
  return `${found.length === 1 ? '1 changed object was' : `${found.length} changed objects were`} not reviewed: ${names}`;
}
