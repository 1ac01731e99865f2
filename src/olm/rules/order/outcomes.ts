/**
 * Outcomes: how the CSVs of a set of rivals end, in several orders of work. Where the orders do not agree, the outcome is
 * ambiguous; where OLM does not come to rest, it is unstable.
 */
import type { ApiKey } from '../../model/cluster-service-version.js';
import type { Contender } from '../conflicts.js';
import type { Actor } from './actor.js';
import { type Lifecycle, lifecycle, type Stage } from './lifecycle.js';
import { LARGEST, type WorkOrder, workOrders } from './orders.js';

/** How a CSV ends in the order that is rendered, and whether it ends so in all. */
export interface Outcome {
  /** Absent when it is gone at the end, or never came to be. */
  readonly stage?: Stage;
  readonly certainty: 'certain' | 'ambiguous' | 'unstable';
  /** Where it ends in other orders, as far as it is there then. */
  readonly others: readonly Stage[];
}

/** How a set of rivals ends. */
export interface Outcomes {
  readonly outcomes: ReadonlyMap<Actor, Outcome>;
  /** What the groups list in the order that is rendered. */
  readonly apisOf: (group: Contender) => ReadonlySet<ApiKey>;
}

/** What the groups list before the first CSV is looked at. */
export interface Annotations {
  /** As on a cluster where the groups come before their CSVs; this is rendered. */
  readonly rendered: (group: Contender) => ReadonlySet<ApiKey>;
  /** Where the CSVs are there already when the groups are first synced. */
  readonly together: (group: Contender) => ReadonlySet<ApiKey>;
  /** Where the groups have none yet. */
  readonly apart: (group: Contender) => ReadonlySet<ApiKey>;
}

/** The CSVs that one can change something for. */
export type Meets = (actor: Actor) => Iterable<Actor>;

interface Ending {
  readonly life: Lifecycle;
  readonly moving: ReadonlySet<Actor>;
}

/** Follows a set of rivals, given in the order in which they are taken. */
export function outcomesOf(actors: readonly Actor[], annotations: Annotations, meets: Meets): Outcomes {
  const [first, ...more] = workOrders(actors);
  const rendered = run(first as WorkOrder<Actor>, annotations.rendered, meets);
  const others = more.map((order) => run(order, order.together ? annotations.together : annotations.apart, meets));
  // Of a large set, only a few orders were tried: whoever meets another one there counts as open.
  const isUntried = (actor: Actor): boolean =>
    actors.length > LARGEST && !actor.membership && [...meets(actor)].some((other) => !isNear(actor, other));
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

/** How a CSV ended, as far as it is told from other endings. */
function ended({ life, moving }: Ending, actor: Actor): string {
  if (moving.has(actor)) return 'never settles';
  const stage = life.stageOf(actor);
  return stage ? `${stage.phase}/${stage.reason}` : 'gone';
}

function run({ arrival, together, round }: WorkOrder<Actor>, annotations: (group: Contender) => ReadonlySet<ApiKey>, meets: Meets): Ending {
  const life = lifecycle(arrival, annotations);
  const present: Actor[] = [];
  let moving: ReadonlySet<Actor> = new Set();
  for (const [index, actor] of arrival.entries()) {
    life.create(actor);
    present.push(actor);
    if (!together || index === arrival.length - 1) moving = settle(life, present, round, meets);
  }
  return { life, moving };
}

/** Rounds in which a CSV that still moves has been seen to move. */
const OBSERVED = 8;
/** How often CSVs are looked at or woken before that: far more than a set that is tried in all its orders needs. */
const MOST_STEPS = 4_000_000;

/**
 * Works until nothing changes: looks at those again that changed, or whose rivals did.
 *
 * @returns the CSVs that never come to rest
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
      for (const other of meets(actor)) {
        steps += 1;
        if (place.has(other)) awake.add(other);
      }
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
