/** The bundles of a lock that are only steps on the way to others. */
import type { LockedBundle, LockFile } from './lock-file.js';

/** The bundles that no entry ends at: OLM installs them only on the way to others. */
export function stepsOf({ subscriptions = [], dependencies = [], clusterExtensions = [], bundles }: LockFile): LockedBundle[] {
  const ends = new Set([
    ...[...subscriptions, ...dependencies].map(({ catalog, csv }) => `${catalog} ${csv}`),
    ...clusterExtensions.map(({ catalog, bundle }) => `${catalog} ${bundle}`),
  ]);
  const between = new Set(subscriptions.flatMap(({ catalog, via = [] }) => via.map((csv) => `${catalog} ${csv}`)));
  return bundles.filter(({ catalog, name }) => between.has(`${catalog} ${name}`) && !ends.has(`${catalog} ${name}`));
}
