/** The types of finders of changes. */
import type { FindingRule } from '../../../olm/model/finding.js';
import type { State } from '../../state/state.js';
import type { Access } from '../access/access.js';
import { completed } from '../finding-of.js';
import type { Compare, Completed, Discovery, Side } from '../rule.js';

/** One change, with its rule. */
export interface FoundChange extends Discovery {
  readonly rule: FindingRule;
}

/** Finds changes between two states. */
export type FindChanges = (base: State, head: State) => readonly FoundChange[];

/** An entry in the list of finders, with the rules that it reports. */
export interface ChangeFinder<Needs extends Side = Access> {
  readonly rules: readonly FindingRule[];
  readonly compare: Compare<Needs, Completed>;
}

/** Makes a finder of several rules. */
export function ofStates<Rule extends FindingRule>(
  rules: readonly Rule[],
  find: FindChanges,
): { rules: readonly Rule[]; compare: Compare<Side, Completed & { readonly rule: FindingRule }> } {
  return {
    rules,
    compare: (base, head) =>
      find(base.state, head.state).map((found) => ({ ...completed(found.rule, head.state, base.state)(found), rule: found.rule })),
  };
}
