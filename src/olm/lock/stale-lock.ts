/** Finds requests that a lock was not made for. A lock has an excerpt of its catalogs, so it cannot answer another request. */

import { sortedText } from '../../base/manifest/plain-data.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { catalogAsked } from '../model/find-catalog.js';
import type { Subscription } from '../model/subscription.js';
import type { StaleLock } from '../model/unknown-operator.js';
import { requestOf } from './extension-request.js';
import type { ExtensionRequest, LockFile } from './lock-file.js';

/** How a Subscription differs from what the lock was made for, where the lock has its package. */
export function staleEntry(
  { catalogs, packages, bundles, subscriptions = [] }: LockFile,
  subscription: Subscription,
  image: string | undefined,
): StaleLock | undefined {
  const { namespace, name, packageName, startingCSV } = subscription;
  const catalog = catalogAsked(subscription);
  const entry = subscriptions.find((locked) => locked.namespace === namespace && locked.name === name);
  if (!entry) {
    const isLocked = packages.some((one) => one.catalog === catalog && one.name === packageName);
    // A lock without Subscriptions applies to any Subscription.
    return isLocked && subscriptions.length > 0 ? { what: 'Subscription' } : undefined;
  }
  const differing = (what: StaleLock['what'], locked: string | undefined, asked: string | undefined): StaleLock[] =>
    locked === asked ? [] : [{ what, locked, asked }];
  const from = catalogs.find((one) => one.name === catalog)?.image;
  const isStart = startingCSV === undefined || bundles.some((one) => one.name === startingCSV && one.catalog === catalog);
  const [stale] = [
    ...differing('package', entry.package, packageName),
    ...differing('catalog', entry.catalog, catalog),
    ...differing('channel', entry.channel, subscription.channel),
    ...(from === undefined || image === undefined ? [] : differing('image of the catalog', from, image)),
    ...(isStart ? [] : [{ what: 'startingCSV' as const, locked: entry.csv, asked: startingCSV }]),
  ];
  const [catalogSourceNamespace = '', catalogSource = ''] = entry.catalog.split('/');
  const { csv: start, package: locked, channel } = entry;
  const installs = { packageName: locked, catalogSource, catalogSourceNamespace, channel, startingCSV: start };
  return stale && { ...stale, installs };
}

/** How a ClusterExtension differs from what the lock was made for, where the lock has its package from a catalog that was not read. */
export function staleExtension(
  { packages, clusterExtensions = [] }: Pick<LockFile, 'packages' | 'clusterExtensions'>,
  extension: ClusterExtension,
  isOffered: (catalog: string, packageName: string) => boolean,
): StaleLock | undefined {
  const { name, packageName } = extension;
  const isLocked = packages.some((one) => one.name === packageName && !one.catalog.includes('/') && !isOffered(one.catalog, packageName));
  const entry = clusterExtensions.find((one) => one.name === name);
  if (!entry) return isLocked && clusterExtensions.length > 0 ? { what: 'ClusterExtension' } : undefined;
  if (isOffered(entry.catalog, packageName)) return undefined;
  const stale =
    entry.package === packageName
      ? staleRequest(entry, extension)
      : ({ what: 'package', locked: entry.package, asked: packageName } as const);
  return stale && { ...stale, bundle: entry.bundle };
}

const REQUEST = ['version', 'channels', 'selector', 'upgradeConstraintPolicy'] as const;

/** The first field of a request that an entry was not made for. */
export function staleRequest(entry: ExtensionRequest, extension: ClusterExtension): StaleLock | undefined {
  const asked = requestOf(extension);
  const what = REQUEST.find((field) => sortedText(entry[field] ?? null) !== sortedText(asked[field] ?? null));
  return what && { what, locked: textOf(entry[what]), asked: textOf(asked[what]) };
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : sortedText(value);
}
