/**
 * Finds the heads of channels that a change of a catalog's repository moves: the bundles that OLM would install before and after. Such a
 * repository has one catalog, or a folder for each version of a platform, and nothing that installs an operator.
 */

import { isNamedObject } from '../../base/kubernetes/object.js';
import { valueAt } from '../../base/manifest/field-path.js';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { isCatalogBlob } from '../../olm/catalog/blob.js';
import { catalogFolders } from '../../olm/catalog/catalog-folders.js';
import { channelHeads } from '../../olm/catalog/channel-head.js';
import { factBundle } from '../../olm/catalog/csv-metadata.js';
import { readPackages } from '../../olm/catalog/read-packages.js';
import type { CatalogBundle, Package } from '../../olm/model/catalog.js';
import { decodeBundle } from '../../olm/read/decode-bundle.js';
import type { FoundFile } from '../input/found-file.js';
import { documentsIn, eachDocumentIn } from '../input/found-texts.js';
import { findEverything, type GivenFiles } from '../input/read-files.js';
import { bundleFolders } from './bundle-folders.js';
import type { PlacedChannel } from './placed-bundle.js';

/** The head of a channel: the files of its package, and the channel. */
export interface CatalogHead {
  readonly files: GivenFiles;
  readonly channel: PlacedChannel;
}

/** A channel whose head a change moves; without `base` nothing like it was there. */
export interface HeadPair {
  /** The catalog, package and channel. */
  readonly name: string;
  readonly base?: CatalogHead;
  readonly head: CatalogHead;
}

/** The channels of all catalogs. */
export interface CatalogHeads {
  /** The number of channels after the change. */
  readonly all: number;
  /** One pair for each different change: several catalogs often get the same one. */
  readonly moved: readonly HeadPair[];
}

/** The moved heads between two inputs; undefined unless an input has a catalog, and none has anything that installs an operator. */
export function catalogHeads(base: string, head: string): CatalogHeads | undefined {
  if ([base, head].includes(STANDARD_INPUT)) return undefined;
  const after = bundlesOf(head);
  const before = after && bundlesOf(base);
  if (!after || !before || after.length + before.length === 0) return undefined;
  const seen = new Set<string>();
  const moved = after.flatMap((one): HeadPair[] => {
    const was = predecessor(one, before);
    const change = JSON.stringify([was?.identity, one.identity]);
    // A new catalog often has the older bundles of the other ones.
    const isOld =
      one.channel === undefined && before.some(({ packageName, identity }) => packageName === one.packageName && identity === one.identity);
    if (isOld || was?.identity === one.identity || seen.has(change)) return [];
    seen.add(change);
    return [{ name: one.name, ...(was ? { base: was.head } : {}), head: one.head }];
  });
  return { all: after.filter(({ channel }) => channel).length, moved };
}

/** A bundle that a Subscription gets: as the head of a channel, or by its name. */
interface Offered {
  readonly name: string;
  readonly folder: string;
  readonly packageName: string;
  /** Absent for a bundle that is the head of no channel; empty for the default channel. */
  readonly channel?: string;
  readonly bundle: string;
  /** The content of the bundle. */
  readonly identity: string;
  /** Whether the catalog has its manifests. */
  readonly isKnown: boolean;
  readonly head: CatalogHead;
}

/**
 * The bundle that a cluster had before: of the channel, or of the package's default channel if the channel is new; in the catalog, or in
 * the one before it by name if the catalog is new. A bundle that is no head is compared with itself, else with the old default head: OLM
 * upgrades through it.
 */
function predecessor({ folder, packageName, channel, bundle, isKnown }: Offered, before: readonly Offered[]): Offered | undefined {
  const ofPackage = before.filter((one) => one.packageName === packageName);
  const own = ofPackage.filter((one) => one.folder === folder);
  const near = own.length > 0 ? own : lastBefore(folder, ofPackage);
  const itself = channel === undefined ? near.find((one) => one.bundle === bundle) : near.find((one) => one.channel === channel);
  // A bundle without manifests is not known: nothing can be lost with it.
  return itself ?? (channel !== undefined || isKnown ? near.find((one) => one.channel === '') : undefined);
}

/** The bundles of the catalog that comes before a new one; or of the last one. Numbers in names count as numbers. */
function lastBefore(folder: string, all: readonly Offered[]): readonly Offered[] {
  const orderOf = (name: string): string => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
  const names = [...new Set(all.map((one) => one.folder))].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const found = names.findLast((name) => orderOf(name) < orderOf(folder)) ?? names.at(-1);
  return all.filter((one) => one.folder === found);
}

/** The schemas of blobs. A text without any is not parsed. */
const BLOB = /\bolm\.(?:package|channel|bundle)\b/;

/** The bundles of an input's catalogs; undefined if the input installs something, or cannot be read. */
function bundlesOf(input: string): Offered[] | undefined {
  const found = filesOf(input);
  if (!found) return undefined;
  const { others } = bundleFolders(found.files);
  if (others.some((file) => INSTALLS.test(textOf(file)) && installsAny(file))) return undefined;
  const fileOf = new Map<ParsedDocument, FoundFile>();
  for (const file of others.filter((one) => BLOB.test(textOf(one))))
    for (const { value, source } of documentsIn(file))
      if (isCatalogBlob(value)) fileOf.set({ value, source: { ...source, file: found.pathOf(file.file) } }, file);
  return [...catalogFolders([...fileOf.keys()])].flatMap(([folder, members]) => {
    const filesOfPackage = (packageName: string): FoundFile[] => [
      ...new Set(members.filter(({ value }) => packageOfBlob(value) === packageName).flatMap((blob) => fileOf.get(blob) ?? [])),
    ];
    return readPackages(members).packages.flatMap((one) =>
      offeredIn(one, folder, { name: input, files: filesOfPackage(one.name), near: () => undefined }),
    );
  });
}

function filesOf(input: string): { readonly files: readonly FoundFile[]; pathOf(file: string): string } | undefined {
  try {
    const { files, written, ignored, pathOf } = findEverything([input]);
    return { files: [...files, ...written, ...ignored], pathOf };
  } catch {
    // Reading the input reports the error.
    return undefined;
  }
}

/** The heads of a package's channels, and the bundles that are no head. */
function offeredIn(one: Package, folder: string, files: GivenFiles): Offered[] {
  const { name: packageName, channels, bundles, defaultChannel, isUnreadable } = one;
  if (isUnreadable) return [];
  const offered = (bundle: CatalogBundle, channel: string | undefined, name: string): Offered => {
    const { source: _, ...content } = bundle;
    const placed = { packageName, name, installModes: installModesOf(bundle, one) };
    return {
      name: `${folder === '' ? '' : `${folder} `}${packageName}/${channel === undefined ? bundle.name : name}`,
      ...{
        folder,
        packageName,
        bundle: bundle.name,
        identity: sortedText(content),
        isKnown: decodeBundle(bundle, one).bundle !== undefined,
      },
      ...(channel === undefined ? {} : { channel }),
      head: { files, channel: channel === undefined ? { ...placed, startingCSV: bundle.name } : placed },
    };
  };
  const heads = channels.flatMap(({ name, entries }): Offered[] => {
    const [first, ...others] = channelHeads(entries);
    const bundle = first && others.length === 0 ? bundles.get(first.name) : undefined;
    if (!bundle) return [];
    return [offered(bundle, name, name), ...(name === defaultChannel ? [offered(bundle, '', name)] : [])];
  });
  const areHeads = new Set(heads.map(({ bundle }) => bundle));
  const others = channels.flatMap(({ name, entries }) =>
    entries.flatMap((entry) => {
      const bundle = areHeads.has(entry.name) ? undefined : bundles.get(entry.name);
      return bundle ? [offered(bundle, undefined, name)] : [];
    }),
  );
  return [...heads, ...others];
}

function installModesOf(bundle: CatalogBundle, from: Package): string[] {
  const { csv } = decodeBundle(bundle, from).bundle ?? factBundle(bundle) ?? {};
  const modes = csv && valueAt(csv, ['spec', 'installModes']);
  return (Array.isArray(modes) ? modes : []).flatMap((mode) => (isMapping(mode) && mode.supported === true ? [String(mode.type)] : []));
}

function packageOfBlob(value: unknown): unknown {
  if (!isMapping(value)) return undefined;
  return value.schema === 'olm.package' ? value.name : value.package;
}

const INSTALLS = /Subscription|ClusterServiceVersion|ClusterExtension/;
const INSTALLING: ReadonlySet<string> = new Set(['Subscription', 'ClusterServiceVersion', 'ClusterExtension']);

function installs({ value }: ParsedDocument): boolean {
  return isNamedObject(value) && INSTALLING.has(value.kind);
}

/** Parses no further than the first: many a file has thousands of others. */
function installsAny(file: FoundFile): boolean {
  for (const document of eachDocumentIn(file)) if (installs(document)) return true;
  return false;
}

function textOf(found: FoundFile): string {
  const read = found.text();
  return 'text' in read ? read.text : '';
}
