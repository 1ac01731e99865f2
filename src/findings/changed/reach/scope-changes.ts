/** Changes of reach: groups and their targets, operators and their verdicts, copies, and what is left behind. */

import type { State } from '../../../state/state.js';
import { copyChanges } from './copies.js';
import { targetChanges } from './groups.js';
import { leftBehind } from './left-behind.js';
import { memberChanges } from './operators.js';
import type { ScopeChange } from './scope-change.js';

/** Every change of reach, the widest first. */
export function scopeChanges(base: State, head: State): ScopeChange[] {
  return [targetChanges, memberChanges, copyChanges, leftBehind].flatMap((find) => find(base, head));
}
