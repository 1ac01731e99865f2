/** OperatorGroups and Namespaces as the rules read them. */
import type { LabelSelector } from '../../base/kubernetes/label-selector.js';
import type { KubernetesObject, WrittenMetadata } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';

/** The annotation that lists a group's APIs (design document, "Provided APIs Annotation"). */
export const PROVIDED_APIS_ANNOTATION = 'olm.providedAPIs';

/** An OperatorGroup of the cluster. */
export interface OperatorGroup {
  readonly name: string;
  /** The operator namespace. */
  readonly namespace: string;
  /** `spec.targetNamespaces`. Empty if the group has a selector or selects all namespaces. */
  readonly targetNamespaces: readonly string[];
  readonly selector?: LabelSelector;
  /** OLM does not change the `olm.providedAPIs` of a static group. */
  readonly staticProvidedAPIs: boolean;
  /** The text of the `olm.providedAPIs` annotation in the input. */
  readonly providedAPIs?: string;
  /** The ServiceAccount whose permissions limit what this group's operators can be granted. */
  readonly serviceAccountName?: string;
  /** Whether a failed CSV can be upgraded. Absent if the group does not set it. */
  readonly upgradeStrategy?: string;
  readonly creationTimestamp?: string;
  /** Whether the group is part of the platform, not of the input: it is not rendered. */
  readonly isPlatforms?: true;
  readonly manifest: KubernetesObject;
  readonly source?: SourceReference;
}

/** An OperatorGroup that passed its schema. */
export interface OperatorGroupManifest {
  readonly metadata: WrittenMetadata;
  readonly spec?: {
    readonly targetNamespaces?: readonly string[] | null;
    readonly selector?: LabelSelector | null;
    readonly staticProvidedAPIs?: boolean | null;
    readonly serviceAccountName?: string | null;
    readonly upgradeStrategy?: string | null;
  } | null;
}

/** A Namespace of the cluster. */
export interface Namespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The manifest; absent if only the existence of the Namespace is known. */
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

/** The namespaces of every cluster, which nobody applies. */
export const NAMESPACES_OF_KUBERNETES: ReadonlySet<string> = new Set(['default', 'kube-node-lease', 'kube-public', 'kube-system']);

/** The upgrade strategies of OperatorGroups (the OperatorGroup CRD). With the second one, a failed CSV can be upgraded. */
export const UPGRADE_STRATEGIES = ['Default', 'TechPreviewUnsafeFailForward'] as const;

/** Whether a group allows upgrades of failed CSVs. */
export function failsForward({ upgradeStrategy }: Pick<OperatorGroup, 'upgradeStrategy'>): boolean {
  return upgradeStrategy === UPGRADE_STRATEGIES[1];
}
