/**
 * Metadata of rendered objects: without fields of a cluster or marks of a GitOps tool, and with the labels by which OLM
 * finds the objects of an owner.
 */
import { OWNER_NAMESPACE_LABEL } from '../../base/kubernetes/copies.js';
import type { ObjectMeta } from '../../base/kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { isCopied } from '../model/csv-labels.js';
import type { Era } from './profile/conventions.js';

/** Fields that the API server fills in. */
const SERVER_FIELDS = [
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'finalizers',
  'generation',
  'managedFields',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
];

/** The annotation in which kubectl stores the applied object. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Keys by which Argo CD, Flux and Helm recognise their objects: with such a key, the tool would treat a copy as its own and prune it. */
const TRACKING_KEY =
  /^(?:app\.kubernetes\.io\/instance|(?:argocd\.argoproj\.io|kustomize\.toolkit\.fluxcd\.io|helm\.toolkit\.fluxcd\.io|meta\.helm\.sh)\/.*)$/;

/** Metadata of an object that stays in its namespace. */
export function ownMetadata(metadata: ObjectMeta, annotations: Readonly<Record<string, string>>): ObjectMeta {
  const kept = Object.fromEntries(Object.entries(metadata).filter(([field]) => !SERVER_FIELDS.includes(field)));
  const { labels, annotations: _, ...rest } = kept as unknown as ObjectMeta;
  return { ...rest, ...nonEmpty('labels', labels), ...nonEmpty('annotations', annotations) };
}

/** Labels or annotations for a copy: without tracking keys, and without the keys that `drops` matches. */
export function copyable(entries: Readonly<Record<string, string>> | undefined, drops: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries ?? {}).filter(([key]) => key !== LAST_APPLIED && !TRACKING_KEY.test(key) && !drops(key)),
  );
}

/** The field, or nothing if it is empty. */
export function nonEmpty<K extends string>(
  field: K,
  entries: Readonly<Record<string, string>> | undefined | null,
): { [P in K]?: Readonly<Record<string, string>> } {
  return (entries && Object.keys(entries).length > 0 ? { [field]: entries } : {}) as { [P in K]?: Readonly<Record<string, string>> };
}

/** The labels that name the owner of an object: a CSV or an OperatorGroup. */
export function ownerLabels(
  owner: { namespace: string; name: string },
  kind: 'ClusterServiceVersion' | 'OperatorGroup',
  { managed }: Pick<Era, 'managed'>,
): Record<string, string> {
  return { ...managed, 'olm.owner': owner.name, 'olm.owner.kind': kind, [OWNER_NAMESPACE_LABEL]: owner.namespace };
}

/** OLM's own labels for grouping the parts of an operator. */
const COMPONENT_LABEL_PREFIX = 'operators.coreos.com/';

/** Whether a label groups the parts of an operator. */
export function isComponentLabel(key: string): boolean {
  return key.startsWith(COMPONENT_LABEL_PREFIX);
}

/** The labels that OLM copies from a CSV to all of its objects; none for a copied CSV (OLM's adoption controller). */
export function componentLabels(csv: Pick<ClusterServiceVersion, 'namespace' | 'labels' | 'annotations'>): Record<string, string> {
  if (isCopied({ metadata: csv })) return {};
  const { labels } = csv;
  return Object.fromEntries(Object.entries(labels).filter(([key]) => isComponentLabel(key)));
}

/** Metadata with labels and annotations added, if there are any. */
export function metadataWith(
  metadata: ObjectMeta,
  labels: Readonly<Record<string, string>> = {},
  annotations: Readonly<Record<string, string>> = {},
): ObjectMeta {
  const add = (field: 'labels' | 'annotations', more: Readonly<Record<string, string>>): object =>
    Object.keys(more).length === 0 ? {} : { [field]: { ...metadata[field], ...more } };
  return { ...metadata, ...add('labels', labels), ...add('annotations', annotations) };
}
