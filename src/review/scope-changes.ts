/** What changes in reach: groups and their targets, operators and their verdicts, copies, and what stays behind. */
import { copyChanges } from './copy-changes.js';
import { leftBehind } from './left-behind.js';
import { memberChanges } from './member-changes.js';
import type { ReviewSide, ScopeChange } from './review.js';
import { targetChanges } from './target-changes.js';

/** Every change in reach, the widest first. */
export function scopeChanges(base: ReviewSide, head: ReviewSide): ScopeChange[] {
  return [targetChanges, memberChanges, copyChanges, leftBehind].flatMap((find) => find(base, head));
}
