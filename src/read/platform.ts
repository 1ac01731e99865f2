/**
 * Adds what a platform brings, where it counts: a Namespace that the input names, and an OperatorGroup in whose namespace the input
 * has an operator, or which reserves an API that an operator of the input provides.
 */
import { PLATFORMS, type PlatformName } from '../model/platform.js';
import { apiKey } from '../model/provided-api.js';
import type { Reading } from './reading.js';

/** Once more where operators are installed later: they can provide APIs that a group reserves. */
export function addPlatform(name: PlatformName, { parts, namespaces }: Pick<Reading, 'parts' | 'namespaces'>): void {
  const platform = PLATFORMS[name];
  parts.platform = name;
  if (platform.isOpenShift) parts.isOpenShift = true;
  const homes = new Set([...parts.clusterServiceVersions, ...parts.subscriptions].map(({ namespace }) => namespace));
  const owned = parts.clusterServiceVersions.flatMap(({ ownedCRDs }) => ownedCRDs);
  const provided = new Set(owned.map(({ name: crd, version, kind }) => apiKey({ kind, version, group: crd.slice(crd.indexOf('.') + 1) })));
  const given = new Set(parts.operatorGroups.map((group) => `${group.namespace}/${group.name}`));
  const groups = platform.operatorGroups.filter(
    (group) =>
      !given.has(`${group.namespace}/${group.name}`) &&
      (homes.has(group.namespace) || (group.providedAPIs ?? '').split(',').some((api) => provided.has(api))),
  );
  parts.operatorGroups.push(...groups);
  const named = new Set([...homes, ...parts.operatorGroups.flatMap((group) => [group.namespace, ...group.targetNamespaces])]);
  for (const known of platform.namespaces) {
    if (namespaces.has(known.name) || !named.has(known.name)) continue;
    namespaces.add(known.name);
    parts.namespaces.push(known);
  }
}
