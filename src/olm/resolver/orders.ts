/**
 * What OLM leaves to chance: its solver is handed the mandatory variables from an unordered map, and a bundle of several
 * channels in no order of these. Here the orders are tried, and what they come to is listed.
 */
import { type AppliedConstraint, type Formula, formulaOf, type Solved, solve, withOrder } from './solver.js';
import type { Constraint, Variable } from './variables.js';

/** All different answers that were found. */
export interface Outcomes {
  readonly answers: readonly Solved[];
  /** Whether no order was left out. */
  readonly allOrdersTried: boolean;
}

/** Orders that are tried of one namespace. */
const MAX_ORDERS = 400;

/** Solves in the order of names, and where the order may matter, in others. */
export function solveInAllOrders(variables: ReadonlyMap<string, Variable>): Outcomes & { readonly formula: Formula } {
  const formula = formulaOf(variables);
  const anchors = anchorsOf(formula);
  const first = solve(formula, anchors);
  // That there is no solution, and which bundles one consists of when no choice was contested, does not hang on the order.
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

/** All orders of few; of many, each one first and each one last, forwards and backwards. */
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

/** The formula, with each list of candidates that is in no order in some orders: all groups of it turned by one, by two … */
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
