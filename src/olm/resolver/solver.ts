/**
 * Searches for the solution that OLM prefers (resolver/solver/search.go), with learning from contradictions.
 *
 * OLM guesses: all mandatory variables first, then from a queue of choices the first possible candidate, whose own
 * requirements are appended to the queue; a contradiction undoes the latest guess. The first solution in that order wins. This solver
 * guesses in the same order, but analyses each contradiction and keeps its conclusion as a clause (CDCL): it skips a candidate only if
 * earlier guesses exclude it, so the solution is the same, and a hopeless search ends early.
 */
import type { Constraint, Variable } from './variable.js';

/** A variable's number, from 1; a negative number means that the variable is not chosen. */
type Literal = number;

/** Literals of which one must be true, and their constraints. A search moves the two watched literals to the front. */
interface Clause {
  readonly literals: Literal[];
  readonly origins: readonly number[];
}

/** One constraint of a variable. */
export interface AppliedConstraint {
  readonly variable: Variable;
  readonly constraint: Constraint;
}

/** A solution, a contradiction, or neither within the limit. */
export type Solved =
  | {
      readonly chosen: ReadonlySet<string>;
      /** Whether some choice did not take its first candidate, or another variable met it: the order may then matter. */
      readonly isContested: boolean;
    }
  | { readonly core: readonly number[] }
  | { readonly limit: number };

/** The limit of contradictions in a search; real catalogs cause a handful. */
const MAX_CONTRADICTIONS = 20_000;

/** A problem in the solver's form; it can be solved again in other orders. */
export interface Formula {
  readonly variables: readonly Variable[];
  readonly constraints: readonly AppliedConstraint[];
  readonly clauses: readonly Clause[];
  readonly exclusions: readonly (readonly Exclusion[])[];
  /** The choices of each variable, which are appended to the queue when the variable is guessed: lists of candidates. */
  readonly choices: readonly (readonly (readonly Literal[])[])[];
  readonly numbers: ReadonlyMap<string, Literal>;
}

/** Converts variables to the solver's form. Candidates without a variable cannot be chosen. */
export function formulaOf(variables: ReadonlyMap<string, Variable>): Formula {
  const all = [...variables.values()];
  const numbers = new Map(all.map(({ id }, index) => [id, index + 1]));
  const lists = candidateLists(numbers);
  const constraints = all.flatMap((variable) => distinct(variable.constraints, lists).map((constraint) => ({ variable, constraint })));
  const clauses = constraints.flatMap((applied, origin) => clausesOf(applied, origin, numbers, lists));
  const choices = all.map((variable) =>
    variable.constraints.flatMap((constraint) => (constraint.kind === 'dependency' ? [lists(constraint.ids).literals] : [])),
  );
  return { variables: all, constraints, clauses, exclusions: exclusionsOf(constraints, numbers), choices: [[], ...choices], numbers };
}

/** The same formula with another order of one variable's candidates. */
export function withOrder(formula: Formula, id: string, ids: readonly string[]): Formula {
  const [variable] = literalsOf([id], formula.numbers);
  return variable === undefined ? formula : { ...formula, choices: formula.choices.with(variable, [literalsOf(ids, formula.numbers)]) };
}

/** Candidates as literals, and a key that identifies them. */
type CandidateLists = (ids: readonly string[]) => { readonly literals: readonly Literal[]; readonly key: string };

/** Converts each list of candidates once: many bundles have the same requirement, and share its list. */
function candidateLists(numbers: ReadonlyMap<string, Literal>): CandidateLists {
  const known = new Map<readonly string[], ReturnType<CandidateLists>>();
  return (ids) => {
    const found = known.get(ids);
    if (found) return found;
    const literals = literalsOf(ids, numbers);
    const list = { literals, key: literals.join(' ') };
    known.set(ids, list);
    return list;
  };
}

/** Constraints of one variable with the same formula count once in OLM, with the words of the last one (litMapping). */
function distinct(constraints: readonly Constraint[], lists: CandidateLists): readonly Constraint[] {
  return constraints.length < 2 ? constraints : [...new Map(constraints.map((one) => [formulaKey(one, lists), one])).values()];
}

function formulaKey(constraint: Constraint, lists: CandidateLists): string {
  switch (constraint.kind) {
    case 'mandatory':
      return 'mandatory';
    case 'prohibited':
      return 'not';
    case 'dependency':
      return constraint.ids.length === 0 ? 'not' : `one of ${lists(constraint.ids).key}`;
    case 'conflict':
      return `not beside ${constraint.with}`;
    case 'atMostOne':
      return `at most one of ${constraint.ids.join(' ')}`;
  }
}

function literalsOf(ids: readonly string[], numbers: ReadonlyMap<string, Literal>): Literal[] {
  const literals: Literal[] = [];
  for (const id of ids) {
    const literal = numbers.get(id);
    if (literal !== undefined) literals.push(literal);
  }
  return literals;
}

function clausesOf(
  { variable, constraint }: AppliedConstraint,
  origin: number,
  numbers: ReadonlyMap<string, Literal>,
  lists: CandidateLists,
): Clause[] {
  const self = numbers.get(variable.id) ?? 0;
  const clause = (literals: Literal[]): Clause => ({ literals, origins: [origin] });
  switch (constraint.kind) {
    case 'mandatory':
      return [clause([self])];
    case 'prohibited':
      return [clause([-self])];
    case 'dependency': {
      const { literals } = lists(constraint.ids);
      return literals.includes(self) ? [] : [clause([-self, ...literals])];
    }
    case 'conflict': {
      const [other] = literalsOf([constraint.with], numbers);
      return other === undefined ? [] : [clause([-self, -other])];
    }
    case 'atMostOne': {
      const members = literalsOf(constraint.ids, numbers);
      const twice = new Set(members.filter((literal, index) => members.indexOf(literal) !== index));
      return [...twice].map((literal) => clause([-literal]));
    }
  }
}

/** Variables that exclude each other. As clauses, their number would be quadratic. */
interface Exclusion {
  readonly members: readonly Literal[];
  readonly origins: readonly number[];
}

/** The exclusions of each variable. */
function exclusionsOf(constraints: readonly AppliedConstraint[], numbers: ReadonlyMap<string, Literal>): Exclusion[][] {
  const byVariable: Exclusion[][] = Array.from({ length: numbers.size + 1 }, () => []);
  for (const [origin, { constraint }] of constraints.entries()) {
    if (constraint.kind !== 'atMostOne') continue;
    const exclusion = { members: [...new Set(literalsOf(constraint.ids, numbers))], origins: [origin] };
    for (const literal of exclusion.members) byVariable[literal]?.push(exclusion);
  }
  return byVariable;
}

/** The state of the search. */
interface Search {
  readonly formula: Formula;
  readonly active: ReadonlySet<number> | undefined;
  /** The clauses that watch each literal, by `watchIndex`. */
  readonly watches: (Clause[] | undefined)[];
  /** 1, -1 or 0 by variable. */
  readonly values: Int8Array;
  readonly levels: Int32Array;
  readonly reasons: (Clause | undefined)[];
  readonly trail: Literal[];
  /** The start of each level on the trail. */
  readonly marks: number[];
  propagated: number;
  contradictions: number;
}

/** The guesses, and the data to undo them. */
interface Guesses {
  readonly order: Literal[];
  readonly guessed: Set<Literal>;
  queue: (readonly Literal[])[];
  head: number;
  /** Per level: the number of guesses, the length of the queue, and its head at the start of the level. */
  readonly saved: { readonly guesses: number; readonly queue: number; readonly head: number }[];
}

/**
 * Finds the solution that OLM prefers.
 *
 * @param anchors ids of the mandatory variables, in the order of guessing
 * @param active indexes of the constraints that count @default all
 */
export function solve(formula: Formula, anchors: readonly string[], active?: ReadonlySet<number>): Solved {
  const search = newSearch(formula, active);
  for (const clause of formula.clauses) {
    if (!counts(clause, search)) continue;
    const conflict = addClause(clause, search);
    if (conflict) return { core: explain(conflict, search) };
  }
  const queue = anchors.map((id) => literalsOf([id], formula.numbers));
  const guesses: Guesses = { order: [], guessed: new Set(), queue, head: 0, saved: [] };
  for (;;) {
    const conflict = propagate(search);
    if (conflict) {
      if (search.marks.length === 0) return { core: explain(conflict, search) };
      search.contradictions += 1;
      if (search.contradictions > MAX_CONTRADICTIONS) return { limit: search.contradictions };
      learn(conflict, search, guesses);
    } else if (!guessNext(search, guesses)) {
      // The guesses alone are a solution: constraints only ever add requirements to chosen variables.
      return {
        chosen: new Set(guesses.order.map((literal) => formula.variables[literal - 1]?.id ?? '')),
        isContested: isContested(guesses),
      };
    }
  }
}

/** Whether a constraint counts in this search. */
function counts({ origins: [origin = -1] }: { readonly origins: readonly number[] }, { active }: Search): boolean {
  return active === undefined || active.has(origin);
}

function newSearch(formula: Formula, active: ReadonlySet<number> | undefined): Search {
  const size = formula.variables.length + 1;
  return {
    formula,
    active,
    watches: new Array<Clause[] | undefined>(2 * size).fill(undefined),
    values: new Int8Array(size),
    levels: new Int32Array(size),
    reasons: new Array<Clause | undefined>(size).fill(undefined),
    trail: [],
    marks: [],
    propagated: 0,
    contradictions: 0,
  };
}

function truthOf(literal: Literal, { values }: Search): number {
  return literal > 0 ? (values[literal] ?? 0) : -(values[-literal] ?? 0);
}

/** Adds a clause. @returns the clause if it contradicts facts that need no guess */
function addClause(clause: Clause, search: Search): Clause | undefined {
  const [first, second] = clause.literals;
  if (first === undefined) return clause;
  if (second !== undefined) {
    watch(first, clause, search);
    watch(second, clause, search);
    return undefined;
  }
  const value = truthOf(first, search);
  if (value < 0) return clause;
  if (value === 0) assign(first, clause, search);
  return undefined;
}

function watchIndex(literal: Literal): number {
  return literal > 0 ? 2 * literal : -2 * literal + 1;
}

function watch(literal: Literal, clause: Clause, { watches }: Search): void {
  const index = watchIndex(literal);
  const watching = watches[index];
  if (watching) watching.push(clause);
  else watches[index] = [clause];
}

function assign(literal: Literal, reason: Clause | undefined, search: Search): void {
  const variable = Math.abs(literal);
  search.values[variable] = literal > 0 ? 1 : -1;
  search.levels[variable] = search.marks.length;
  search.reasons[variable] = reason;
  search.trail.push(literal);
}

/** Draws all conclusions. @returns a contradicted clause */
function propagate(search: Search): Clause | undefined {
  while (search.propagated < search.trail.length) {
    const literal = search.trail[search.propagated] ?? 0;
    search.propagated += 1;
    const conflict = (literal > 0 ? exclude(literal, search) : undefined) ?? propagateOne(-literal, search);
    if (conflict) return conflict;
  }
  return undefined;
}

/** Excludes the variables that cannot be chosen together with a chosen one. */
function exclude(literal: Literal, search: Search): Clause | undefined {
  for (const exclusion of search.formula.exclusions[literal] ?? []) {
    if (!counts(exclusion, search)) continue;
    const { members, origins } = exclusion;
    for (const other of members) {
      if (other === literal) continue;
      const value = truthOf(other, search);
      if (value > 0) return { literals: [-literal, -other], origins };
      if (value === 0) assign(-other, { literals: [-other, -literal], origins }, search);
    }
  }
  return undefined;
}

/** Each clause watches its first two literals; if one becomes false, another one replaces it, or a conclusion follows. */
function propagateOne(falsified: Literal, search: Search): Clause | undefined {
  const watching = search.watches[watchIndex(falsified)];
  if (!watching) return undefined;
  let kept = 0;
  for (let index = 0; index < watching.length; index += 1) {
    const clause = watching[index] as Clause;
    const { literals } = clause;
    if (literals[0] === falsified) [literals[0], literals[1]] = [literals[1] ?? 0, falsified];
    const first = literals[0] ?? 0;
    const moved = truthOf(first, search) <= 0 && moveWatch(clause, search);
    if (moved) continue;
    watching[kept] = clause;
    kept += 1;
    const value = truthOf(first, search);
    if (value === 0) assign(first, clause, search);
    else if (value < 0) {
      for (let rest = index + 1; rest < watching.length; rest += 1, kept += 1) watching[kept] = watching[rest] as Clause;
      watching.length = kept;
      return clause;
    }
  }
  watching.length = kept;
  return undefined;
}

function moveWatch(clause: Clause, search: Search): boolean {
  const { literals } = clause;
  for (let index = 2; index < literals.length; index += 1) {
    const literal = literals[index] ?? 0;
    if (truthOf(literal, search) < 0) continue;
    [literals[1], literals[index]] = [literal, literals[1] ?? 0];
    watch(literal, clause, search);
    return true;
  }
  return false;
}

/** Guesses the next choice in the queue. @returns false if none is left */
function guessNext(search: Search, guesses: Guesses): boolean {
  while (guesses.head < guesses.queue.length) {
    const candidates = guesses.queue[guesses.head] ?? [];
    if (candidates.some((literal) => guesses.guessed.has(literal))) {
      guesses.head += 1;
      continue;
    }
    const literal = candidates.find((candidate) => truthOf(candidate, search) >= 0);
    // Possible only if the constraint does not count; otherwise propagation finds the contradiction before all candidates are excluded.
    if (literal === undefined) {
      guesses.head += 1;
      continue;
    }
    const isOpen = truthOf(literal, search) === 0;
    if (isOpen) {
      guesses.saved.push({ guesses: guesses.order.length, queue: guesses.queue.length, head: guesses.head });
      search.marks.push(search.trail.length);
      assign(literal, undefined, search);
    }
    guesses.head += 1;
    guesses.order.push(literal);
    guesses.guessed.add(literal);
    guesses.queue.push(...(search.formula.choices[literal] ?? []));
    if (isOpen) return true;
  }
  return false;
}

/** Whether some choice lacks its first candidate, or has another one; if none does, the solution is the same in any order. */
function isContested({ queue, guessed }: Guesses): boolean {
  return queue.some(([first, ...others]) => (first !== undefined && !guessed.has(first)) || others.some((literal) => guessed.has(literal)));
}

/** Learns a clause from a contradiction (first unique implication point), and returns to the level where the clause has a conclusion. */
function learn(conflict: Clause, search: Search, guesses: Guesses): void {
  const level = search.marks.length;
  const { seen, origins, lower, asserting } = analyse(conflict, level, search);
  const literals = [-asserting, ...lower];
  for (const literal of lower) seen.delete(Math.abs(literal));
  const levelOf = (literal: Literal): number => search.levels[Math.abs(literal)] ?? 0;
  const back = lower.reduce((most, literal) => Math.max(most, levelOf(literal)), 0);
  const second = literals.findIndex((literal, index) => index > 0 && levelOf(literal) === back);
  if (second > 1) [literals[1], literals[second]] = [literals[second] ?? 0, literals[1] ?? 0];
  backtrack(back, search, guesses);
  const clause: Clause = { literals, origins: [...origins] };
  if (literals.length > 1) {
    watch(literals[0] ?? 0, clause, search);
    watch(literals[1] ?? 0, clause, search);
  }
  assign(literals[0] ?? 0, clause, search);
}

function analyse(
  conflict: Clause,
  level: number,
  search: Search,
): { seen: Set<number>; origins: Set<number>; lower: Literal[]; asserting: Literal } {
  const seen = new Set<number>();
  const origins = new Set<number>();
  const lower: Literal[] = [];
  let open = 0;
  let position = search.trail.length;
  let clause: Clause | undefined = conflict;
  let asserting: Literal = 0;
  do {
    for (const origin of clause?.origins ?? []) origins.add(origin);
    for (const literal of clause?.literals ?? []) {
      const variable = Math.abs(literal);
      if (literal === asserting || seen.has(variable)) continue;
      seen.add(variable);
      const at = search.levels[variable] ?? 0;
      if (at === level) open += 1;
      else if (at > 0) lower.push(literal);
      else addGround(variable, origins, search);
    }
    do {
      position -= 1;
      asserting = search.trail[position] ?? 0;
    } while (!seen.has(Math.abs(asserting)));
    clause = search.reasons[Math.abs(asserting)];
    open -= 1;
  } while (open > 0);
  return { seen, origins, lower, asserting };
}

/** Adds the constraints that determine a variable without any guess. */
function addGround(variable: number, origins: Set<number>, { reasons }: Search): void {
  const seen = new Set<number>();
  const stack = [variable];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const reason = reasons[next];
    for (const origin of reason?.origins ?? []) origins.add(origin);
    for (const literal of reason?.literals ?? []) if (Math.abs(literal) !== next) stack.push(Math.abs(literal));
  }
}

function backtrack(level: number, search: Search, guesses: Guesses): void {
  const mark = search.marks[level] ?? search.trail.length;
  for (const literal of search.trail.splice(mark)) {
    search.values[Math.abs(literal)] = 0;
    search.reasons[Math.abs(literal)] = undefined;
  }
  search.propagated = mark;
  search.marks.length = level;
  const saved = guesses.saved[level];
  if (!saved) return;
  for (const literal of guesses.order.splice(saved.guesses)) guesses.guessed.delete(literal);
  guesses.queue.length = saved.queue;
  guesses.head = saved.head;
  guesses.saved.length = level;
}

/** The constraints behind a contradiction without any guess. */
function explain(conflict: Clause, search: Search): number[] {
  const origins = new Set(conflict.origins);
  for (const literal of conflict.literals) addGround(Math.abs(literal), origins, search);
  return [...origins].sort((a, b) => a - b);
}
