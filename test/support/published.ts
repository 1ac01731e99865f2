/** Operators of real repositories in a registry, and an input that subscribes to them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProperties } from '../../src/olm/dependencies/properties.js';
import type { LockFile } from '../../src/olm/lock/lock-file.js';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { readLock } from '../../src/olm/lock/read-lock.js';
import { readBundleDirectory } from '../../src/repository/bundles/read-bundle-folder.js';
import { group, namespace } from './build.js';
import { manifests } from './command-line.js';
import { folderOf } from './files.js';
import { CATALOG_LABELS } from './images.js';
import { noRealRegistry, type RealRegistry } from './real-registry.js';

export const PACKAGES = join(import.meta.dirname, '../../../shared/golden/repos/packages');
/** Why they are not here; nothing where they are. */
export const missing = noRealRegistry() ?? (existsSync(PACKAGES) ? undefined : 'needs ../shared/golden/repos/packages');

/** Their folders, the lowest version first. */
export const versionsOf = (packageName: string): string[] =>
  readdirSync(join(PACKAGES, packageName), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((version) => join(PACKAGES, packageName, version));

/** Pushes bundles, and a catalog of them as its own test code makes it. @returns the references of the bundles by name */
export function publish(registry: Pick<RealRegistry, 'put'>, folders: readonly string[], tag = 'latest'): ReadonlyMap<string, string> {
  const images = new Map<string, string>();
  const byPackage = new Map<string, object[]>();
  for (const folder of folders) {
    const { bundle } = readBundleDirectory(folder);
    if (!bundle?.packageName) throw new Error(folder);
    const image = registry.put(folder, `community/${bundle.packageName}:${bundle.version}`);
    images.set(bundle.name, image);
    const earlier = byPackage.get(bundle.packageName) ?? [
      { schema: 'olm.package', name: bundle.packageName, defaultChannel: bundle.defaultChannel ?? bundle.channels[0] },
    ];
    const properties = bundleProperties(bundle);
    byPackage.set(bundle.packageName, [
      ...earlier,
      { schema: 'olm.bundle', package: bundle.packageName, name: bundle.name, image, properties, channels: bundle.channels },
    ]);
  }
  const files = Object.fromEntries(
    [...byPackage].map(([name, blobs]) => {
      const bundles = blobs.slice(1) as { name: string; channels: string[] }[];
      const channels = [...new Set(bundles.flatMap((one) => one.channels))].map((channel) => {
        const members = bundles.filter((one) => one.channels.includes(channel));
        const entries = members.map((one, index) => ({ name: one.name, ...(index > 0 ? { replaces: members[index - 1]?.name } : {}) }));
        return { schema: 'olm.channel', package: name, name: channel, entries };
      });
      return [`configs/${name}/catalog.json`, [...blobs, ...channels].map((blob) => JSON.stringify(blob)).join('\n')];
    }),
  );
  registry.put(folderOf(files), `community/catalog:${tag}`, CATALOG_LABELS);
  return images;
}

export const NAMES = ['grafana-operator', 'external-secrets-operator', 'group-sync-operator', 'patch-operator'];

/** An input with a namespace, a group and a Subscription for each operator, and a CatalogSource. */
export function input(catalog: string, names: readonly string[] = NAMES): string {
  const source = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: 'community', namespace: 'olm' },
    spec: { sourceType: 'grpc', image: catalog },
  };
  const operators = names.flatMap((name) => [
    namespace(name),
    group(`${name}/og`),
    {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name, namespace: name },
      spec: { name, source: 'community', sourceNamespace: 'olm' },
    },
  ]);
  return manifests(namespace('olm'), source as never, ...(operators as Parameters<typeof manifests>[0][]));
}

/** The lock in a folder. */
export const lockIn = (folder: string): LockFile => {
  const file = join(folder, LOCK_FILE);
  return readLock({ file, text: readFileSync(file, 'utf8') }).lock as LockFile;
};
