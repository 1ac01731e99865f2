/**
 * Outcomes: the final stages of rivals in several orders of work. If the orders disagree, the outcome is
 * ambiguous; if OLM does not settle, it is unstable.
 */
import type { ApiKey } from '../../model/api-key.js';
import type { Contender } from '../conflicts.js';
import type { Actor, Stage } from './actor.js';
import { type Lifecycle, lifecycle } from './lifecycle.js';
import { LARGEST, type WorkOrder, workOrders } from './orders.js';

/** The final stage of a CSV in the rendered order, and whether it is the same in all orders. */
export interface Outcome {
  /** Absent if the CSV does not exist at the end. */
  readonly stage?: Stage;
  readonly certainty: 'certain' | 'ambiguous' | 'unstable';
  /** The final stages in other orders, if the CSV exists there. */
  readonly others: readonly Stage[];
}

/** The outcomes of a set of rivals. */
export interface Outcomes {
  readonly outcomes: ReadonlyMap<Actor, Outcome>;
  /** The APIs that the groups list in the rendered order. */
  readonly apisOf: (group: Contender) => ReadonlySet<ApiKey>;
}

/** The APIs that the groups list before the first CSV is processed. */
export interface Annotations {
  /** If the groups exist before their CSVs; this case is rendered. */
  readonly rendered: (group: Contender) => ReadonlySet<ApiKey>;
  /** If the CSVs exist before the first sync of the groups. */
  readonly together: (group: Contender) => ReadonlySet<ApiKey>;
  /** If the groups have no annotation yet. */
  readonly apart: (group: Contender) => ReadonlySet<ApiKey>;
}

/** The CSVs that a CSV can affect. */
export type Meets = (actor: Actor) => readonly Actor[];

interface Ending {
  readonly life: Lifecycle;
  readonly moving: ReadonlySet<Actor>;
}

/** Computes the outcomes of a set of rivals; the CSVs are in processing order. */
export function outcomesOf(actors: readonly Actor[], annotations: Annotations, meets: Meets): Outcomes {
  const [first, ...more] = workOrders(actors);
  const rendered = run(first as WorkOrder<Actor>, annotations.rendered, meets);
  const others = more.map((order) => run(order, order.together ? annotations.together : annotations.apart, meets));
  // A large set is tried in only a few orders: a CSV that meets another one there counts as ambiguous.
  const isUntried = (actor: Actor): boolean =>
    actors.length > LARGEST && !actor.membership && meets(actor).some((other) => !isNear(actor, other));
  const outcomes = new Map(
    actors.map((actor): [Actor, Outcome] => {
      const stage = rendered.life.stageOf(actor);
      const differs = others.some((ending) => ended(ending, actor) !== ended(rendered, actor));
      const certainty = rendered.moving.has(actor) ? 'unstable' : differs || isUntried(actor) ? 'ambiguous' : 'certain';
      return [actor, { certainty, others: otherStages(others, actor), ...(stage ? { stage } : {}) }];
    }),
  );
  return { outcomes, apisOf: rendered.life.apisOf };
}

function otherStages(endings: readonly Ending[], actor: Actor): readonly Stage[] {
  const found = new Map<string, Stage>();
  for (const ending of endings) {
    const stage = ending.life.stageOf(actor);
    if (stage) found.set(ended(ending, actor), stage);
  }
  return [...found.values()];
}

/** A key of the final stage, for comparing outcomes. */
function ended({ life, moving }: Ending, actor: Actor): string {
  if (moving.has(actor)) return 'never settles';
  const stage = life.stageOf(actor);
  return stage ? `${stage.phase}/${stage.reason}` : 'gone';
}

function run({ arrival, together, round }: WorkOrder<Actor>, annotations: (group: Contender) => ReadonlySet<ApiKey>, meets: Meets): Ending {
  const life = lifecycle(arrival, annotations);
  const present = arrival.filter(({ standing }) => standing);
  for (const actor of present) life.create(actor);
  let moving: ReadonlySet<Actor> = present.length === arrival.length ? settle(life, present, round, meets) : new Set();
  for (const actor of arrival.filter(({ standing }) => !standing)) {
    life.create(actor);
    present.push(actor);
    if (!together || present.length === arrival.length) moving = settle(life, present, round, meets);
  }
  return { life, moving };
}

/** The number of further rounds in which a CSV that does not settle is observed. */
const OBSERVED = 8;
/** The limit of processed and woken CSVs before that: far more than a set needs that is tried in all its orders. */
const MOST_STEPS = 4_000_000;

/**
 * Works until nothing changes: processes CSVs again after a change of their own or of a rival.
 *
 * @returns the CSVs that never settle
 */
function settle(
  life: Lifecycle,
  present: readonly Actor[],
  round: (present: readonly Actor[]) => readonly Actor[],
  meets: Meets,
): Set<Actor> {
  const place = new Map(present.map((actor, index) => [actor, index]));
  const inPlace = (actors: Iterable<Actor>): Actor[] => [...actors].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  const awake = new Set(present);
  let steps = 0;
  const pass = (order: readonly Actor[]): Actor[] =>
    order.filter((actor) => {
      awake.delete(actor);
      steps += 1;
      if (!life.sync(actor)) return false;
      awake.add(actor);
      const met = meets(actor);
      steps += met.length;
      // In a crowd, nearly all are awake already.
      if (awake.size < present.length) for (const other of met) if (place.has(other)) awake.add(other);
      return true;
    });
  const enough = 12 + 8 * present.length;
  for (let count = 0; count < enough && steps < MOST_STEPS; count += 1) {
    if (awake.size === 0) return new Set();
    if (pass(round(inPlace(awake))).length === 0) pass(inPlace(awake));
  }
  return new Set(Array.from({ length: OBSERVED }, () => pass(inPlace(awake))).flat());
}

/** Whether two CSVs are versions of one operator, one after the other. */
function isNear(a: Actor, b: Actor): boolean {
  return a.csv.namespace === b.csv.namespace && (a.csv.replaces === b.csv.name || b.csv.replaces === a.csv.name);
}
