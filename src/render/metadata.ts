/** Metadata of rendered objects: without what only a cluster can know, or what a GitOps tool claims. */
import type { ObjectMeta } from '../kubernetes/object.js';

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

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Keys by which Argo CD, Flux and Helm know what they applied: on a copy, the tool would take the copy
 * for its own and prune it.
 */
const TRACKING_KEY =
  /^(?:app\.kubernetes\.io\/instance|(?:argocd\.argoproj\.io|kustomize\.toolkit\.fluxcd\.io|helm\.toolkit\.fluxcd\.io|meta\.helm\.sh)\/.*)$/;

/** Metadata of an object that keeps its place. */
export function ownMetadata(metadata: ObjectMeta, annotations: Readonly<Record<string, string>>): ObjectMeta {
  const kept = Object.fromEntries(Object.entries(metadata).filter(([field]) => !SERVER_FIELDS.includes(field)));
  const { labels, annotations: _, ...rest } = kept as unknown as ObjectMeta;
  return { ...rest, ...nonEmpty('labels', labels), ...nonEmpty('annotations', annotations) };
}

/** Labels or annotations for a copy: without tracking keys, and without those that `drops` names. */
export function copyable(entries: Readonly<Record<string, string>> | undefined, drops: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries ?? {}).filter(([key]) => key !== LAST_APPLIED && !TRACKING_KEY.test(key) && !drops(key)),
  );
}

/** The field, or nothing when it would be empty. */
export function nonEmpty<K extends string>(
  field: K,
  entries: Readonly<Record<string, string>> | undefined | null,
): { [P in K]?: Readonly<Record<string, string>> } {
  return (entries && Object.keys(entries).length > 0 ? { [field]: entries } : {}) as { [P in K]?: Readonly<Record<string, string>> };
}
