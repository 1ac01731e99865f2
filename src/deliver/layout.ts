/**
 * Layout: which object goes into which file, and in which order. One file for each namespace and one for
 * what is cluster-scoped; this is the only place that decides it.
 */

import type { FormatWriter } from '../manifest/format.js';
import { template } from '../manifest/template.js';
import { compareText, type KubernetesObject } from '../model/kubernetes-object.js';
import { copyInto, namespaceOccurrences, type Rendered } from '../render/rendered.js';

/** The order of kinds in a file: what others need comes first. */
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

/** The documents of one file. */
export interface FileDocuments {
  /** Without folder and extension: `cluster`, or `ns-` and the namespace. */
  readonly name: string;
  /** The texts, made as they are asked for. */
  documents(): Generator<string>;
}

/** The name of the file for a namespace, or for what is cluster-scoped. */
export function fileName(namespace: string | undefined): string {
  return namespace === undefined ? 'cluster' : `ns-${namespace}`;
}

/** Sorts by kind, then name. */
export function compareObjects(a: KubernetesObject, b: KubernetesObject): number {
  return kindRank(a.kind) - kindRank(b.kind) || compareText(a.kind, b.kind) || compareText(a.metadata.name, b.metadata.name);
}

/** An object with its fields in the order in which people read them. */
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

/**
 * The files of a rendering, the cluster-scoped one first, then by namespace. Each distinct object is turned into
 * text once, whatever the number of its copies.
 */
export function layOut(rendered: readonly Rendered[], writer: FormatWriter): FileDocuments[] {
  const files = new Map<string | undefined, ((namespace: string) => string)[]>();
  const put = (namespace: string | undefined, text: (namespace: string) => string): void => {
    const texts = files.get(namespace);
    if (texts) texts.push(text);
    else files.set(namespace, [text]);
  };
  for (const item of rendered.toSorted((a, b) => compareObjects(a.object, b.object))) {
    if (item.copies) {
      const text = once(() => template((namespace) => inReadingOrder(copyInto(item, namespace)), namespaceOccurrences(item), writer));
      for (const namespace of item.copies.namespaces) put(namespace, (name) => text()(name));
    } else {
      put(item.object.metadata.namespace, () => writer.value(inReadingOrder(item.object)));
    }
  }
  return [...files]
    .sort(([a], [b]) => Number(a !== undefined) - Number(b !== undefined) || compareText(a ?? '', b ?? ''))
    .map(([namespace, texts]) => ({
      name: fileName(namespace),
      *documents() {
        for (const text of texts) yield text(namespace ?? '');
      },
    }));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
