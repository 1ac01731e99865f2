/**
 * The part of an input that its author decides. The API server drops a status that somebody applies, and sets the metadata of storage itself,
 * so a change under review proves nothing by them: whoever writes it gains by a version that only seems to be installed.
 */
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { READERS } from './readers.js';
import type { Envelope, Reading } from './reading.js';

/** The object without what only the API server and controllers write. */
export function asApplied(object: Envelope): Envelope {
  if (!isNamedObject(object)) return object;
  const ofServer = [object.status, ...['uid', 'resourceVersion', 'creationTimestamp'].map((field) => object.metadata[field])];
  if (ofServer.every((value) => value === undefined)) return object;
  const { status: _, ...written } = object;
  const { uid: __, resourceVersion: ___, creationTimestamp: ____, ...metadata } = object.metadata;
  return { ...written, metadata };
}

/** Removes the claims of statuses from a cluster. */
export function withoutClaims({ parts }: Reading): void {
  parts.subscriptions = parts.subscriptions.map(({ installedCSV: _, currentCSV: __, ...one }) => one);
  parts.clusterExtensions = parts.clusterExtensions.map(({ installed: _, ...one }) => one);
  parts.clusterServiceVersions = parts.clusterServiceVersions.map(({ phase: _, ...one }) => one);
  parts.upgradesHeldBack = parts.upgradesHeldBack.filter(({ isReported }) => !isReported);
}

/** Whether the API server stored each object that the rules use: then the input is a dump, and what is not in it is not in the cluster. */
export function isDump(objects: readonly unknown[]): boolean {
  const used = objects.filter(
    (object): object is KubernetesObject => isNamedObject(object) && READERS.some(({ kind }) => kind === object.kind),
  );
  return used.length > 0 && used.every(({ metadata: { uid, resourceVersion } }) => uid !== undefined || resourceVersion !== undefined);
}
