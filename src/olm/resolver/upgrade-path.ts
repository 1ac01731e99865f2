/** The upgrade path of a Subscription: every step from the installed or first version to the last one. */

import { compareText, namespacedName } from '../../base/kubernetes/object.js';
import { isMapping, jsonIn } from '../../base/manifest/plain-data.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { Catalog, CatalogBundle, Deprecation, Package } from '../model/catalog.js';
import { catalogAsked, catalogAt, packageOf } from '../model/find-catalog.js';
import { type Entry, existingEntry, packageEntries } from './entry.js';
import type { ChosenOperator, Failure, NamespaceResolution } from './outcome.js';
import { type Held, MAX_ROUNDS, resolveUntilStable, type Upgrades } from './resolve.js';
import { asGiven } from './resolver-cluster.js';
import type { ResolverCluster, ResolverSubscription } from './resolver-input.js';
import { isServedBy } from './solution.js';

/** The reason why a version follows another. */
export type StepReason = 'install' | 'startingCSV' | 'replaces' | 'skips' | 'skipRange';

/** One step: one InstallPlan. */
export interface UpgradeStep {
  readonly from?: string;
  readonly to: string;
  readonly version?: string;
  readonly channel: string;
  readonly reason: StepReason;
  /** Whether folders of bundles do not say that it replaces the version before it, so that the next higher version is taken. */
  readonly isAssumed?: true;
  /** `Manual` if any Subscription of the namespace is: the step then waits for a person. */
  readonly approval: 'Automatic' | 'Manual';
  /** Operators without a Subscription in the same InstallPlan. */
  readonly comesAlong: readonly string[];
  /** The lowest Kubernetes version that the CSV accepts, if it is known. */
  readonly minKubeVersion?: string;
  /** The messages in the catalog's `olm.deprecations` about this version. */
  readonly deprecations: readonly string[];
}

/** The path of one Subscription. */
export interface UpgradePath {
  readonly namespace: string;
  readonly subscription: string;
  readonly package: string;
  /** The channel of the Subscription; absent for any channel. */
  readonly channel?: string;
  /** `namespace/name`. */
  readonly catalog: string;
  readonly approval: 'Automatic' | 'Manual';
  /** Whether OLM creates the Subscription for a dependency. */
  readonly generated: boolean;
  readonly installed?: string;
  /** The `startingCSV`, if it still counts because no version is installed. */
  readonly startingCSV?: string;
  readonly steps: readonly UpgradeStep[];
  /** The last version of the path; absent if nothing is ever installed. */
  readonly end?: string;
  /** The head of the Subscription's channel, or of the package's default channel. */
  readonly head?: string;
  /** Channel entries above the first version of the path that no step installs. */
  readonly neverInstalled: readonly string[];
  /** Heads of the package's other channels. */
  readonly otherHeads: readonly { readonly channel: string; readonly head: string }[];
  /** The messages in the catalog's `olm.deprecations` about the package and the channel. */
  readonly deprecations: readonly string[];
  /** The reason why the path ends before the head, or does not begin. */
  readonly stopped?: string;
  /** Whether the operator, and so its path, is unknown. */
  readonly isUnknown?: true;
  /** The failure of the whole namespace. */
  readonly failure?: Failure;
  /** The operator's message that prevents its upgrade (OperatorCondition `Upgradeable`). */
  readonly heldBack?: string;
  /** Whether OLM leaves a step to chance. */
  readonly uncertain: boolean;
  readonly source?: SourceReference;
}

/** All paths, by namespace and Subscription, including those of generated Subscriptions. */
export function upgradePaths(cluster: ResolverCluster, most = MAX_ROUNDS): UpgradePath[] {
  const given = asGiven(cluster);
  const upgrades = resolveUntilStable(given, most);
  const before = new Set(given.subscriptions.map(namespacedName));
  const generated = upgrades.final.subscriptions.filter((one) => !before.has(namespacedName(one)));
  return [...given.subscriptions, ...generated]
    .toSorted((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name))
    .map((subscription) => pathOf(subscription, !before.has(namespacedName(subscription)), given, upgrades));
}

function pathOf(subscription: ResolverSubscription, isNew: boolean, cluster: ResolverCluster, upgrades: Upgrades): UpgradePath {
  const { namespace, name, packageName, channel } = subscription;
  const asked = catalogAsked(subscription);
  const catalog = catalogAt(cluster.catalogs, asked);
  const offered = packageOf(catalog, packageName);
  const entries = catalog && offered ? packageEntries(offered, catalog) : [];
  const csv = cluster.clusterServiceVersions.find((one) => one.namespace === namespace && one.name === subscription.installedCSV && !isNew);
  const resolutions = upgrades.rounds.flatMap(({ namespaces }) => namespaces.filter((one) => one.namespace === namespace));
  const held = upgrades.held.get(namespace);
  const all = stepsOf(subscription, csv?.name, resolutions, { entries, offered, cluster });
  const failing = held && all.find(({ to }) => to === held.operator.name);
  const steps = failing ? all.slice(0, all.indexOf(failing)) : all;
  const end = steps.at(-1)?.to ?? csv?.name;
  const wanted = channel ?? offered?.defaultChannel ?? '';
  const head = headOf(wanted, entries);
  const last = resolutions.at(-1);
  const stopped = held ? heldText(held, failing, end) : stoppedBy(end, head, last, { upgrades, csv: csv?.notUpgradeable });
  return {
    namespace,
    subscription: name,
    package: packageName,
    ...(channel ? { channel } : {}),
    catalog: asked,
    approval: last?.approval ?? 'Automatic',
    generated: isNew || subscription.generated === true,
    ...(csv ? { installed: csv.name } : {}),
    ...(csv || isNew || !subscription.startingCSV ? {} : { startingCSV: subscription.startingCSV }),
    steps,
    ...(end === undefined ? {} : { end }),
    ...(head === undefined ? {} : { head }),
    neverInstalled: neverInstalled(csv?.name, steps, wanted, offered),
    otherHeads: (offered?.channels ?? []).flatMap((other) => {
      const found = other.name === wanted ? undefined : headOf(other.name, entries);
      return found === undefined ? [] : [{ channel: other.name, head: found }];
    }),
    deprecations: deprecationsFor(
      offered,
      ({ schema, name: of }) => schema === 'olm.package' || (schema === 'olm.channel' && of === wanted),
    ),
    ...(subscription.isUnknown ? { isUnknown: true as const } : {}),
    ...(stopped === undefined ? {} : { stopped }),
    ...(last?.failure ? { failure: last.failure } : {}),
    ...(csv?.notUpgradeable === undefined ? {} : { heldBack: csv.notUpgradeable }),
    uncertain: resolutions.some(({ uncertain }) => uncertain),
    ...(subscription.source ? { source: subscription.source } : {}),
  };
}

/** The end of a way at a version that does not run; its whole namespace waits with it. */
function heldText({ operator, hold }: Held, failing: UpgradeStep | undefined, end: string | undefined): string {
  const name = failing ? operator.name : `${operator.name} of the same namespace`;
  const fails = hold.at === 'InstallPlan' ? `the InstallPlan with ${name} does not finish` : `${name} does not run`;
  return `${fails}, so ${end === undefined ? 'nothing is installed' : `${end} stays`}: ${hold.message}`;
}

interface Offer {
  readonly entries: readonly Entry[];
  readonly offered: Package | undefined;
  readonly cluster: ResolverCluster;
}

function stepsOf(
  subscription: ResolverSubscription,
  installed: string | undefined,
  resolutions: readonly NamespaceResolution[],
  offer: Offer,
): UpgradeStep[] {
  const steps: UpgradeStep[] = [];
  let from = installed;
  for (const { operators, installs, approval, generated } of resolutions) {
    const operator = operators.find(
      (one) => installs.some(({ name }) => name === one.name) && isServedBy(subscription, { ...one, packageName: one.package }),
    );
    if (!operator) continue;
    steps.push(
      stepTo(
        operator,
        from,
        approval,
        generated.map(({ startingCSV }) => startingCSV).filter((one) => one !== operator.name),
        offer,
      ),
    );
    from = operator.name;
  }
  return steps;
}

function stepTo(
  operator: ChosenOperator,
  from: string | undefined,
  approval: UpgradeStep['approval'],
  comesAlong: readonly string[],
  { entries, offered, cluster }: Offer,
): UpgradeStep {
  const entry = entries.find(({ name, channel }) => name === operator.name && channel === operator.channel);
  const minKubeVersion = entry?.bundle ? minKubeVersionOf(entry.bundle) : undefined;
  return {
    ...(from === undefined ? {} : { from }),
    to: operator.name,
    ...(operator.version === undefined ? {} : { version: operator.version }),
    channel: operator.channel,
    reason: reasonOf(operator, from, entry, entries, cluster),
    ...(from !== undefined && entry?.isAssumed && entry.replaces === from ? { isAssumed: true as const } : {}),
    approval,
    comesAlong,
    ...(minKubeVersion === undefined ? {} : { minKubeVersion }),
    deprecations: deprecationsFor(offered, ({ schema, name }) => schema === 'olm.bundle' && name === operator.name),
  };
}

function reasonOf(
  { startingCSV }: ChosenOperator,
  from: string | undefined,
  entry: Entry | undefined,
  entries: readonly Entry[],
  { clusterServiceVersions }: ResolverCluster,
): StepReason {
  if (from === undefined) return startingCSV === undefined ? 'install' : 'startingCSV';
  if (entry?.replaces === from) return 'replaces';
  if (entry?.skips.includes(from)) return 'skips';
  const csv = clusterServiceVersions.find(({ name }) => name === from);
  const installed = csv && existingEntry(csv, []);
  const version = installed && 'version' in installed ? installed.version : entries.find(({ name }) => name === from)?.version;
  return version && entry?.skipRange?.(version) ? 'skipRange' : 'replaces';
}

/** The entry that no other entry replaces or skips. */
function headOf(channel: string, entries: readonly Entry[]): string | undefined {
  const members = entries.filter((entry) => entry.channel === channel);
  const superseded = new Set(members.flatMap(({ replaces, skips }) => [replaces, ...skips]));
  const heads = members.filter(({ name }) => !superseded.has(name));
  return heads.length === 1 ? heads[0]?.name : undefined;
}

/** Entries of the channel above the path's first version that are in no step. */
function neverInstalled(
  installed: string | undefined,
  steps: readonly UpgradeStep[],
  channel: string,
  offered: Package | undefined,
): string[] {
  const entries = offered?.channels.find(({ name }) => name === channel)?.entries ?? [];
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const visited = new Set([installed, ...steps.map(({ to }) => to)]);
  const start = installed ?? steps[0]?.to;
  // Entries below the start are not left out: they are not on the path.
  const below = new Set<string>();
  for (const stack = start === undefined ? [] : [start]; stack.length > 0; ) {
    const name = stack.pop() ?? '';
    if (below.has(name)) continue;
    below.add(name);
    const entry = byName.get(name);
    stack.push(...(entry?.replaces ? [entry.replaces] : []), ...(entry?.skips ?? []));
  }
  return entries.map(({ name }) => name).filter((name) => !visited.has(name) && !below.has(name));
}

function stoppedBy(
  end: string | undefined,
  head: string | undefined,
  last: NamespaceResolution | undefined,
  { upgrades, csv }: { readonly upgrades: Upgrades; readonly csv: string | undefined },
): string | undefined {
  if (last?.failure) return 'the namespace does not resolve';
  if (csv !== undefined) return 'the installed operator says that it must not be upgraded';
  if (!upgrades.stable) return 'the path was followed no further';
  if (end === undefined) return 'nothing is installed';
  if (head === undefined || end === head) return undefined;
  return `no later version of the channel upgrades ${end} and fits the other operators of the namespace`;
}

function deprecationsFor(offered: Package | undefined, isMeant: (deprecation: Deprecation) => boolean): string[] {
  return (offered?.deprecations ?? []).filter(isMeant).map(({ message }) => message);
}

/** `spec.minKubeVersion` of a bundle's CSV, from the catalog or from the manifests in it. */
function minKubeVersionOf({ minKubeVersion, objects = [] }: CatalogBundle): string | undefined {
  if (minKubeVersion !== undefined) return minKubeVersion;
  for (const object of objects) {
    const manifest = jsonIn(Buffer.from(object.data, 'base64').toString('utf8'));
    if (!isMapping(manifest) || manifest.kind !== 'ClusterServiceVersion' || !isMapping(manifest.spec)) continue;
    return typeof manifest.spec.minKubeVersion === 'string' ? manifest.spec.minKubeVersion : undefined;
  }
  return undefined;
}

/** A Subscription that upgrades by itself when a change of a catalog is merged. */
export interface HeadMove {
  readonly namespace: string;
  readonly subscription: string;
  readonly before?: string;
  readonly after: string;
  /** Whether a person has to approve the upgrade. */
  readonly approval: 'Automatic' | 'Manual';
}

/** Subscriptions whose last version changes with the catalogs, if nothing else changes. */
export function headMoves(cluster: ResolverCluster, catalogs: readonly Catalog[]): HeadMove[] {
  const paths = (offered: readonly Catalog[]): UpgradePath[] => upgradePaths({ ...cluster, bundles: [], catalogs: offered });
  const [before, after] = [paths(cluster.catalogs), paths(catalogs)];
  const ends = new Map(before.map((path) => [`${path.namespace}/${path.subscription}`, path.end]));
  return after.flatMap(({ namespace, subscription, end, approval }) => {
    const earlier = ends.get(`${namespace}/${subscription}`);
    return end === undefined || end === earlier
      ? []
      : [{ namespace, subscription, after: end, approval, ...(earlier === undefined ? {} : { before: earlier }) }];
  });
}
