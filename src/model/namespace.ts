/** Namespaces: which ones exist, and the labels that selectors use. */
import type { KubernetesObject } from '../kubernetes/object.js';
import type { SourceReference } from '../manifest/problem.js';

/** A Namespace of the cluster. */
export interface Namespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** As it was declared; absent where it is only known to be there. */
  readonly manifest?: KubernetesObject;
  readonly source?: SourceReference;
}

/** The label that every Namespace has in a cluster, even if the manifest does not set it (Kubernetes 1.22 and later). */
export const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** Builds a Namespace with the label that the API server adds. */
export function namespace(
  name: string,
  labels: Readonly<Record<string, string>> = {},
  source?: SourceReference,
  manifest?: KubernetesObject,
): Namespace {
  return { name, labels: { ...labels, [NAMESPACE_NAME_LABEL]: name }, ...(manifest ? { manifest } : {}), source };
}
