/** Namespaces: what exists, and the labels that selectors look at. */
import { z } from 'zod';
import type { SourceReference } from '../manifest/problem.js';
import { metadataSchema } from './kubernetes-object.js';

/** A Namespace of the cluster. */
export interface Namespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly source?: SourceReference;
}

export const namespaceSchema = z.looseObject({ metadata: metadataSchema });

/** The label every Namespace carries in a cluster, whether or not the manifest says so (Kubernetes 1.22 and later). */
const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** Builds a Namespace with the label that the API server adds. */
export function namespace(name: string, labels: Readonly<Record<string, string>> = {}, source?: SourceReference): Namespace {
  return { name, labels: { ...labels, [NAMESPACE_NAME_LABEL]: name }, ...(source ? { source } : {}) };
}
