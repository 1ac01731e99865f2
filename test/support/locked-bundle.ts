/** An input with one Subscription, whose operator a lock gives. */

import { cachedBundle } from '../../src/olm/lock/bundle-content.js';
import type { LockFile } from '../../src/olm/lock/lock-file.js';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { writeLock } from '../../src/olm/lock/lock-of.js';
import type { CachedBundles } from '../../src/olm/lock/locked-content.js';
import type { Bundle } from '../../src/olm/model/bundle.js';
import { readState } from '../../src/repository/read/read-state.js';
import type { State } from '../../src/review/state/state.js';
import { group, namespace } from './build.js';
import { bundle } from './bundle-files.js';
import { manifests } from './command-line.js';
import { folderOf } from './files.js';
import { lockOfBundles } from './locking.js';
import { asking } from './permissions.js';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'etcd', namespace: 'op' },
  spec: { name: 'etcd', channel: 'stable', source: 'catalog', sourceNamespace: 'olm' },
};
export const INPUT = manifests(namespace('op'), group('op/og'), SUBSCRIPTION);
export const DIGEST = `sha256:${'a'.repeat(64)}`;

export const reading = (...resources: string[]) =>
  asking({ clusterPermissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources, verbs: ['get'] }] }] });
export const etcd = (version: string, ...resources: string[]): Bundle => bundle(`etcd/${version}`, reading(...resources));

export function lockOf(
  one: Bundle,
  image: { image?: string; digest?: string } = { image: `example.com/etcd@${DIGEST}`, digest: DIGEST },
): LockFile {
  const lock = lockOfBundles([one], {
    subscriptions: [{ namespace: 'op', name: 'etcd', catalog: 'olm/catalog', package: 'etcd', channel: 'stable', csv: one.name }],
  });
  return { ...lock, bundles: lock.bundles.map(({ image: _, digest: __, ...rest }) => ({ ...rest, ...image })) };
}

export function state(lock: LockFile | undefined, keptBundles?: CachedBundles, files: Record<string, string> = {}): State {
  const folder = folderOf({ 'app.yaml': INPUT, ...files, ...(lock ? { [LOCK_FILE]: writeLock(lock) } : {}) });
  const read = readState([folder], { ...(keptBundles ? { keptBundles } : {}) });
  if (!read.state) throw new Error(JSON.stringify(read.problems));
  return read.state;
}

/** The bundle was got earlier, by the digest that its entry names. */
export const kept =
  (one: Bundle): CachedBundles =>
  (digest) =>
    digest === DIGEST ? cachedBundle(one) : undefined;
