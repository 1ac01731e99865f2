/** Gives each ClusterExtension its bundle, or the problem that it has none. */

import { factBundle } from '../catalog/csv-metadata.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { nearest } from '../model/nearest.js';
import type { StaleLock } from '../model/unknown-operator.js';
import { bundleContent, type Folders } from './bundle-content.js';
import { extensionWay } from './choose-extension.js';
import type { ChosenBundle, ExtensionOffers } from './extension-choice.js';

/**
 * The ClusterExtension with its bundle, or with the problem that it has none. It is unknown if its package or content is not available.
 *
 * @param unread names of packages in unread folders
 * @param stale the difference to the lock, if the lock was made for another request
 */
export function withBundle(
  extension: ClusterExtension,
  offers: ExtensionOffers,
  unread: readonly string[],
  folders: Folders,
  stale?: StaleLock,
): ClusterExtension {
  const { packageName } = extension;
  if (stale) return atLocked(extension, stale, offers, folders);
  const { first, end, via, problem } = extensionWay(extension, unread.includes(packageName) ? { ...offers, isOpen: true } : offers);
  if (first === 'unknown') {
    const packages = [...offers.catalogs.flatMap((catalog) => catalog.packages), ...offers.folders].map(({ name }) => name);
    const names = [...packages, ...unread];
    const likely = names.includes(packageName) ? undefined : nearest(packageName, names);
    return { ...extension, isUnknown: true, ...(likely === undefined ? {} : { nearest: likely }) };
  }
  const problems = problem ? [problem] : [];
  const kept = end ?? installedIn(extension, offers);
  if (!kept) return { ...extension, problems };
  const offered = kept.from.bundles.get(kept.name);
  const { bundle, problems: ofContent } = bundleContent(kept.name, kept.from, folders);
  const facts = bundle || !offered ? undefined : factBundle(offered);
  const chosen = { name: kept.name, via, ...(facts ? { facts } : {}) };
  if (bundle) return { ...extension, chosen, bundle, problems };
  const isRefused = ofContent.length > 0 || folders.names.has(kept.name);
  return { ...extension, chosen, problems: [...problems, ...ofContent], ...(isRefused || problem ? {} : { isUnknown: true }) };
}

/** The ClusterExtension with the bundle of a stale lock: it stays installed until something newer is, and what that is is not known. */
function atLocked(extension: ClusterExtension, stale: StaleLock, { catalogs }: ExtensionOffers, folders: Folders): ClusterExtension {
  const name = stale.bundle;
  const from = catalogs.flatMap(({ packages }) => packages).find(({ bundles }) => name !== undefined && bundles.has(name));
  const bundle = from && name !== undefined ? bundleContent(name, from, folders).bundle : undefined;
  return { ...extension, stale, ...(bundle ? { chosen: { name: bundle.name, via: [] }, bundle } : { isUnknown: true }) };
}

/** The installed bundle, which stays where OLM v1 finds no other. */
function installedIn(
  { packageName, installed }: ClusterExtension,
  { catalogs, folders }: ExtensionOffers,
): Pick<ChosenBundle, 'name' | 'from'> | undefined {
  const packages = [...catalogs.flatMap((catalog) => catalog.packages), ...folders];
  const from = packages.find(({ name, bundles }) => name === packageName && installed !== undefined && bundles.has(installed.name));
  return installed && from ? { name: installed.name, from } : undefined;
}
