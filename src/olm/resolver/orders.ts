/**
 * Finds the outcomes that OLM leaves to chance: its solver receives the mandatory variables from an unordered map, and a bundle's
 * channels in no order. Tries these orders and lists the outcomes.
 */
import { type AppliedConstraint, type Formula, formulaOf, type Solved, solve, withOrder } from './solver.js';
import type { Constraint, Variable } from './variable.js';

/** All distinct answers that were found. */
export interface Outcomes {
  readonly answers: readonly Solved[];
  /** Whether all orders were tried. */
  readonly allOrdersTried: boolean;
}

/** The limit of tried orders for one namespace. */
const MAX_ORDERS = 400;

/** Solves in the order of names, and in other orders if the order may matter. */
export function solveInAllOrders(variables: ReadonlyMap<string, Variable>): Outcomes & { readonly formula: Formula } {
  const formula = formulaOf(variables);
  const anchors = anchorsOf(formula);
  const first = solve(formula, anchors);
  // The order affects neither whether there is a solution, nor the bundles of a solution in which no choice was contested.
  if (!('chosen' in first) || !(first.isContested || hasLooseGroups(variables))) {
    return { formula, answers: [first], allOrdersTried: true };
  }
  const movable = anchors.filter((id) => variables.get(id)?.constraints.some(({ kind }) => kind === 'dependency'));
  const orders = ordersOf(movable);
  const answers = new Map([[answerKey(first), first as Solved]]);
  let tried = 0;
  const variants = groupVariants(formula, variables);
  let complete = variants.complete;
  for (const variant of variants.formulas) {
    const plain = solve(variant, anchors);
    if (!answers.has(answerKey(plain))) answers.set(answerKey(plain), plain);
    if (!('chosen' in plain && plain.isContested)) continue;
    complete &&= orders.complete;
    for (const order of orders.lists) {
      tried += 1;
      if (tried > MAX_ORDERS) return { formula, answers: [...answers.values()], allOrdersTried: false };
      const answer = solve(variant, order);
      if (!answers.has(answerKey(answer))) answers.set(answerKey(answer), answer);
    }
  }
  return { formula, answers: [...answers.values()], allOrdersTried: complete };
}

function answerKey(answer: Solved): string {
  if ('limit' in answer) return 'limit';
  return 'chosen' in answer
    ? [...answer.chosen]
        .filter((id) => id.includes('/'))
        .sort()
        .join(' ')
    : '';
}

/** All orders of a few ids; for many, each id first and each last, forwards and backwards. */
function ordersOf(ids: readonly string[]): { lists: string[][]; complete: boolean } {
  if (ids.length <= 5) return { lists: permutations(ids), complete: true };
  const lists = ids.flatMap((id) => {
    const others = ids.filter((other) => other !== id);
    return [
      [id, ...others],
      [...others, id],
      [id, ...others.toReversed()],
      [...others.toReversed(), id],
    ];
  });
  return { lists, complete: false };
}

function permutations(ids: readonly string[]): string[][] {
  if (ids.length === 0) return [[]];
  return ids.flatMap((id) => permutations(ids.filter((other) => other !== id)).map((rest) => [id, ...rest]));
}

function hasLooseGroups(variables: ReadonlyMap<string, Variable>): boolean {
  return [...variables.values()].some(({ constraints }) => constraints.some(isLoose));
}

function isLoose(constraint: Constraint): constraint is LooseConstraint {
  return constraint.kind === 'dependency' && constraint.groups !== undefined;
}

type LooseConstraint = Constraint & { readonly kind: 'dependency'; readonly groups: readonly (readonly string[])[] };

/** The formula in several orders of each unordered list of candidates: all its groups rotated by one, by two … */
function groupVariants(formula: Formula, variables: ReadonlyMap<string, Variable>): { formulas: readonly Formula[]; complete: boolean } {
  const loose = [...variables.values()].flatMap(({ id, constraints }) => constraints.filter(isLoose).map(({ groups }) => ({ id, groups })));
  let formulas: readonly Formula[] = [formula];
  let complete = true;
  for (const { id, groups } of loose) {
    if (formulas.length > MAX_ORDERS) {
      complete = false;
      break;
    }
    const turns = Math.max(...groups.map(({ length }) => length));
    const orders = Array.from({ length: turns }, (_, turn) => groups.flatMap((group) => rotated(group, turn)));
    formulas = formulas.flatMap((one) => orders.map((ids) => withOrder(one, id, ids)));
  }
  return { formulas, complete };
}

function rotated(group: readonly string[], turn: number): readonly string[] {
  const at = turn % Math.max(1, group.length);
  return [...group.slice(at), ...group.slice(0, at)];
}

/** The kinds to leave out first: other clauses have the same meaning in words that OLM's users know. */
const DISPENSABLE: ReadonlySet<string> = new Set(['conflict']);

/**
 * Removes constraints from a contradiction as long as it stays one.
 *
 * @param core indexes of contradicting constraints
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

/** The mandatory variables in their original order. */
export function anchorsOf({ constraints }: Formula): string[] {
  return constraints.filter(({ constraint }) => constraint.kind === 'mandatory').map(({ variable }) => variable.id);
}
