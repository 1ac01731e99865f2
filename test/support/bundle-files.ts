/** Bundles and catalogs for tests, as the files that they are. */

import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { Bundle } from '../../src/olm/model/bundle.js';
import { type CsvFields, csv } from './build.js';
import { manifests } from './command-line.js';

/** What a bundle may have; its CSV is called `<package>.v<version>`. */
export interface BundleFields extends CsvFields {
  readonly channels?: string;
  readonly defaultChannel?: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  /** Other manifests. */
  readonly others?: readonly KubernetesObject[];
}

/** The CSV of a bundle, in the namespace that many bundles have. @example bundleCsv('etcd/0.9.4') */
export function bundleCsv(id: string, { replaces, skips, spec, ...fields }: BundleFields = {}): KubernetesObject {
  const [name, version] = id.split('/') as [string, string];
  return csv(`placeholder/${name}.v${version}`, {
    ...fields,
    spec: { version, ...(replaces ? { replaces } : {}), ...(skips ? { skips } : {}), ...spec },
  });
}

/** `metadata/annotations.yaml`. */
export function annotations(packageName: string, channels = 'stable', defaultChannel?: string): string {
  const values = {
    mediatype: 'registry+v1',
    package: packageName,
    channels,
    ...(defaultChannel ? { 'channel.default': defaultChannel } : {}),
  };
  const lines = Object.entries(values).map(([key, value]) => `  operators.operatorframework.io.bundle.${key}.v1: ${value}\n`);
  return `annotations:\n${lines.join('')}`;
}

/** The files of a bundle folder. @example bundleFiles('etcd/0.9.4')['etcd/0.9.4/metadata/annotations.yaml'] */
export function bundleFiles(id: string, fields: BundleFields = {}): Record<string, string> {
  const [name = ''] = id.split('/');
  return {
    [`${id}/manifests/csv.yaml`]: manifests(bundleCsv(id, fields)),
    ...(fields.others ? { [`${id}/manifests/others.yaml`]: manifests(...fields.others) } : {}),
    [`${id}/metadata/annotations.yaml`]: annotations(name, fields.channels, fields.defaultChannel),
  };
}

/** A bundle as it is read from its folder, without what tests of packages do not look at. */
export function bundle(id: string, { channels = 'stable', defaultChannel, others = [], ...fields }: BundleFields = {}): Bundle {
  const [packageName = '', version = ''] = id.split('/');
  const object = bundleCsv(id, fields);
  return {
    name: object.metadata.name,
    packageName,
    version,
    channels: channels.split(','),
    ...(defaultChannel ? { defaultChannel } : {}),
    csv: object,
    customResourceDefinitions: [],
    others,
    dependencies: [],
  };
}

/** An entry of a channel. */
export interface EntryFields {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
}

/** The blobs of a package: its channels, and a bundle for each entry, with its CSV unless `described` alone. */
export function catalogBlobs(
  packageName: string,
  channels: Readonly<Record<string, readonly EntryFields[]>>,
  { defaultChannel = Object.keys(channels)[0] ?? '', described = false }: { defaultChannel?: string; described?: boolean } = {},
): Record<string, unknown>[] {
  const names = new Set(Object.values(channels).flatMap((entries) => entries.map(({ name }) => name)));
  return [
    { schema: 'olm.package', name: packageName, defaultChannel },
    ...Object.entries(channels).map(([name, entries]) => ({ schema: 'olm.channel', package: packageName, name, entries })),
    ...[...names].map((name) => ({
      schema: 'olm.bundle',
      package: packageName,
      name,
      image: `registry.example.com/${name}`,
      properties: [
        { type: 'olm.package', value: { packageName, version: name.slice(name.indexOf('.v') + 2) } },
        described ? { type: 'olm.csv.metadata', value: { displayName: name } } : encoded(csv(`placeholder/${name}`)),
      ],
    })),
  ];
}

/** An `olm.bundle.object` property. */
export function encoded(object: unknown): { type: string; value: { data: string } } {
  return { type: 'olm.bundle.object', value: { data: Buffer.from(JSON.stringify(object)).toString('base64') } };
}

/** Blobs as `opm render` prints them. */
export function catalogText(blobs: readonly unknown[]): string {
  return blobs.map((blob) => `${JSON.stringify(blob, null, 4)}\n`).join('');
}
