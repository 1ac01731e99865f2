/**
 * Courses: the versions that a namespace passes from a startingCSV on. OLM reads `startingCSV` only while nothing is installed; with Automatic
 * approval, the next resolution installs the next version at once, up to the head (OLM's syncResolvingNamespace and createInstallPlan of its
 * catalog operator). With Manual approval, the next InstallPlan waits. A version that does not run ends the course.
 */

import { namespacedName } from '../../base/kubernetes/object.js';
import type { ChosenOperator, NamespaceResolution } from '../resolver/outcome.js';
import { freshOf, type Held, resolveUntilStable } from '../resolver/resolve.js';
import type { ResolverCluster, ResolverSubscription } from '../resolver/resolver-input.js';
import { isServedBy } from '../resolver/solution.js';

/** The versions of a Subscription after its first one, in order, as far as they run. */
export interface Way {
  readonly later: readonly string[];
  readonly approval: NamespaceResolution['approval'];
  /** The version that does not run, after these. */
  readonly stop?: Held;
}

/** The course of one namespace. */
export interface Course {
  /** The operators at the end, without those that were installed before; absent with Manual approval, which stays at the first InstallPlan. */
  readonly ends?: readonly ChosenOperator[];
  /** The ways of its Subscriptions, by `namespace/name`. */
  readonly ways: ReadonlyMap<string, Way>;
  /** The last resolution. */
  readonly last: NamespaceResolution;
  /** The operator that does not run, and ends the course; absent at the first InstallPlan, which is judged like any other one. */
  readonly held?: Held;
}

/** The first InstallPlan, and the one that waits after it. */
const MANUAL_ROUNDS = 2;

/**
 * The courses of namespaces, by name.
 *
 * @param starting the Subscriptions with a startingCSV of their own; other namespaces have no course
 */
export function coursesOf(starting: readonly ResolverSubscription[], cluster: ResolverCluster): ReadonlyMap<string, Course> {
  const namespaces = [...new Set(starting.map(({ namespace }) => namespace))];
  return new Map(namespaces.flatMap((namespace) => courseOf(namespace, cluster).map((course) => [namespace, course] as const)));
}

function courseOf(namespace: string, cluster: ResolverCluster): Course[] {
  const subscriptions = cluster.subscriptions.filter((one) => one.namespace === namespace);
  const isManual = subscriptions.some(({ installPlanApproval }) => installPlanApproval === 'Manual');
  const { rounds, final, held } = resolveUntilStable({ ...cluster, subscriptions }, ...(isManual ? [MANUAL_ROUNDS] : []));
  const answers = rounds.flatMap(({ namespaces }) => namespaces);
  const [first] = answers;
  if (!first) return [];
  const versions = subscriptions.map((one) => [namespacedName(one), versionsOf(one, answers)] as const);
  const stop = held.get(namespace);
  const ways = new Map(versions.map(([name, all]) => [name, wayOf(all, first.approval, stop)]));
  if (isManual) return [{ ways, last: first }];
  if (stop && answers.length === 1 && stop.hold.at === 'InstallPlan') return [{ ways, last: first }];
  const left = new Set(final.clusterServiceVersions.filter((csv) => csv.namespace === namespace).map(({ name }) => name));
  const asking = new Set(subscriptions.map(({ name }) => name));
  const endOf = new Map(versions.flatMap(([, all]) => all.map((name) => [name, all.at(-1) ?? name])));
  const fresh = new Map(answers.flatMap(freshOf).map((operator) => [operator.name, operator]));
  const ends = [...fresh.values()]
    .filter(({ name }) => left.has(name))
    .map((operator) => ({
      ...operator,
      // A Subscription that OLM writes for a dependency is none of the input.
      askedForBy: operator.askedForBy.filter((name) => asking.has(name)),
      neededBy: [...new Set(operator.neededBy.map((name) => endOf.get(name) ?? name))],
    }));
  return [{ ways, ends, last: answers.at(-1) ?? first, ...(stop && answers.length > 1 ? { held: stop } : {}) }];
}

function wayOf([, ...later]: readonly string[], approval: Way['approval'], stop: Held | undefined): Way {
  const end = stop ? later.indexOf(stop.operator.name) : -1;
  return end === -1 ? { later, approval } : { later: later.slice(0, end), approval, ...(stop ? { stop } : {}) };
}

function versionsOf(subscription: ResolverSubscription, answers: readonly NamespaceResolution[]): string[] {
  return answers.flatMap((answer) =>
    freshOf(answer)
      .filter((one) => isServedBy(subscription, { ...one, packageName: one.package }))
      .map(({ name }) => name),
  );
}
