/** Changes of reach: groups and their targets, operators and their verdicts, copies, and what is left behind. */

import type { State } from '../state/state.js';
import { copyChanges } from './copy-changes.js';
import { leftBehind } from './left-behind.js';
import { memberChanges } from './member-changes.js';
import type { ScopeChange } from './scope-change.js';
import { targetChanges } from './target-changes.js';

/** Every change of reach, the widest first. */
export function scopeChanges(base: State, head: State): ScopeChange[] {
  return [targetChanges, memberChanges, copyChanges, leftBehind].flatMap((find) => find(base, head));
}
