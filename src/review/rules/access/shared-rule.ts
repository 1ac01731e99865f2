/** One object for equal rules: what follows from a rule is kept with the object, and the two sides of a review have most rules in common. */

import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';

/** By their text, so many at most; a longer text is not kept. */
const SHARED = new Map<string, PolicyRule>();
const [MOST, LONGEST] = [20_000, 4_000];

export function sharedRule(rule: PolicyRule): PolicyRule {
  const text = JSON.stringify(rule);
  const shared = SHARED.get(text) ?? rule;
  if (SHARED.size < MOST && text.length < LONGEST) SHARED.set(text, shared);
  return shared;
}
