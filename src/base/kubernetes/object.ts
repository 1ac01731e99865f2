/** The common fields of Kubernetes objects; the names, order and groups of objects in this project. */
/** The metadata fields that are read here. Other fields pass through. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Metadata in manifests: a missing field is absent or null. */
export interface WrittenMetadata {
  readonly name: string;
  readonly namespace?: string | null;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly annotations?: Readonly<Record<string, string>> | null;
  readonly creationTimestamp?: string | null;
  readonly [field: string]: unknown;
}

/** Any Kubernetes object, as plain data. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** Whether plain data is an object with a name. Documents of unchecked kinds can have any content. */
export function isNamedObject(value: unknown): value is KubernetesObject {
  const { apiVersion, kind, metadata } = (value ?? {}) as Partial<KubernetesObject>;
  const { name, namespace } = (metadata ?? {}) as { name?: unknown; namespace?: unknown };
  return [apiVersion, kind, name, namespace ?? ''].every((text) => typeof text === 'string');
}

/** Identifies one object of the cluster. */
export interface ObjectReference {
  readonly kind: string;
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
}

/** The reference to an object. A null namespace counts as absent. */
export function referenceTo({ kind, metadata: { namespace, name } }: KubernetesObject): ObjectReference {
  return { kind, ...((namespace ?? undefined) === undefined ? {} : { namespace }), name };
}

/** An object's name in messages: `Kind namespace/name`, or `Kind name` when cluster-scoped. */
export function formatReference({ kind, namespace, name }: ObjectReference): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** `Kind namespace/name`: identifies an object. */
export function objectKey({ kind, metadata: { namespace, name } }: KubernetesObject): string {
  return `${kind} ${namespace ?? ''}/${name}`;
}

/** Byte order, independent of the locale, as Go sorts. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Each text once, in byte order. */
export function sortedOnce(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort(compareText);
}

/** Compares by namespace, then name. */
export function compareByName(a: { namespace?: string; name: string }, b: { namespace?: string; name: string }): number {
  return compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name);
}

/** `namespace/name`: a key for maps. No name that Kubernetes accepts contains a slash. */
export function namespacedName({ namespace, name }: { namespace?: string; name: string }): string {
  return `${namespace ?? ''}/${name}`;
}

/** Groups items by a key, like `Map.groupBy` of later Node versions. No group is empty. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Metadata fields that the API server sets when it stores an object. */
const STORED = ['creationTimestamp', 'resourceVersion', 'uid'];

/** Whether the API server has stored this object: true in a snapshot of a cluster, false in a repository. */
export function isFromCluster({ metadata }: Pick<KubernetesObject, 'metadata'>): boolean {
  return STORED.some((field) => metadata[field] !== undefined && metadata[field] !== null);
}

/** Whether the API server has stored this object, if manifests may set a creation time for order: only a cluster sets the other fields. */
export function isStored({ metadata }: Pick<KubernetesObject, 'metadata'>): boolean {
  return metadata.uid !== undefined || metadata.resourceVersion !== undefined;
}
