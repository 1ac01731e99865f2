/** Makes the lock from the chosen operators and their catalogs. */

import { compareText, groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { emitYaml } from '../../base/manifest/emit.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { channelHeads } from '../catalog/channel-head.js';
import type { CatalogBundle, Channel, ChannelEntry, Package } from '../model/catalog.js';
import { statedVersion } from '../model/find-catalog.js';
import { highestFirst } from '../model/version-range.js';
import { CRD, defaultNames } from './judged-content.js';
import type {
  JudgedContent,
  LockedBundle,
  LockedCatalog,
  LockedDependency,
  LockedExtension,
  LockedPackage,
  LockedSubscription,
  LockFile,
  NotLocked,
} from './lock-file.js';
import { LOCK_VERSION } from './lock-name.js';

/** The operators that an input resolves to. */
export interface Selection {
  readonly subscriptions: readonly LockedSubscription[];
  readonly clusterExtensions: readonly LockedExtension[];
  readonly dependencies: readonly LockedDependency[];
  readonly notLocked?: readonly NotLocked[];
}

/** The catalogs of a selection, and the ways to find their packages and bundles. */
export interface Sources {
  readonly catalogs: readonly LockedCatalog[];
  /** Finds a package in a catalog. */
  packageOf(catalog: string, name: string): Package | undefined;
  /** Finds the content of a bundle, and the digest of its image. */
  contentOf(bundle: CatalogBundle): { readonly digest?: string; readonly content: JudgedContent } | undefined;
}

/** One bundle in a selection. */
export interface ChosenBundle {
  readonly catalog: string;
  readonly package: string;
  readonly name: string;
}

/** All bundles of a selection. A bundle from two catalogs is listed twice. */
export function chosenBundles({ subscriptions, clusterExtensions, dependencies }: Selection): ChosenBundle[] {
  const all = [
    ...subscriptions.flatMap(({ catalog, package: of, via = [] }) => via.map((name) => ({ catalog, package: of, name }))),
    ...[...subscriptions, ...dependencies].map(({ catalog, package: of, csv }) => ({ catalog, package: of, name: csv })),
    ...clusterExtensions.map(({ catalog, package: of, bundle }) => ({ catalog, package: of, name: bundle })),
  ];
  return [...new Map(all.map((one) => [`${one.catalog} ${one.name}`, one])).values()];
}

/** Makes the lock of a selection. */
export function lockOf(selection: Selection, { catalogs, packageOf, contentOf }: Sources): LockFile {
  const chosen = chosenBundles(selection);
  const used = new Set(chosen.map(({ catalog }) => catalog));
  return {
    lockVersion: LOCK_VERSION,
    catalogs: catalogs.filter(({ name }) => used.has(name)),
    subscriptions: [...selection.subscriptions],
    clusterExtensions: [...selection.clusterExtensions],
    dependencies: [...selection.dependencies],
    notLocked: [...(selection.notLocked ?? [])],
    packages: [...groupBy(chosen, (one) => `${one.catalog} ${one.package}`).values()].flatMap((members) =>
      lockedPackage(members, packageOf),
    ),
    bundles: chosen.flatMap((one): LockedBundle[] => {
      const bundle = packageOf(one.catalog, one.package)?.bundles.get(one.name);
      const found = bundle && contentOf(bundle);
      if (!bundle || !found) return [];
      const { digest, content } = found;
      return [
        {
          name: one.name,
          package: one.package,
          catalog: one.catalog,
          ...(bundle.image === undefined ? {} : { image: bundle.image }),
          ...(digest === undefined ? {} : { digest }),
          properties: bundle.properties.map(({ type, value }) => ({ type, value })),
          ...content,
        },
      ];
    }),
  };
}

function lockedPackage(members: readonly [ChosenBundle, ...ChosenBundle[]], packageOf: Sources['packageOf']): LockedPackage[] {
  const [first] = members;
  const offered = packageOf(first.catalog, first.package);
  if (!offered) return [];
  const names = new Set(members.map(({ name }) => name));
  const channels = offered.channels.flatMap((channel) => lockedChannel(channel, names, offered));
  const marks = (offered.deprecations ?? []).filter(
    ({ schema, name }) =>
      schema === 'olm.package' || (schema === 'olm.bundle' ? names.has(name ?? '') : channels.some((channel) => channel.name === name)),
  );
  return [
    {
      catalog: first.catalog,
      name: first.package,
      ...(offered.defaultChannel === '' ? {} : { defaultChannel: offered.defaultChannel }),
      channels,
      ...(marks.length === 0
        ? {}
        : { deprecations: marks.map(({ schema, name, message }) => ({ schema, ...(name === undefined ? {} : { name }), message })) }),
    },
  ];
}

/**
 * The channel with only the locked bundles. One or two bundles with one head keep their links. Otherwise, each bundle replaces the next
 * lower one, so that the channel has one head: entries between the bundles can be missing.
 */
function lockedChannel({ name, entries }: Channel, names: ReadonlySet<string>, offered: Package): LockedPackage['channels'] {
  const kept = entries
    .filter((entry) => names.has(entry.name))
    .map((entry) => ({ ...entry, skips: entry.skips.filter((skip) => names.has(skip)) }));
  if (kept.length === 0) return [];
  const versionOf = (entry: ChannelEntry): string | undefined => statedVersion(offered.bundles.get(entry.name));
  const ordered = kept.toSorted((a, b) => highestFirst(versionOf(a), versionOf(b)));
  const isJoined = channelHeads(kept).length === 1 && kept.length <= 2;
  const linked = isJoined ? ordered : ordered.map((entry, index) => replacing(entry, ordered[index + 1]));
  return [
    {
      name,
      entries: linked.map(({ name: bundle, replaces, skips, skipRange }) => ({
        name: bundle,
        ...(replaces === undefined ? {} : { replaces }),
        ...(skips.length === 0 ? {} : { skips: [...skips] }),
        ...(skipRange === undefined ? {} : { skipRange }),
      })),
    },
  ];
}

function replacing({ replaces: _, ...entry }: ChannelEntry, below: ChannelEntry | undefined): ChannelEntry {
  return below ? { ...entry, replaces: below.name } : entry;
}

// The text of a lock. The same lock always gives the same bytes. The entries are sorted, so that a diff shows only changes.

/** The header. A lock is no manifest: with the mark in the second line, Argo CD does not apply the file. */
const HEADER = [
  '# The installed operators and their permissions. Written by cdk8s-olm lock: do not edit, but commit.',
  '# +argocd:skip-file-rendering',
  '',
].join('\n');

/** The line width. A rule of a role fits on one line, and is one line of a diff. */
const LINE_WIDTH = 140;

/** Writes the text of a lock. */
export function writeLock({
  lockVersion,
  catalogs,
  subscriptions,
  clusterExtensions,
  dependencies,
  notLocked,
  packages,
  bundles,
}: LockFile): string {
  const content = {
    lockVersion,
    catalogs: sorted(catalogs, ({ name }) => name),
    subscriptions: unlessEmpty(sorted(subscriptions ?? [], namespacedName)),
    clusterExtensions: unlessEmpty(sorted(clusterExtensions ?? [], ({ name }) => name)),
    dependencies: unlessEmpty(sorted(dependencies ?? [], ({ namespace, csv }) => `${namespace}/${csv}`)),
    notLocked: unlessEmpty(sorted(notLocked ?? [], ({ namespace, name }) => `${namespace ?? ''}/${name}`)),
    packages: sorted(packages, ({ catalog, name }) => `${catalog} ${name}`).map(({ channels, ...rest }) => ({
      ...rest,
      channels: sorted(channels, ({ name }) => name),
    })),
    bundles: sorted(bundles, ({ catalog, name, image }) => `${name} ${catalog} ${image ?? ''}`).map((bundle) => ({
      ...bundle,
      customResourceDefinitions: bundle.customResourceDefinitions?.map(crdInLock),
    })),
  };
  return `${HEADER}${emitYaml(content, LINE_WIDTH)}`;
}

function sorted<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  return list.toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** The form of a judged CRD in a lock: without the fields that have their default values, which `judgedPart` adds again. */
function crdInLock(crd: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { spec } = crd;
  const names = isMapping(spec) && isMapping(spec.names) ? spec.names : undefined;
  const isOwn = (defaults: Readonly<Record<string, unknown>>, [field, value]: [string, unknown]): boolean => defaults[field] !== value;
  const own = Object.fromEntries(Object.entries(names ?? {}).filter((entry) => isOwn(defaultNames(names ?? {}), entry)));
  return {
    ...Object.fromEntries(Object.entries(crd).filter((entry) => isOwn(CRD, entry))),
    ...(names === undefined ? {} : { spec: { ...(spec as object), names: own } }),
  };
}
