/**
 * Approves the plans that the lock allows, waits until they run, and continues along the path. No state is kept: each round reads
 * the cluster and decides again, so that a run that ends at any moment leaves nothing unfinished.
 */
import { namespacedName } from '../../base/kubernetes/object.js';
import type { LockedOperator } from '../../olm/lock/locked.js';
import type { Locked } from '../../olm/lock/locked-by.js';
import { type Decision, decide, isAllowed, type Reason } from './decide.js';
import { type ApprovalState, type InstallPlan, waits } from './install-plan.js';

/** The cluster. */
export interface ApprovalClient {
  read(namespaces: readonly string[]): Promise<ApprovalState>;
  /** Approves a plan as it was read. `changed` if it changed since; then nothing was written. */
  approve(plan: InstallPlan): Promise<'approved' | 'changed'>;
}

export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** The events of a run. */
export type ApprovalEvent =
  | { readonly type: 'approved' | 'changed'; readonly decision: Decision }
  | { readonly type: 'waiting'; readonly namespace: string; readonly for: readonly Awaited[] };

/** A step that OLM has not finished, or cannot finish. */
export interface Awaited {
  readonly what: 'plan' | 'csv' | 'next-plan';
  readonly namespace: string;
  readonly name: string;
  readonly phase: string;
  readonly message: string;
}

/** The result of a run. */
export interface Approved {
  readonly approved: readonly Decision[];
  /** Waiting plans that were not approved. */
  readonly left: readonly Decision[];
  /** Steps that failed or did not finish in time. */
  readonly unfinished: readonly Awaited[];
}

interface ApproveOptions {
  readonly client: ApprovalClient;
  readonly locked: Locked;
  readonly clock: Clock;
  /** The time to stop waiting. */
  readonly until: number;
  tell(event: ApprovalEvent): void;
}

/** The interval between reads of the cluster. */
const EVERY_MS = 2000;
/** The time in which OLM's objects may be inconsistent: it writes a plan, its status and its Subscriptions one after the other. */
const SETTLES_MS = 30_000;
const SETTLING: ReadonlySet<Reason['code']> = new Set([
  'empty',
  'not-pointed-to',
  'points-elsewhere',
  'other-csvs',
  'no-image',
  'not-unpacked',
  'not-asked',
]);

/** The decisions about all waiting plans. */
export function decisions(state: ApprovalState, locked: Locked): Decision[] {
  return state.plans
    .filter(waits)
    .map((plan) => decide(plan, state, locked))
    .toSorted((a, b) => (namespacedName(a.plan) < namespacedName(b.plan) ? -1 : 1));
}

/** Whether a waiting plan is outdated: OLM keeps old plans. */
export function isOutdated({ reasons }: Decision): boolean {
  return reasons.some(({ code }) => code === 'outdated');
}

/** Approves all locked operators. */
export async function approve({ client, locked, clock, until, tell }: ApproveOptions): Promise<Approved> {
  const approved: Decision[] = [];
  const seen = new Map<string, number>();
  const ends = new Map<string, Omit<Approved, 'approved'>>();
  for (let open = [...new Set(locked.operators.map(({ namespace }) => namespace))].sort(); ; ) {
    const state = await client.read(open);
    const isOver = clock.now() >= until;
    const going: string[] = [];
    for (const namespace of open) {
      const here = decisions(of(namespace, state), locked);
      let isMoved = false;
      for (const decision of isOver ? [] : here.filter(isAllowed)) {
        const type = await client.approve(decision.plan);
        tell({ type, decision });
        if (type === 'approved') approved.push(decision);
        isMoved = true;
      }
      const left = here.filter((one) => !isAllowed(one));
      const isSettling = left.some((one) => isYoung(one, seen, clock.now()));
      const { awaited, failed } = isMoved ? { awaited: [], failed: [] } : progress(namespace, of(namespace, state), here, locked);
      if (!isOver && (isMoved || isSettling || (awaited.length > 0 && failed.length === 0))) {
        going.push(namespace);
        if (awaited.length > 0) tell({ type: 'waiting', namespace, for: awaited });
      } else ends.set(namespace, { left: isOver ? here : left, unfinished: [...failed, ...awaited] });
    }
    if (going.length === 0) break;
    open = going;
    await clock.sleep(EVERY_MS);
  }
  const all = [...ends.values()];
  return { approved, left: all.flatMap(({ left }) => left), unfinished: all.flatMap(({ unfinished }) => unfinished) };
}

function of(namespace: string, state: ApprovalState): ApprovalState {
  const isHere = (one: { readonly namespace: string }): boolean => one.namespace === namespace;
  return {
    plans: state.plans.filter(isHere),
    subscriptions: state.subscriptions.filter(isHere),
    csvs: state.csvs.filter(isHere),
    unreadable: state.unreadable.filter(isHere),
  };
}

/** Whether a plan is new, so that OLM may still be writing it. */
function isYoung(decision: Decision, seen: Map<string, number>, now: number): boolean {
  const key = namespacedName(decision.plan);
  const first = seen.get(key) ?? now;
  seen.set(key, first);
  return decision.reasons.every(({ code }) => SETTLING.has(code)) && now - first < SETTLES_MS;
}

const DONE = 'Succeeded';
/** Phases that OLM does not leave by itself, and that of an unprocessed CSV. */
const STUCK: ReadonlySet<string> = new Set(['Failed', 'Unknown']);

/** The locked steps of a namespace that OLM still has to do, and those that it cannot do. */
function progress(
  namespace: string,
  { plans, subscriptions, csvs }: ApprovalState,
  waiting: readonly Decision[],
  { operators }: Locked,
): { readonly awaited: readonly Awaited[]; readonly failed: readonly Awaited[] } {
  const newest = Math.max(0, ...plans.map(({ generation }) => generation));
  const ours = operators.filter((one) => one.namespace === namespace);
  const isOurs = (csv: string): boolean => ours.some(({ path }) => path.includes(csv));
  // An older plan counts while OLM works on it.
  const counts = ({ generation, approved, phase }: InstallPlan): boolean => generation === newest || (approved && phase !== 'Failed');
  const ofPlans = plans
    .filter((plan) => counts(plan) && plan.csvs.some(isOurs) && plan.phase !== 'Complete' && !waits(plan))
    .map(({ name, phase, message }): Awaited => ({ what: 'plan', namespace, name, phase, message }));
  const installedOf = ({ subscription, package: of }: LockedOperator): string | undefined =>
    subscriptions.find((one) => (subscription === undefined ? one.isGenerated && one.package === of : one.name === subscription))
      ?.currentCSV;
  const ofCsvs = ours.flatMap((operator): Awaited[] => {
    const current = installedOf(operator);
    if (current === undefined || !operator.path.includes(current)) return [];
    const csv = csvs.find(({ name }) => name === current);
    if (!csv && waiting.some(({ plan }) => plan.csvs.includes(current))) return [];
    const { phase = '', message = '' } = csv ?? {};
    if (phase !== DONE) return [{ what: 'csv', namespace, name: current, phase, message }];
    if (current === operator.path.at(-1) || waiting.some((one) => !isOutdated(one))) return [];
    return [{ what: 'next-plan', namespace, name: operator.path.at(-1) ?? '', phase: '', message: '' }];
  });
  const all = [...ofPlans, ...ofCsvs];
  return { awaited: all.filter(({ phase }) => !STUCK.has(phase)), failed: all.filter(({ phase }) => STUCK.has(phase)) };
}
