/** Compares a lock with its sources: each Subscription and ClusterExtension has an entry, and no entry is left over. Needs no catalog. */

import { formatReference, isNamedObject, namespacedName } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { Cluster } from '../model/cluster.js';
import { catalogAsked } from '../model/find-catalog.js';
import { valueText } from '../model/operator-not-known.js';
import type { Subscription } from '../model/subscription.js';
import type { LockedSubscription, LockFile, NotLocked } from './lock-file.js';
import { staleRequest } from './stale-lock.js';

/** One difference. */
export interface LockDifference {
  /** The object, such as `Subscription op/etcd`. */
  readonly subject: string;
  /** The difference: a value that only the sources or only the lock has. */
  readonly message: string;
}

/**
 * All differences, in the order of the sources.
 *
 * @param isLeftOut whether the user leaves a catalog out, or, without a name, one of OLM v1: its operators need no bundle in the lock
 */
export function lockDifferences(
  { subscriptions, clusterExtensions: asked }: Pick<Cluster, 'subscriptions' | 'clusterExtensions'>,
  lock: LockFile,
  isLeftOut: (catalog?: string) => boolean = () => false,
): LockDifference[] {
  const { subscriptions: locked = [], clusterExtensions = [], notLocked = [] } = lock;
  const others = notLocked.filter(({ namespace }) => namespace !== undefined);
  const extensions = [...clusterExtensions, ...notLocked.filter(({ namespace }) => namespace === undefined)];
  const ofSources = new Set(subscriptions.map(namespacedName));
  const extensionNames = new Set(asked.map(({ name }) => name));
  return [
    ...subscriptions.flatMap((one): LockDifference[] => {
      const { namespace, name } = one;
      const subject = `Subscription ${namespace}/${name}`;
      const catalog = catalogAsked(one);
      const isIt = (other: { readonly namespace?: string | undefined; readonly name: string }): boolean =>
        other.namespace === namespace && other.name === name;
      const full = locked.find(isIt);
      const entry = full ?? notLocked.find(isIt);
      if (!entry) return [{ subject, message: 'has no entry in the lock' }];
      const compared: [string, string | undefined, string | undefined][] = [
        ['package', one.packageName, entry.package],
        ['catalog', catalog, entry.catalog],
        ['channel', one.channel, full ? full.channel : one.channel],
        ['startingCSV', one.startingCSV ?? full?.csv, startOf(one, full)],
      ];
      const differing = compared.flatMap(([field, ofSource, ofLock]) =>
        ofSource === ofLock
          ? []
          : [{ subject, message: `has the ${field} ${ofSource ?? 'of its package'}; the lock has ${ofLock ?? 'none'}` }],
      );
      return full || differing.length > 0 || isLeftOut(catalog) ? differing : [{ subject, message: missingText(entry) }];
    }),
    ...asked.flatMap((one): LockDifference[] => {
      const { name, packageName } = one;
      const subject = `ClusterExtension ${name}`;
      const entry = extensions.find((other) => other.name === name);
      if (!entry) return [{ subject, message: 'has no entry in the lock' }];
      if (entry.package !== packageName) return [{ subject, message: `has the package ${packageName}; the lock has ${entry.package}` }];
      if (!('bundle' in entry)) return isLeftOut() ? [] : [{ subject, message: missingText(entry) }];
      const stale = staleRequest(entry, one);
      return stale ? [{ subject, message: `has ${valueText(stale.what, stale.asked)}; the lock has ${stale.locked ?? 'none'}` }] : [];
    }),
    ...[...locked, ...others]
      .filter(({ namespace, name }) => !ofSources.has(`${namespace}/${name}`))
      .map(({ namespace, name }) => ({ subject: `Subscription ${namespace}/${name}`, message: 'is in the lock alone' })),
    ...extensions
      .filter(({ name }) => !extensionNames.has(name))
      .map(({ name }) => ({ subject: `ClusterExtension ${name}`, message: 'is in the lock alone' })),
  ];
}

/** Why the lock has no bundle of an operator: its catalog was not read, or lacks the package. */
function missingText({ package: of, catalog, nearest }: NotLocked): string {
  const why =
    catalog === undefined
      ? `no catalog that was read has ${of}`
      : nearest
        ? `the catalog ${catalog} has no package ${of}`
        : `the catalog ${catalog} was not read, or has no ${of} in this channel: give --catalog ${catalog}=IMAGE, or ${catalog}= to leave it out`;
  return `has no bundle in the lock: ${why}`;
}

/** The startingCSV that an entry was made for: with Automatic approval, OLM passes it on the way to the locked version. */
function startOf({ startingCSV, installPlanApproval }: Subscription, full: LockedSubscription | undefined): string | undefined {
  const passed = installPlanApproval === 'Manual' ? [] : (full?.via ?? []);
  return startingCSV !== undefined && passed.includes(startingCSV) ? startingCSV : (full?.csv ?? startingCSV);
}

/**
 * The versions of an OperatorPolicy that differ from the lock: its controller approves a plan if all CSVs in it are
 * among its `versions`. Values of templates are not known here.
 */
export function policyDifferences(documents: readonly ParsedDocument[], lock: LockFile): LockDifference[] {
  return documents.flatMap(({ value, inside, versions }): LockDifference[] => {
    const entry = isNamedObject(value) && lock.subscriptions?.find((one) => namespacedName(one) === namespacedName(value.metadata));
    if (!versions || !inside || !entry || versions.some((version) => version.includes('{{'))) return [];
    const path = [...(entry.via ?? []), entry.csv];
    const subject = formatReference(inside);
    return [
      ...path.filter((csv) => !versions.includes(csv)).map((csv) => `does not allow ${csv}, which the lock has`),
      ...versions.filter((csv) => !path.includes(csv)).map((csv) => `allows ${csv}, which the lock does not have`),
    ].map((message) => ({ subject, message }));
  });
}
