/** Lock → catalogs with the locked bundles, and the bundles to judge. */

import { createHash } from 'node:crypto';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { PackageOffer } from '../catalog/catalogs.js';
import type { PackageBlobs } from '../catalog/validate.js';
import type { Bundle, LockedEntry } from '../model/bundle.js';
import { catalogAsked } from '../model/find-catalog.js';
import { judgedPart } from './judged-content.js';
import type { LockedBundle, LockedPackage, LockFile } from './lock-file.js';
import type { CompareEntry, LockedCatalogs } from './locked-content.js';
import { staleEntry, staleExtension } from './stale-lock.js';

/**
 * The catalogs of a lock.
 *
 * @param source the place of the lock
 * @param compare compares an entry with the bundle that was pulled earlier
 * @param isOffered whether the input contains a package of a catalog: then its own content replaces that of the lock
 */
export function lockedCatalogs(
  lock: LockFile,
  source: SourceReference,
  compare: CompareEntry = () => 'not-at-hand',
  isOffered: (catalog: string, packageName: string) => boolean = () => false,
): LockedCatalogs {
  const members = lock.bundles.map((one, index) => ({ one, source: entryAt(source, 'bundles', index) }));
  const find = (name: string, image?: string): Member | undefined => {
    const named = members.filter(({ one }) => one.name === name);
    return named.find(({ one }) => one.image === image) ?? named[0];
  };
  return {
    offers: offersOf(lock, source, members, isOffered),
    bundle(name, image) {
      const found = find(name, image);
      return found && withVia(lock, found, members, compare);
    },
    csvOf({ namespace, name, packageName, channel, ...one }) {
      const catalog = catalogAsked(one);
      const entry = lock.subscriptions?.find((locked) => locked.namespace === namespace && locked.name === name);
      const isAsked = entry?.package === packageName && entry.catalog === catalog && entry.channel === channel;
      return isAsked && !isOffered(catalog, packageName) ? entry.csv : undefined;
    },
    staleAt(subscription, image) {
      return isOffered(catalogAsked(subscription), subscription.packageName) ? undefined : staleEntry(lock, subscription, image);
    },
    staleExtension(extension) {
      return staleExtension(lock, extension, isOffered);
    },
    absentAt({ namespace, name, packageName, ...one }) {
      const catalog = catalogAsked(one);
      const entry = lock.notLocked?.find((other) => other.namespace === namespace && other.name === name);
      return entry?.package === packageName && entry.catalog === catalog ? entry.nearest : undefined;
    },
    entry: (name, image) => find(name, image)?.one,
  };
}

/** The entry of a bundle, and its place. */
interface Member {
  readonly one: LockedBundle;
  readonly source: SourceReference;
}

function entryAt(source: SourceReference, field: string, index: number): SourceReference {
  return { ...source, path: [...source.path, field, index] };
}

function offersOf(
  { packages }: LockFile,
  source: SourceReference,
  members: readonly Member[],
  isOffered: (catalog: string, packageName: string) => boolean,
): PackageOffer[] {
  return packages.flatMap((one, index) => {
    if (isOffered(one.catalog, one.name)) return [];
    const own = members.filter((member) => member.one.catalog === one.catalog && member.one.package === one.name);
    const blobs = own.map((member) => ({ value: member.one, source: member.source }));
    return [offerOf(one, entryAt(source, 'packages', index), blobs)];
  });
}

/** A bundle, with those that are installed before it, one after the other. */
function withVia(
  { catalogs, packages, subscriptions = [] }: LockFile,
  member: Member,
  members: readonly Member[],
  compare: CompareEntry,
): Bundle {
  const { name, catalog: from } = member.one;
  const catalog = { name: from, notRead: catalogs.find((one) => one.name === from)?.notRead ?? [] };
  const judged = ({ one, source }: Member): Bundle =>
    bundleOf(one, packages, source, { catalog, compared: namesTwo(one) ? { differs: 'digest' } : compare(one) });
  const made = judged(member);
  const between = new Set(subscriptions.filter((one) => one.csv === name && one.catalog === from).flatMap(({ via = [] }) => via));
  const via = members.filter(({ one }) => one.catalog === from && between.has(one.name)).map(judged);
  return made.locked && via.length > 0 ? { ...made, locked: { ...made.locked, via } } : made;
}

/** Whether an entry has two digests. The image is pulled; the digest next to it identifies the cached bundle. */
function namesTwo({ image, digest }: LockedBundle): boolean {
  const named = image?.split('@')[1];
  return named !== undefined && digest !== undefined && named !== digest;
}

/** The key of a catalog. A blob names its catalog as `NAMESPACE/NAME`; a ClusterCatalog has no namespace. */
function namespacedKey(catalog: string): string {
  return catalog.includes('/') ? catalog : `/${catalog}`;
}

function offerOf(
  { catalog, name, defaultChannel, channels, deprecations = [] }: LockedPackage,
  source: SourceReference,
  bundles: PackageBlobs['bundles'],
): PackageOffer {
  // A package needs one of its channels as default. A request for the real default channel is not in the lock.
  const known = channels.find((channel) => channel.name === defaultChannel) ?? channels[0];
  const entries = deprecations.map(({ message, ...reference }) => ({ reference, message }));
  return {
    catalog: namespacedKey(catalog),
    name,
    packages: [{ value: { name, ...(known ? { defaultChannel: known.name } : {}) }, source }],
    channels: channels.map((channel) => ({
      value: { package: name, name: channel.name, entries: channel.entries },
      source,
    })),
    bundles,
    deprecations: entries.length === 0 ? [] : [{ value: { package: name, entries }, source }],
  };
}

function bundleOf(
  written: LockedBundle,
  packages: readonly LockedPackage[],
  source: SourceReference,
  about: Pick<LockedEntry, 'catalog' | 'compared'>,
): Bundle {
  const entry = judgedPart(written);
  const {
    name,
    image,
    package: packageName,
    catalog,
    properties,
    metadata,
    spec,
    customResourceDefinitions = [],
    manifests = [],
    schemas,
  } = entry;
  const from = packages.find((one) => one.catalog === catalog && one.name === packageName);
  const channels = (from?.channels ?? []).filter(({ entries }) => entries.some((entry) => entry.name === name));
  const { version } = spec;
  const placed = [
    ...customResourceDefinitions.map((object, index) => [object, ['customResourceDefinitions', index]] as const),
    ...manifests.map((object, index) => [object, ['manifests', index]] as const),
  ];
  return {
    name,
    packageName,
    ...(typeof version === 'string' && version !== '' ? { version } : {}),
    channels: channels.map((channel) => channel.name),
    ...(from?.defaultChannel ? { defaultChannel: from.defaultChannel } : {}),
    csv: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: { ...metadata, name },
      spec,
    } as unknown as KubernetesObject,
    dependencies: [],
    catalogProperties: properties.map(({ type, value }) => ({ type, value })),
    customResourceDefinitions: customResourceDefinitions as unknown as KubernetesObject[],
    others: manifests as unknown as KubernetesObject[],
    source,
    locked: {
      ...(image === undefined ? {} : { image }),
      fingerprint: createHash('sha256').update(sortedText(entry)).digest('hex'),
      ...about,
      ...(schemas === undefined ? {} : { schemas }),
    },
    sources: new Map(
      placed.map(([object, path]) => [object as unknown as KubernetesObject, { ...source, path: [...source.path, ...path] }]),
    ),
  };
}
