/** Whether a lock fits the sources: each Subscription and ClusterExtension has its entry, and none is left over. It needs no catalog. */
import { namespacedName } from '../kubernetes/object.js';
import { catalogKey } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import type { LockFile } from './lock-file.js';

/** One difference. */
export interface LockDifference {
  /** Such as `Subscription op/etcd`. */
  readonly subject: string;
  /** What the sources say and the lock does not; or the reverse. */
  readonly message: string;
}

/** All differences, in the order of the sources. */
export function lockDifferences(
  { subscriptions, clusterExtensions }: Pick<Cluster, 'subscriptions' | 'clusterExtensions'>,
  lock: LockFile,
): LockDifference[] {
  const [locked, extensions, notLocked] = [lock.subscriptions ?? [], lock.clusterExtensions ?? [], lock.notLocked ?? []];
  const ofSources = new Set(subscriptions.map(namespacedName));
  const extensionNames = new Set(clusterExtensions.map(({ name }) => name));
  return [
    ...subscriptions.flatMap((one): LockDifference[] => {
      const { namespace, name } = one;
      const subject = `Subscription ${namespace}/${name}`;
      const catalog = catalogKey({ namespace: one.catalogSourceNamespace, name: one.catalogSource });
      const isIt = (other: { readonly namespace?: string | undefined; readonly name: string }): boolean =>
        other.namespace === namespace && other.name === name;
      const full = locked.find(isIt);
      const entry = full ?? notLocked.find(isIt);
      if (!entry) return [{ subject, message: 'has no entry in the lock' }];
      const compared: [string, string | undefined, string | undefined][] = [
        ['package', one.packageName, entry.package],
        ['catalog', catalog, entry.catalog],
        ['channel', one.channel, full ? full.channel : one.channel],
        ['startingCSV', one.startingCSV ?? full?.csv, full?.csv ?? one.startingCSV],
      ];
      return compared.flatMap(([field, ofSource, ofLock]) =>
        ofSource === ofLock
          ? []
          : [{ subject, message: `has the ${field} ${ofSource ?? 'of its package'}; the lock has ${ofLock ?? 'none'}` }],
      );
    }),
    ...clusterExtensions.flatMap(({ name, packageName }): LockDifference[] => {
      const subject = `ClusterExtension ${name}`;
      const entry = [...extensions, ...notLocked.filter(({ namespace }) => namespace === undefined)].find((other) => other.name === name);
      if (!entry) return [{ subject, message: 'has no entry in the lock' }];
      return entry.package === packageName ? [] : [{ subject, message: `has the package ${packageName}; the lock has ${entry.package}` }];
    }),
    ...[...locked, ...notLocked.filter(({ namespace }) => namespace !== undefined)]
      .filter(({ namespace, name }) => !ofSources.has(`${namespace}/${name}`))
      .map(({ namespace, name }) => ({ subject: `Subscription ${namespace}/${name}`, message: 'is in the lock alone' })),
    ...[...extensions, ...notLocked.filter(({ namespace }) => namespace === undefined)]
      .filter(({ name }) => !extensionNames.has(name))
      .map(({ name }) => ({ subject: `ClusterExtension ${name}`, message: 'is in the lock alone' })),
  ];
}
