/** Locks for approving: which version each Subscription is locked to, and by way of which. */

import type { LockFile } from '../../src/olm/lock/lock-file.js';
import type { Locked } from '../../src/olm/lock/locked-by.js';
import { lockedBy } from '../../src/olm/lock/locked-by.js';
import { digestOf, imageOf } from './install-plans.js';

/** @param paths of each Subscription, `NAMESPACE/NAME`, the versions up to the locked one */
export function approvalLock(paths: Readonly<Record<string, readonly string[]>>): LockFile {
  const names = [...new Set(Object.values(paths).flat())];
  const packageOf = (csv: string): string => csv.split('.v')[0] ?? '';
  return {
    lockVersion: 1,
    catalogs: [{ name: 'olm/catalog' }],
    subscriptions: Object.entries(paths).map(([id, path]) => {
      const [namespace = '', name = ''] = id.split('/');
      return {
        namespace,
        name,
        catalog: 'olm/catalog',
        package: name,
        csv: path.at(-1) ?? '',
        ...(path.length > 1 ? { via: path.slice(0, -1) } : {}),
      };
    }),
    packages: [...new Set(names.map(packageOf))].map((name) => ({
      catalog: 'olm/catalog',
      name,
      defaultChannel: 'stable',
      channels: [{ name: 'stable', entries: names.filter((csv) => packageOf(csv) === name).map((csv) => ({ name: csv })) }],
    })),
    bundles: names.map((name) => ({
      name,
      package: packageOf(name),
      catalog: 'olm/catalog',
      image: imageOf(name),
      digest: digestOf(name),
      properties: [],
      spec: { version: name.replace(/^.*\.v/, '') },
    })),
  };
}

export const lockedTo = (paths: Readonly<Record<string, readonly string[]>>): Locked =>
  lockedBy([{ file: 'olm-lock.yaml', lock: approvalLock(paths) }]).locked;
