/** Lock → catalogs with the locked bundles, and the bundles to judge. */

import { createHash } from 'node:crypto';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { PackageOffer } from '../catalog/catalogs.js';
import type { PackageBlobs } from '../catalog/validate.js';
import { bundleProperties } from '../dependencies/properties.js';
import type { Bundle, LockedEntry } from '../model/bundle.js';
import { catalogAsked } from '../model/find-catalog.js';
import { judgedContent, judgedPart, judgedProperties } from './judged-content.js';
import type { LockedBundle, LockedPackage, LockFile } from './lock-file.js';
import type { CachedBundle, CachedBundles, LockedCatalogs } from './locked-content.js';
import { staleEntry, staleExtension } from './stale-lock.js';

/** The content for judging of a bundle. */
export function cachedBundle(bundle: Bundle): CachedBundle {
  return { name: bundle.name, content: judgedContent(bundle), properties: judgedProperties(bundleProperties(bundle)) };
}

/**
 * The catalogs of a lock.
 *
 * @param source the place of the lock
 * @param kept the bundles that entries are compared with
 * @param isOffered whether the input contains a package of a catalog: then its own content replaces that of the lock
 */
export function lockedCatalogs(
  lock: LockFile,
  source: SourceReference,
  kept: CachedBundles = () => undefined,
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
      return found && withVia(lock, found, members, kept);
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
    differs(bundle, image) {
      const found = find(bundle.name, image);
      return found && differingField(found.one, cachedBundle(bundle));
    },
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
  kept: CachedBundles,
): Bundle {
  const { name, catalog: from } = member.one;
  const catalog = { name: from, notRead: catalogs.find((one) => one.name === from)?.notRead ?? [] };
  const judged = ({ one, source }: Member): Bundle => bundleOf(one, packages, source, { catalog, compared: compared(one, kept) });
  const made = judged(member);
  const between = new Set(subscriptions.filter((one) => one.csv === name && one.catalog === from).flatMap(({ via = [] }) => via));
  const via = members.filter(({ one }) => one.catalog === from && between.has(one.name)).map(judged);
  return made.locked && via.length > 0 ? { ...made, locked: { ...made.locked, via } } : made;
}

const FIELDS = ['metadata', 'spec', 'customResourceDefinitions', 'manifests'] as const;

/** The field in which an entry differs from the bundle. */
export function differingField(
  entry: LockedBundle,
  { content, properties }: Pick<CachedBundle, 'content' | 'properties'>,
): (typeof FIELDS)[number] | 'properties' | undefined {
  const part = judgedPart(entry);
  const field = FIELDS.find((one) => sortedText(part[one]) !== sortedText(content[one]));
  return field ?? (sortedText(judgedProperties(entry.properties)) === sortedText(properties) ? undefined : 'properties');
}

function compared(entry: LockedBundle, kept: CachedBundles): LockedEntry['compared'] {
  const { name, image, digest } = entry;
  // The image is pulled; the digest next to it identifies the cached bundle.
  const named = image?.split('@')[1];
  if (named !== undefined && digest !== undefined && named !== digest) return { differs: 'digest' };
  const found = digest === undefined ? undefined : kept(digest);
  if (!found) return 'not-at-hand';
  const field = found.name === name ? differingField(entry, found) : 'name';
  return field ? { differs: field } : 'same';
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
  const { name, image, package: packageName, catalog, properties, metadata, spec, customResourceDefinitions = [], manifests = [] } = entry;
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
    },
    sources: new Map(
      placed.map(([object, path]) => [object as unknown as KubernetesObject, { ...source, path: [...source.path, ...path] }]),
    ),
  };
}
