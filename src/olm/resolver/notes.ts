/** Notes about a namespace that resolves or fails: operators of one namespace share approval and failures. */

import { formatReference, groupBy, namespacedName, type ObjectReference } from '../../base/kubernetes/object.js';
import { catalogAt, catalogKey, packageOf } from '../model/find-catalog.js';
import { csvReference, subscriptionReference } from '../model/finding.js';
import {
  approvalShared,
  catalogImageNotResolved,
  catalogNotAtHand,
  catalogNotHealthy,
  csvWithoutSubscription,
  graphNotInFolders,
  type ResolverNote as Note,
  olderVersionChosen,
  operatorsShareNamespace,
  outcomeLeftToChance,
  packageSubscribedTwice,
  startingCsvNoPin,
  subscriptionBlocksOthers,
  upgradePlanFails,
  upgradeWaits,
} from '../model/resolver-note.js';
import type { NamespaceResolution, Solution } from './outcome.js';
import type { Held } from './resolve.js';
import type { ResolverCluster, ResolverSubscription } from './resolver-input.js';

const OWN_NAMESPACE = 'give each operator its own namespace and its own OperatorGroup, with the same targets as this one';

/** The versions after a startingCSV that run, whether they wait, and the one that does not run. */
interface Way {
  readonly later: readonly string[];
  readonly approval: NamespaceResolution['approval'];
  readonly stop?: Held;
}

/**
 * All notes on a namespace.
 *
 * @param ways the ways of Subscriptions, by `namespace/name`; @default only the start of each is known
 */
export function notesOf(resolution: NamespaceResolution, cluster: ResolverCluster, ways: ReadonlyMap<string, Way> = new Map()): Note[] {
  const subscriptions = cluster.subscriptions.filter(({ namespace }) => namespace === resolution.namespace);
  return [
    ...sharedApproval(subscriptions),
    ...blocking(resolution, subscriptions),
    ...subscribedTwice(subscriptions),
    ...freestanding(resolution, subscriptions, cluster),
    ...sharing(subscriptions),
    ...noPins(subscriptions, ways),
    ...waiting(subscriptions, ways),
    ...failingPlans(resolution, subscriptions, cluster),
    ...subscriptions.flatMap((one) => failingLater(one, ways.get(namespacedName(one)))),
    ...olderVersions(resolution, subscriptions, cluster),
    ...assumedGraphs(resolution, subscriptions, cluster),
    ...chance(resolution),
    ...catalogsNotToldOtherwise(resolution).map(
      (catalog): Note => ({
        id: catalogNotAtHand.id,
        severity: 'info',
        namespace: resolution.namespace,
        subject: catalogReference(catalog),
        message: `the input does not contain the content of the catalog ${catalog}; it is treated as empty`,
        fix: `add its file-based catalog (opm render ${catalogAt(cluster.catalogs, catalog)?.image ?? 'IMAGE'}) in a folder with the name ${catalog.split('/')[1]}`,
      }),
    ),
    ...aboutCatalogs(resolution, cluster),
  ];
}

/** Problems of the catalogs that a namespace sees, whatever its Subscriptions name: OLM queries all of them. */
function aboutCatalogs({ namespace, seenCatalogs }: NamespaceResolution, { catalogs }: ResolverCluster): Note[] {
  return catalogs
    .filter((one) => seenCatalogs.includes(catalogKey(one)))
    .flatMap(({ connection, imageError, source, ...catalog }): Note[] => {
      const about = { namespace, subject: catalogReference(catalogKey(catalog)), ...(source ? { source } : {}) };
      return [
        ...(connection === undefined
          ? []
          : [
              {
                id: catalogNotHealthy.id,
                severity: 'warning' as const,
                ...about,
                message: `its connection was ${connection}: while a catalog cannot be read, OLM resolves nothing in a namespace that sees it, whatever it subscribes to`,
                fix: 'repair the catalog, or remove its CatalogSource',
              },
            ]),
        ...(imageError === undefined
          ? []
          : [
              {
                id: catalogImageNotResolved.id,
                severity: 'warning' as const,
                ...about,
                message: `${imageError}; OLM uses ${catalog.image === undefined ? 'no image, as spec.image is not set' : `spec.image, ${catalog.image}`}`,
                fix: 'write {kube_major_version}, {kube_minor_version} and {kube_patch_version} only, and give --kube-version with all parts',
              },
            ]),
      ];
    });
}

/** Unknown catalogs without another note: the notes about unknown operators cover the rest. */
function catalogsNotToldOtherwise({ unknownCatalogs, unknown }: NamespaceResolution): string[] {
  return unknownCatalogs.filter((key) => !unknown.some(({ catalog }) => catalog === key));
}

/** @param catalog the key `namespace/name` */
function catalogReference(catalog: string): ObjectReference {
  const [namespace = '', name = ''] = catalog.split('/');
  return { kind: 'CatalogSource', namespace, name };
}

function about(subscription: ResolverSubscription): Pick<Note, 'namespace' | 'subject' | 'source'> {
  const { namespace, source } = subscription;
  return { namespace, subject: subscriptionReference(subscription), ...(source ? { source } : {}) };
}

/** A note about shared approval: one Manual Subscription makes all InstallPlans manual, and approving one upgrades everything in it. */
function sharedApproval(subscriptions: readonly ResolverSubscription[]): Note[] {
  const manual = subscriptions.filter(({ installPlanApproval }) => installPlanApproval === 'Manual');
  const automatic = subscriptions.filter(({ installPlanApproval }) => installPlanApproval !== 'Manual');
  const [first] = manual;
  if (!first || automatic.length === 0) return [];
  const waiting = automatic.map(({ name }) => name).join(', ');
  return [
    {
      id: approvalShared.id,
      severity: 'warning',
      ...about(first),
      message: `its approval is Manual, so the InstallPlans of the whole namespace wait for a person, also those of ${waiting}; approving one approves everything in it`,
      fix: `set spec.installPlanApproval of all of them alike, or ${OWN_NAMESPACE}`,
    },
  ];
}

function blocking({ failure }: NamespaceResolution, subscriptions: readonly ResolverSubscription[]): Note[] {
  if (!failure) return [];
  const guilty = subscriptions.filter((one) =>
    failure.because.some(({ subject }) => subject === formatReference(subscriptionReference(one))),
  );
  const others = subscriptions.filter((one) => !guilty.includes(one)).map(({ name }) => name);
  const [first] = guilty;
  if (!first || others.length === 0) return [];
  return [
    {
      id: subscriptionBlocksOthers.id,
      severity: 'error',
      ...about(first),
      message: `nothing in the namespace is installed or upgraded because of ${guilty.map(({ name }) => name).join(', ')}: it holds up ${others.join(', ')}, which ${others.length === 1 ? 'shows' : 'show'} the same message`,
      fix: failure.fixes[0] ?? OWN_NAMESPACE,
    },
  ];
}

function subscribedTwice(subscriptions: readonly ResolverSubscription[]): Note[] {
  return [...groupBy(subscriptions, ({ packageName }) => packageName)].flatMap(([packageName, [first, second]]): Note[] =>
    second
      ? [
          {
            id: packageSubscribedTwice.id,
            severity: 'warning',
            ...about(second),
            message: `${first.name} asks for the package ${packageName} too; together they resolve only while both want the same bundle of the same channel`,
            fix: `remove ${first.name} or ${second.name}`,
          },
        ]
      : [],
  );
}

function freestanding(
  { namespace }: NamespaceResolution,
  subscriptions: readonly ResolverSubscription[],
  { clusterServiceVersions: csvs }: ResolverCluster,
): Note[] {
  const pointedAt = new Set(subscriptions.map(({ installedCSV }) => installedCSV));
  const own = csvs.filter((csv) => csv.namespace === namespace);
  // OLM deletes a predecessor as soon as its successor runs, and what keeps the successor from running has a finding of its own.
  const replaced = new Set(own.flatMap(({ name, replaces }) => (replaces === name ? [] : [replaces])));
  return own
    .filter(({ name }) => !pointedAt.has(name) && !replaced.has(name))
    .map(({ name, source }) => ({
      id: csvWithoutSubscription.id,
      severity: 'warning',
      namespace,
      subject: csvReference({ namespace, name }),
      message: 'no Subscription points at it: OLM keeps it, never upgrades it, and resolves nothing that conflicts with it',
      fix: 'delete it, or let the status.installedCSV of a Subscription name it',
      ...(source ? { source } : {}),
    }));
}

/** The namespace that the console proposes for operators of all namespaces. */
const CONSOLE_DEFAULT = 'openshift-operators';

function sharing(subscriptions: readonly ResolverSubscription[]): Note[] {
  const [first, second] = subscriptions;
  if (first?.namespace !== CONSOLE_DEFAULT || !second) return [];
  return [
    {
      id: operatorsShareNamespace.id,
      severity: 'info',
      ...about(first),
      message: `${subscriptions.length} operators share the namespace that the console offers by default, and so their approval and their failures`,
      fix: OWN_NAMESPACE,
    },
  ];
}

/** Subscriptions whose startingCSV counts, because nothing is installed. */
function starting(subscriptions: readonly ResolverSubscription[]): readonly ResolverSubscription[] {
  return subscriptions.filter(
    ({ startingCSV, installedCSV, generated }) => startingCSV !== undefined && installedCSV === undefined && !generated,
  );
}

function isManual(subscriptions: readonly ResolverSubscription[]): boolean {
  return subscriptions.some(({ installPlanApproval }) => installPlanApproval === 'Manual');
}

function noPins(subscriptions: readonly ResolverSubscription[], ways: ReadonlyMap<string, Way>): Note[] {
  if (isManual(subscriptions)) return [];
  return starting(subscriptions).map((subscription) => {
    const { later = [], stop } = ways.get(namespacedName(subscription)) ?? {};
    const climbs = later.length === 0 ? [] : [`then upgrades by itself to ${later.join(', then ')}`];
    const stays = stop ? [`stays there, because ${stop.operator.name} does not run: ${stop.hold.message}`] : [];
    const then = [...climbs, ...stays].join(', and ') || 'upgrades from there on';
    return {
      id: startingCsvNoPin.id,
      severity: 'info',
      ...about(subscription),
      message: `startingCSV ${subscription.startingCSV} is where it starts: OLM reads it once, while nothing is installed, and ${then}`,
      fix: 'set spec.installPlanApproval to Manual to stay there',
    };
  });
}

/** The InstallPlan after the startingCSV, which waits for a person. */
function waiting(subscriptions: readonly ResolverSubscription[], ways: ReadonlyMap<string, Way>): Note[] {
  if (!isManual(subscriptions)) return [];
  return starting(subscriptions).flatMap((subscription): Note[] => {
    const [next] = ways.get(namespacedName(subscription))?.later ?? [];
    return next === undefined
      ? []
      : [
          {
            id: upgradeWaits.id,
            severity: 'info',
            ...about(subscription),
            message: `an InstallPlan with ${next} waits for approval as soon as ${subscription.startingCSV} runs; until then that version stays`,
            fix: `approve it when ${next} is wanted`,
          },
        ];
  });
}

/** InstallPlans that cannot finish: what is installed stays. */
function failingPlans(
  { namespace, operators, installs }: NamespaceResolution,
  subscriptions: readonly ResolverSubscription[],
  { planFailures = () => [] }: ResolverCluster,
): Note[] {
  const fresh = operators.filter(({ name }) => installs.some((one) => one.name === name));
  return fresh.flatMap((operator): Note[] => {
    const subscription = subscriptions.find(({ name }) => operator.askedForBy.includes(name));
    const [failure] = planFailures(operator).filter(({ isPerhaps }) => !isPerhaps);
    if (!failure) return [];
    const stays = subscription?.installedCSV === undefined ? 'nothing is installed' : `${subscription.installedCSV} stays`;
    return [
      {
        id: upgradePlanFails.id,
        severity: 'warning',
        ...(subscription ? about(subscription) : { namespace, subject: csvReference({ namespace, name: operator.name }) }),
        message: planFailsText(operator.name, stays, failure.message),
        fix: failure.fix,
      },
    ];
  });
}

/** A later InstallPlan that cannot finish. A CSV that does not run has a finding of its own. */
function failingLater(subscription: ResolverSubscription, { later, stop }: Way = { later: [], approval: 'Automatic' }): Note[] {
  if (stop?.hold.at !== 'InstallPlan') return [];
  const stays = later.at(-1) ?? subscription.startingCSV;
  return [
    {
      id: upgradePlanFails.id,
      severity: 'warning',
      ...about(subscription),
      message: planFailsText(stop.operator.name, `${stays} stays`, stop.hold.message),
      fix: stop.hold.fix,
    },
  ];
}

function planFailsText(name: string, stays: string, why: string): string {
  return `the InstallPlan with ${name} does not finish, so ${stays}: ${why}`;
}

/** Notes about assumed graphs: the real installation depends on the graph that catalog tools build from the folders. */
function assumedGraphs(
  { operators }: NamespaceResolution,
  subscriptions: readonly ResolverSubscription[],
  { catalogs }: ResolverCluster,
): Note[] {
  return operators.flatMap(({ name, package: packageName, channel, catalog, askedForBy, startingCSV }): Note[] => {
    const subscription = subscriptions.find((one) => askedForBy.includes(one.name));
    const offered = packageOf(catalogAt(catalogs, catalog), packageName);
    if (!subscription || startingCSV !== undefined || !offered?.channels.find((one) => one.name === channel)?.isAssumed) return [];
    return [
      {
        id: graphNotInFolders.id,
        severity: 'info',
        ...about(subscription),
        message: `the bundle folders of ${packageName} do not say which version replaces which in the channel ${channel}; ${name} is taken, the highest version`,
        fix: `set updateGraph in ci.yaml next to the folders of its versions, or spec.startingCSV to ${name}`,
      },
    ];
  });
}

/** Notes about older versions, which OLM chooses silently. */
function olderVersions(
  { operators, installs }: NamespaceResolution,
  subscriptions: readonly ResolverSubscription[],
  { catalogs }: ResolverCluster,
): Note[] {
  return operators.flatMap(({ name, package: packageName, channel, catalog, askedForBy, replaces, startingCSV }): Note[] => {
    const subscription = subscriptions.find((one) => askedForBy.includes(one.name));
    const isFresh = installs.some((one) => one.name === name) && subscription?.installedCSV === undefined;
    if (!subscription || !isFresh || startingCSV !== undefined) return [];
    const offered = packageOf(catalogAt(catalogs, catalog), packageName);
    const entries = offered?.channels.find((one) => one.name === channel)?.entries ?? [];
    const later = entries.filter((entry) => entry.name !== replaces && (entry.replaces === name || entry.skips.includes(name)));
    if (later.length === 0) return [];
    return [
      {
        id: olderVersionChosen.id,
        severity: 'warning',
        ...about(subscription),
        message: `OLM would install ${name}, and not ${later.map((entry) => entry.name).join(' or ')}: that is deprecated, or does not fit the other operators or the catalogs of the namespace`,
        fix: 'check the requirements of the later version; set startingCSV to see why it does not resolve',
      },
    ];
  });
}

function chance({ namespace, uncertain, outcomes, allOrdersTried }: NamespaceResolution): Note[] {
  if (!uncertain) return [];
  const names = outcomes.map(({ installs }) => installs.map(({ name }) => name).join(' and ') || 'nothing');
  const onlyChannels = new Set(names).size < names.length;
  const answers = onlyChannels ? outcomes.map(withChannels) : names;
  return [
    {
      id: outcomeLeftToChance.id,
      severity: 'warning',
      namespace,
      subject: { kind: 'Namespace', name: namespace },
      message: `OLM may install ${answers.join(', or ')}${allOrdersTried ? '' : ', or something else: not every order was tried'}; it differs from run to run`,
      fix: onlyChannels
        ? 'set spec.channel of the Subscriptions; the channel decides the next version'
        : `pin one of them with startingCSV and Manual approval, or ${OWN_NAMESPACE}`,
    },
  ];
}

/** Installations with their channels: without a channel in the Subscription, the same bundle can come from different channels. */
function withChannels({ installs, operators }: Solution): string {
  const channelOf = (bundle: string): string | undefined => operators.find(({ name }) => name === bundle)?.channel;
  return installs.map(({ name }) => `${name} from channel ${channelOf(name) ?? 'unknown'}`).join(' and ') || 'nothing';
}
