/**
 * Layout: the file of each object, and the order in a file. There is one file for each namespace, and one for
 * cluster-scoped objects. Only this file decides it.
 */
import { compareText, type KubernetesObject } from '../../base/kubernetes/object.js';

/** The order of kinds in a file: kinds that others need are first. */
const KIND_ORDER = [
  'Namespace',
  'CustomResourceDefinition',
  'ServiceAccount',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'OperatorGroup',
  'ClusterServiceVersion',
];

/** The file of CRDs: it can be applied separately, and never pruned. */
const CRDS = 'crds';

/** The file of each object, and the order. */
export interface Layout {
  /** @param namespace absent for cluster-scoped objects */
  fileOf(object: KubernetesObject, namespace: string | undefined): string;
  compare(a: KubernetesObject, b: KubernetesObject): number;
  /** Files with a lower rank are first; files with the same rank are sorted by name. */
  rank(file: string): number;
}

/** The name of the file for a namespace, or for cluster-scoped objects. */
export function fileName(namespace: string | undefined): string {
  return namespace === undefined ? 'cluster' : `ns-${namespace}`;
}

/** The layout for OLM: cluster-scoped objects first. */
export const OLM_LAYOUT: Layout = {
  fileOf: (_object, namespace) => fileName(namespace),
  compare: compareObjects,
  rank: (file) => (file === fileName(undefined) ? 0 : 1),
};

/** The layout without OLM: CRDs in their own file, then cluster-scoped objects. @param compare the order for an empty cluster */
export function installLayout(compare: Layout['compare']): Layout {
  return {
    fileOf: ({ kind }, namespace) => (kind === 'CustomResourceDefinition' ? CRDS : fileName(namespace)),
    compare,
    rank: (file) => (file === CRDS ? 0 : file === fileName(undefined) ? 1 : 2),
  };
}

/** Sorts by kind, then name. */
export function compareObjects(a: KubernetesObject, b: KubernetesObject): number {
  return kindRank(a.kind) - kindRank(b.kind) || compareText(a.kind, b.kind) || compareText(a.metadata.name, b.metadata.name);
}

/** An object with its fields in the usual reading order. */
export function inReadingOrder({ apiVersion, kind, metadata, status, ...rest }: KubernetesObject): KubernetesObject {
  const { name, namespace, labels, annotations, ...otherMetadata } = metadata;
  const present = Object.fromEntries(Object.entries({ name, namespace, labels, annotations }).filter(([, value]) => value !== undefined));
  return {
    apiVersion,
    kind,
    metadata: { ...(present as { name: string }), ...otherMetadata },
    ...rest,
    ...(status === undefined ? {} : { status }),
  };
}

function kindRank(kind: string): number {
  const rank = KIND_ORDER.indexOf(kind);
  return rank === -1 ? KIND_ORDER.length : rank;
}
