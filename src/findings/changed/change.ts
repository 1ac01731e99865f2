/** What a change does: its rules, and what finds it. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { FindingRule, Severity } from '../../model/finding.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import type { Access } from '../access/access.js';
import type { Compare, Discovery, Side } from '../rule.js';

/** A rule of which a finding says no more about its fix than the rule does. */
export interface ChangeRule extends FindingRule {
  /** As findings have it: a clause without a full stop. */
  readonly fix: string;
}

/** Makes a rule. @param about its meaning, how an attacker uses it, and the fix as a clause */
export function changeRule(
  id: string,
  severity: Severity,
  title: string,
  { fix, meaning, attack, references = [] }: { meaning: string; attack?: string; fix: string; references?: readonly string[] },
): ChangeRule {
  const sentence = `${fix.charAt(0).toUpperCase()}${fix.slice(1)}.`;
  return { id, severity, title, references, fix, documentation: { meaning, ...(attack === undefined ? {} : { attack }), fix: sentence } };
}

/** One change, with its rule. */
export interface FoundChange extends Discovery {
  readonly rule: ChangeRule;
}

/** Finds changes between two states. */
export type FindChanges = (base: State, head: State) => readonly FoundChange[];

/** An entry of the list of changes: the rules that it reports, and what finds them. */
export interface ChangeFinder<Needs extends Side = Access> {
  readonly rules: readonly FindingRule[];
  readonly compare: Compare<Needs>;
}

/** The finder of several rules. */
export function ofStates<Rule extends FindingRule>(
  rules: readonly Rule[],
  find: FindChanges,
): { rules: readonly Rule[]; compare(base: Side, head: Side): readonly FoundChange[] } {
  return { rules, compare: (base, head) => find(base.state, head.state) };
}

/** An object of HEAD, and what it was in BASE. */
export interface ObjectPair {
  readonly before: KubernetesObject | undefined;
  readonly after: KubernetesObject;
}

/** Compares each object of HEAD with what it was. */
export function ofObjects(find: (pair: ObjectPair, head: State) => readonly Discovery[]): Compare<Side> {
  return ({ state: base }, { state: head }) => {
    const { twinOf } = objectsOf(base);
    return head.given.flatMap((after) => find({ before: twinOf(after), after }, head));
  };
}
