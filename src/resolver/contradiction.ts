/** The smallest contradiction: constraints that cannot hold together, of which none can be left out. */
import { type AppliedConstraint, type Formula, solve } from './solver.js';

/** Those that are the first to be left out: other clauses say the same, in words that OLM's users know. */
const DISPENSABLE: ReadonlySet<string> = new Set(['conflict']);

/**
 * Takes constraints out of a contradiction for as long as it is one without them.
 *
 * @param core indexes of constraints that contradict each other
 */
export function smallestContradiction(formula: Formula, core: readonly number[]): AppliedConstraint[] {
  const kindOf = (index: number): string => formula.constraints[index]?.constraint.kind ?? '';
  const ordered = [...core].sort((a, b) => Number(DISPENSABLE.has(kindOf(b))) - Number(DISPENSABLE.has(kindOf(a))) || b - a);
  let kept = new Set(ordered);
  for (const index of ordered) {
    if (!kept.has(index)) continue;
    const without = new Set([...kept].filter((other) => other !== index));
    const result = solve(formula, anchorsOf(formula), without);
    if ('core' in result) kept = new Set(result.core.filter((other) => without.has(other)));
  }
  return [...kept].sort((a, b) => a - b).flatMap((index) => formula.constraints[index] ?? []);
}

/** The mandatory variables, in the order that they came in. */
export function anchorsOf({ constraints }: Formula): string[] {
  return constraints.filter(({ constraint }) => constraint.kind === 'mandatory').map(({ variable }) => variable.id);
}
