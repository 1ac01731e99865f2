/** Snapshots of clusters, as `kubectl get … -A -o yaml` prints them, made of what OLM left of a scenario. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { expectedObjects, key, scenarioDocuments } from './golden.js';

/** What OLM and Kubernetes' controllers do not make: a cluster holds it beside what they do. */
const STANDING = new Set([
  'CustomResourceDefinition',
  'APIService',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'ServiceAccount',
]);

/**
 * The objects of a snapshot: what was recorded, what the input holds that was not, and on everything the fields that
 * the API server fills in.
 */
export function snapshotObjects(name: string): KubernetesObject[] {
  const input = scenarioDocuments(name);
  const created = new Map(input.map((object) => [key(object), object.metadata.creationTimestamp]));
  const left = expectedObjects(name);
  const known = new Set(left.map(key));
  const standing = input.filter((object) => STANDING.has(object.kind) && !known.has(key(object)));
  return [...left, ...standing].map((object, index) => ({
    ...object,
    metadata: {
      ...object.metadata,
      creationTimestamp: created.get(key(object)) ?? '2026-01-01T01:00:00Z',
      generation: 2,
      managedFields: [{ manager: 'olm', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: { 'f:metadata': {} } }],
      resourceVersion: `${1000 + index}`,
      selfLink: `/apis/${object.apiVersion}/${object.kind}/${object.metadata.name}`,
      uid: object.metadata.uid ?? `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    },
  }));
}

/** `kubectl get … -o json`. */
export function list(items: readonly KubernetesObject[]): string {
  return JSON.stringify({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }, null, 4);
}
