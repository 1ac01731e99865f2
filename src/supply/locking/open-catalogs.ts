/** Catalogs at their addresses → the packages that an input requests, and those that they can require. */

import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { folderPackages } from '../../olm/catalog/folder-packages.js';
import type { LockedCatalog } from '../../olm/lock/lock-file.js';
import type { Bundle } from '../../olm/model/bundle.js';
import type { Package } from '../../olm/model/catalog.js';
import { readCatalogFiles } from '../../repository/index.js';
import { closure, needsOf } from '../registry/catalog/closure.js';
import type { CatalogDocument } from '../registry/catalog/reduced-document.js';
import type { Registry } from '../registry/open-registry.js';
import type { Address } from './addresses.js';

/** The content of the catalogs. */
export interface OpenCatalogs {
  readonly catalogs: readonly LockedCatalog[];
  /** The blobs of these packages. */
  readonly blobs: readonly ParsedDocument[];
  /** The bundles of catalogs that are folders. */
  readonly bundles: readonly Bundle[];
  readonly problems: readonly Problem[];
  /** The package names of real catalogs, without folders of bundles. */
  readonly whole: ReadonlyMap<string, readonly string[]>;
}

/**
 * Opens the catalogs.
 *
 * @param packages the packages that are requested by name
 * @throws ProblemError of the registry
 */
export async function openCatalogs(addresses: readonly Address[], packages: Iterable<string>, registry: Registry): Promise<OpenCatalogs> {
  const opened = await Promise.all(addresses.map((address) => openCatalog(address, registry)));
  const wanted = closure(
    opened.map(({ documents }) => needsOf(documents)),
    packages,
  );
  return {
    catalogs: opened.map(({ catalog }) => catalog),
    blobs: opened.flatMap(({ catalog, documents, file }) => {
      const asked = documents.filter((document) => wanted.has(document.package));
      // Without a blob, the catalog would be unknown, and not a catalog that lacks the package.
      const kept = asked.length > 0 ? asked : documents.filter((document) => document.package === documents[0]?.package);
      return kept.map(({ value }, document) => ({
        value: { ...value, catalog: catalog.name.includes('/') ? catalog.name : `/${catalog.name}` },
        source: { file, document, path: [] },
      }));
    }),
    bundles: opened.flatMap(({ bundles }) => bundles),
    problems: opened.flatMap(({ problems }) => problems),
    whole: new Map(
      opened.flatMap(({ catalog, documents, bundles }) =>
        bundles.length > 0 || documents.length === 0
          ? []
          : [[catalog.name, [...new Set(documents.map((document) => document.package))].sort()]],
      ),
    ),
  };
}

interface Opened {
  readonly catalog: LockedCatalog;
  readonly documents: readonly CatalogDocument[];
  readonly bundles: readonly Bundle[];
  readonly problems: readonly Problem[];
  /** The name in messages. */
  readonly file: string;
}

async function openCatalog({ key, at }: Address, registry: Registry): Promise<Opened> {
  if ('image' in at) {
    const { digest, documents, notRead } = await registry.catalog(at.digest === undefined ? at.image : `${at.image}@${at.digest}`);
    const catalog = { name: key, image: at.image, digest, ...(notRead.length === 0 ? {} : { notRead: [...notRead] }) };
    return { catalog, documents, bundles: [], problems: [], file: at.image };
  }
  const { blobs, bundles, problems } = readCatalogFiles(at.path);
  const documents = [...blobs.flatMap(({ value }) => ofBlob(value)), ...folderPackages(bundles).flatMap(ofPackage)];
  return { catalog: { name: key }, documents, bundles, problems: problems.filter(isError), file: at.path };
}

function ofBlob(value: unknown): CatalogDocument[] {
  if (!isMapping(value) || typeof value.schema !== 'string') return [];
  const owner = value.schema === 'olm.package' ? value.name : value.package;
  return typeof owner === 'string' ? [{ schema: value.schema, package: owner, value }] : [];
}

function ofPackage({ name, defaultChannel, channels, bundles }: Package): CatalogDocument[] {
  const of = (schema: string, value: object): CatalogDocument => ({ schema, package: name, value: { schema, ...value } });
  const [first] = channels;
  return [
    of('olm.package', { name, defaultChannel: defaultChannel === '' ? (first?.name ?? '') : defaultChannel }),
    ...channels.map(({ name: channel, entries }) => of('olm.channel', { package: name, name: channel, entries })),
    ...[...bundles.values()].map(({ name: bundle, properties }) => of('olm.bundle', { package: name, name: bundle, properties })),
  ];
}
