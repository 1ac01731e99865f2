/**
 * Decides whether the lock allows an InstallPlan. After approval, OLM writes all objects of the plan, so every part must be known: an
 * unknown part is a reason to leave the plan.
 */
import { compare, parse } from 'semver';
import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { joined } from '../../base/wording/phrases.js';
import type { LockedOperator } from '../../olm/lock/locked.js';
import type { Locked } from '../../olm/lock/locked-by.js';
import type { ApprovalState, BundleLookup, InstallPlan, PlannedSubscription, PlanStep } from './install-plan.js';
import { isOfBundle, subscriptionOf } from './unpacked.js';

/** The reason why a plan is not approved. */
export type Reason =
  | { readonly code: 'not-understood'; readonly found: string }
  | { readonly code: 'deleted' | 'not-pointed-to' | 'empty' }
  | { readonly code: 'outdated' | 'same-generation'; readonly plan: string }
  | { readonly code: 'points-elsewhere'; readonly subscription: string }
  | { readonly code: 'other-csvs'; readonly found: readonly string[]; readonly expected: readonly string[] }
  | { readonly code: 'not-locked'; readonly csv: string; readonly subscription?: string }
  | { readonly code: 'other-package'; readonly csv: string; readonly found: string; readonly expected: string }
  | { readonly code: 'catalog-ahead' | 'not-on-path' | 'behind'; readonly csv: string; readonly expected: string }
  | { readonly code: 'not-asked' | 'no-image' | 'not-unpacked' | 'unpack-failed' | 'no-locked-digest'; readonly csv: string }
  | {
      readonly code: 'other-catalog' | 'other-digest' | 'replaces-other';
      readonly csv: string;
      readonly found: string;
      readonly expected: string;
    }
  | { readonly code: 'foreign-step'; readonly csv: string; readonly found: string };

/** One operator that a plan installs or upgrades. */
interface Move {
  readonly csv: string;
  /** The installed version; absent for a new installation. */
  readonly from?: string;
  /** The Subscription that waits for it; absent for a dependency without one. */
  readonly subscription?: string;
  readonly package?: string;
  /** The image of its bundle. */
  readonly image?: string;
}

/** The changes in a plan, and whether the lock allows it. */
export interface Decision {
  readonly plan: InstallPlan;
  readonly moves: readonly Move[];
  /** The Subscriptions that wait for it: an approval applies to all of them. */
  readonly subscriptions: readonly string[];
  /** Empty if the lock allows it. */
  readonly reasons: readonly Reason[];
}

/** Whether there is no reason against a plan. */
export function isAllowed({ reasons }: Decision): boolean {
  return reasons.length === 0;
}

/** Decides about one plan of a cluster. */
export function decide(plan: InstallPlan, state: ApprovalState, locked: Locked): Decision {
  const here = state.subscriptions.filter(({ namespace }) => namespace === plan.namespace);
  const pointing = here.filter((one) => pointsTo(one, plan));
  const asking = here.filter((one) => pointing.includes(one) || isTakenAlong(one, plan));
  const csvs = [...new Set([...plan.csvs, ...plan.lookups.map(({ identifier }) => identifier)])];
  const moves = csvs.map((csv): Move => {
    const subscription = asking.find(({ currentCSV }) => currentCSV === csv);
    const image = plan.lookups.find(({ identifier }) => identifier === csv)?.path;
    return {
      csv,
      ...(subscription?.installedCSV ? { from: subscription.installedCSV } : {}),
      ...(subscription ? { subscription: subscription.name, package: subscription.package } : {}),
      ...(image === undefined ? {} : { image }),
    };
  });
  return {
    plan,
    moves,
    subscriptions: asking.map(({ name }) => name).sort(),
    reasons: [
      ...aboutPlan(plan, state, pointing),
      ...csvs.flatMap((csv) => [...aboutCsv(csv, plan, { here, asking, state, locked })]),
      ...aboutSteps(plan, here, locked),
    ],
  };
}

function pointsTo({ namespace, plan: pointed }: PlannedSubscription, { namespace: home, name, uid }: InstallPlan): boolean {
  return namespace === home && pointed?.name === name && (pointed.uid === '' || uid === '' || pointed.uid === uid);
}

/**
 * Whether a Subscription waits in an older plan for a version that this plan also contains. OLM links a Subscription to a new plan
 * only if its version changes, and adds all pending installations to each new plan (`syncResolvingNamespace`).
 */
function isTakenAlong({ namespace, currentCSV = '', planGeneration }: PlannedSubscription, plan: InstallPlan): boolean {
  return namespace === plan.namespace && planGeneration !== undefined && planGeneration < plan.generation && plan.csvs.includes(currentCSV);
}

/** Checks the identity of a plan: the newest one, linked from its Subscriptions, with exactly the CSVs that it names. */
function* aboutPlan(plan: InstallPlan, { plans, unreadable }: ApprovalState, pointing: readonly PlannedSubscription[]): Generator<Reason> {
  for (const { namespace, kind, name } of unreadable)
    if (namespace === plan.namespace) yield { code: 'not-understood', found: `${kind} ${name}` };
  if (plan.isDeleted) yield { code: 'deleted' };
  const others = plans.filter((one) => one.namespace === plan.namespace && one.name !== plan.name);
  const newest = others.toSorted((a, b) => b.generation - a.generation)[0];
  if (newest && newest.generation > plan.generation) yield { code: 'outdated', plan: newest.name };
  else if (newest && newest.generation === plan.generation) yield { code: 'same-generation', plan: newest.name };
  if (pointing.length === 0) yield { code: 'not-pointed-to' };
  for (const { name, currentCSV = '', planGeneration = plan.generation } of pointing)
    if (!plan.csvs.includes(currentCSV) || planGeneration !== plan.generation) yield { code: 'points-elsewhere', subscription: name };
  if (plan.csvs.length === 0 || plan.steps.length === 0) yield { code: 'empty' };
  const written = plan.steps.flatMap(({ kind, group, name }) => (kind === 'ClusterServiceVersion' && group === OLM_GROUP ? [name] : []));
  if (sortedText(written) !== sortedText(plan.csvs)) yield { code: 'other-csvs', found: written, expected: plan.csvs };
}

interface Around {
  readonly here: readonly PlannedSubscription[];
  /** The Subscriptions that wait for the plan. */
  readonly asking: readonly PlannedSubscription[];
  readonly state: ApprovalState;
  readonly locked: Locked;
}

/** Checks that the lock has this version for this namespace, with the locked image. */
function* aboutCsv(csv: string, plan: InstallPlan, { here, asking: all, state, locked }: Around): Generator<Reason> {
  const [asking, second] = all.filter(({ currentCSV }) => currentCSV === csv);
  const operators = locked.operators.filter(({ namespace }) => namespace === plan.namespace);
  const operator = operatorOf(csv, asking, operators);
  if (!operator && !asking && operators.some(({ path }) => path.includes(csv))) {
    yield { code: 'not-asked', csv };
    return;
  }
  if (!operator || second) {
    yield { code: 'not-locked', csv, ...(asking ? { subscription: asking.name } : {}) };
    return;
  }
  if (asking && (asking.package !== operator.package || asking.catalog !== operator.catalog))
    yield {
      code: 'other-package',
      csv,
      found: `${asking.package} of ${asking.catalog}`,
      expected: `${operator.package} of ${operator.catalog}`,
    };
  const lookups = plan.lookups.filter(({ identifier }) => identifier === csv);
  const [lookup] = lookups;
  const reason = aboutPath(csv, lookup, asking?.installedCSV, operator, locked);
  if (reason) {
    yield reason;
    return;
  }
  if (!lookup || lookups.length > 1) yield { code: 'no-image', csv };
  else {
    yield* aboutImage(lookup, operator, locked);
    const { replaces } = lookup;
    const isThere = state.csvs.some(({ namespace, name }) => namespace === plan.namespace && name === replaces);
    const owner = here.find(({ installedCSV }) => installedCSV === replaces);
    if (replaces !== '' && isThere && (replaces !== asking?.installedCSV || (owner && owner !== asking)))
      yield { code: 'replaces-other', csv, found: replaces, expected: asking?.installedCSV ?? 'nothing' };
  }
}

/** The locked operator of a Subscription; for a Subscription that OLM writes, the locked dependency. */
function operatorOf(
  csv: string,
  asking: PlannedSubscription | undefined,
  operators: readonly LockedOperator[],
): LockedOperator | undefined {
  const byName = operators.find(({ subscription }) => asking && subscription === asking.name);
  if (byName || (asking && !asking.isGenerated)) return byName;
  return operators.find((one) => one.subscription === undefined && (asking ? one.package === asking.package : one.path.at(-1) === csv));
}

/** Checks that a version is the locked one, or between the installed one and the locked one. */
function aboutPath(
  csv: string,
  lookup: BundleLookup | undefined,
  installed: string | undefined,
  { path, catalog }: LockedOperator,
  locked: Locked,
): Reason | undefined {
  const expected = path.at(-1) ?? '';
  const at = path.indexOf(csv);
  if (at === -1) {
    const [planned, last] = [parse(versionOf(lookup)), parse(String(locked.bundle(catalog, expected)?.spec.version ?? ''))];
    const isAhead = planned && last ? compare(planned, last) > 0 : installed === expected;
    return { code: isAhead ? 'catalog-ahead' : 'not-on-path', csv, expected };
  }
  // A new installation cannot end at a version on the way.
  if (installed === undefined) return csv === expected ? undefined : { code: 'not-on-path', csv, expected };
  return path.indexOf(installed) > at ? { code: 'behind', csv, expected } : undefined;
}

/** The version of a bundle in its catalog. */
function versionOf(lookup: BundleLookup | undefined): string {
  try {
    const { properties }: { properties?: unknown } = JSON.parse(lookup?.properties || '{}');
    const list: readonly unknown[] = Array.isArray(properties) ? properties : [];
    const found = list.find((one) => isMapping(one) && one.type === 'olm.package');
    return isMapping(found) && isMapping(found.value) ? String(found.value.version) : '';
  } catch {
    return '';
  }
}

const DIGEST = /@(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

function* aboutImage(
  { identifier: csv, path, state, ...from }: BundleLookup,
  { catalog }: LockedOperator,
  locked: Locked,
): Generator<Reason> {
  if (state !== 'unpacked') yield { code: state === 'failed' ? 'unpack-failed' : 'not-unpacked', csv };
  const found = `${from.catalogNamespace}/${from.catalogName}`;
  if (found !== catalog) yield { code: 'other-catalog', csv, found, expected: catalog };
  const bundle = locked.bundle(catalog, csv);
  const named = DIGEST.exec(bundle?.image ?? '')?.[1];
  const expected = bundle?.digest ?? named;
  if (expected === undefined || (named !== undefined && named !== expected)) yield { code: 'no-locked-digest', csv };
  else if (DIGEST.exec(path)?.[1] !== expected) yield { code: 'other-digest', csv, found: path, expected };
}

/** Checks that each step takes its object from a bundle of the plan, or writes the Subscription of a dependency. */
function* aboutSteps(plan: InstallPlan, here: readonly PlannedSubscription[], { operators }: Locked): Generator<Reason> {
  const isWritten = (step: PlanStep, { identifier, catalogNamespace, catalogName }: BundleLookup): boolean => {
    const asked = subscriptionOf(step);
    const isDependency = (one: LockedOperator): boolean =>
      one.namespace === plan.namespace &&
      one.subscription === undefined &&
      one.package === asked?.package &&
      one.path.at(-1) === identifier;
    return (
      asked?.csv === identifier &&
      asked.catalog === `${catalogNamespace}/${catalogName}` &&
      operators.some(isDependency) &&
      !here.some(({ name, isGenerated }) => name === asked.name && !isGenerated)
    );
  };
  for (const step of plan.steps) {
    const lookup = plan.lookups.find(({ identifier }) => identifier === step.resolving);
    const isKnown = plan.csvs.includes(step.resolving) && lookup && (isOfBundle(step, lookup) || isWritten(step, lookup));
    const isOther = step.kind === 'ClusterServiceVersion' && step.name !== step.resolving;
    if (!isKnown || isOther) yield { code: 'foreign-step', csv: step.resolving, found: `${step.kind} ${step.name}` };
  }
}

function sortedText(names: readonly string[]): string {
  return JSON.stringify([...names].sort());
}

/** The operators of a plan, with their installed versions. */
export function movesText({ moves }: Pick<Decision, 'moves'>): string {
  return moves.map(({ from, csv }) => (from === undefined ? csv : `${from} → ${csv}`)).join(', ');
}

/** A reason in one sentence. */
export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'not-understood':
      return `${reason.found} is not as OLM writes it`;
    case 'deleted':
      return 'the plan is being deleted';
    case 'not-pointed-to':
      return 'no Subscription points to the plan';
    case 'empty':
      return 'the plan has no steps yet';
    case 'outdated':
      return `the plan is outdated: ${reason.plan} is newer`;
    case 'same-generation':
      return `${reason.plan} has the same generation, so it is not known which plan counts`;
    case 'points-elsewhere':
      return `Subscription ${reason.subscription} points to the plan, and to another version or generation`;
    case 'other-csvs':
      return `the steps of the plan install ${named(reason.found)}, and its spec names ${named(reason.expected)}`;
    case 'not-locked':
      return `${reason.csv} is not locked for this namespace${reason.subscription === undefined ? '' : ` (Subscription ${reason.subscription})`}`;
    case 'not-asked':
      return `no Subscription that waits for the plan asks for ${reason.csv}`;
    case 'other-package':
      return `${reason.csv} comes from ${reason.found}; the lock has ${reason.expected}`;
    case 'catalog-ahead':
      return `the catalog is ahead of the lock: the plan has ${reason.csv}, the lock has ${reason.expected}; cdk8s-olm lock --update proposes the version of the catalog`;
    case 'not-on-path':
      return `${reason.csv} is not on the locked path to ${reason.expected}; cdk8s-olm lock --update writes the versions between`;
    case 'behind':
      return `${reason.csv} is below the installed version; the lock has ${reason.expected}`;
    case 'no-image':
      return `the plan does not say which image ${reason.csv} comes from`;
    case 'not-unpacked':
      return `OLM has not unpacked the bundle ${reason.csv} yet`;
    case 'unpack-failed':
      return `OLM cannot unpack the bundle ${reason.csv}`;
    case 'no-locked-digest':
      return `the lock has no digest of ${reason.csv}`;
    case 'other-catalog':
      return `${reason.csv} comes from the catalog ${reason.found}; the lock has ${reason.expected}`;
    case 'other-digest':
      return `the image of ${reason.csv} is ${reason.found}; the lock has ${reason.expected}`;
    case 'replaces-other':
      return `${reason.csv} replaces ${reason.found}, which is another operator; it may replace ${reason.expected}`;
    case 'foreign-step':
      return `the step ${reason.found} is not from a locked bundle`;
  }
}

function named(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : joined(names);
}
