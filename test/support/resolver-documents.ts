/** Documents of small clusters for the resolver, and the cluster that they make. */
import type { Cluster } from '../../src/olm/model/cluster.js';
import { inputOf } from './resolver-cases.js';

const OPERATORS = 'operators.coreos.com';

/** A document of a cluster. */
export type ResolverDocument = Readonly<Record<string, unknown>>;

/** An OperatorGroup of the namespace `shop`. */
export const GROUP: ResolverDocument = {
  apiVersion: `${OPERATORS}/v1`,
  kind: 'OperatorGroup',
  metadata: { name: 'og', namespace: 'shop' },
  spec: {},
};

/** A Subscription in `shop` for the package of its name, from the catalog `olm/hub`. */
export function subscribed(name: string, spec: ResolverDocument = {}, installedCSV?: string): ResolverDocument {
  return {
    apiVersion: `${OPERATORS}/v1alpha1`,
    kind: 'Subscription',
    metadata: { name, namespace: 'shop' },
    spec: { name, source: 'hub', sourceNamespace: 'olm', ...spec },
    ...(installedCSV ? { status: { installedCSV, currentCSV: installedCSV } } : {}),
  };
}

/** A CSV in `shop`. @param id such as `kettle.v1.0.0` */
export function present(id: string): ResolverDocument {
  return {
    apiVersion: `${OPERATORS}/v1alpha1`,
    kind: 'ClusterServiceVersion',
    metadata: { name: id, namespace: 'shop' },
    spec: { version: id.slice(id.indexOf('.v') + 2), install: { strategy: 'deployment' } },
  };
}

/** An entry of a channel, with what its bundle states. */
export interface OfferedEntry {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
  readonly properties?: readonly { readonly type: string; readonly value: unknown }[];
}

/** The blobs of a package; the first channel is its default. */
export function offered(packageName: string, channels: Readonly<Record<string, readonly OfferedEntry[]>>): ResolverDocument[] {
  const bundles = new Map(Object.values(channels).flatMap((entries) => entries.map((entry) => [entry.name, entry])));
  return [
    { schema: 'olm.package', name: packageName, defaultChannel: Object.keys(channels)[0] },
    ...Object.entries(channels).map(([name, entries]) => ({
      schema: 'olm.channel',
      package: packageName,
      name,
      entries: entries.map(({ properties: _, ...entry }) => entry),
    })),
    ...[...bundles.values()].map(({ name, properties = [] }) => ({
      schema: 'olm.bundle',
      package: packageName,
      name,
      image: `example.test/${name}`,
      properties: [{ type: 'olm.package', value: { packageName, version: name.slice(name.indexOf('.v') + 2) } }, ...properties],
    })),
  ];
}

/** A chain of versions, the oldest first. */
export function chain(packageName: string, ...versions: readonly string[]): OfferedEntry[] {
  return versions.map((version, index) => ({
    name: `${packageName}.v${version}`,
    ...(index > 0 ? { replaces: `${packageName}.v${versions[index - 1]}` } : {}),
  }));
}

/** The cluster of documents, with the catalog `olm/hub`. */
export function resolverCluster(...documents: readonly ResolverDocument[]): Cluster {
  const hub = { apiVersion: `${OPERATORS}/v1alpha1`, kind: 'CatalogSource', metadata: { name: 'hub', namespace: 'olm' }, spec: {} };
  return inputOf([hub, ...documents].map((document) => JSON.stringify(document)).join('\n---\n')).input;
}
