/** Deployments: the fields that installing an operator reads; all other fields pass through. */

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly [field: string]: unknown;
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly [field: string]: unknown;
}

export interface Volume {
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly unknown[];
  readonly volumeMounts?: readonly VolumeMount[];
  readonly resources?: unknown;
  readonly [field: string]: unknown;
}

export interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly serviceAccountName?: string;
  readonly tolerations?: readonly unknown[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface PodTemplate {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>>; readonly [field: string]: unknown };
  readonly spec?: PodSpec;
}

/** `spec` of a Deployment. */
export interface DeploymentSpec {
  readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>>; readonly [field: string]: unknown };
  readonly template?: PodTemplate;
  readonly [field: string]: unknown;
}

/** The spec with a changed Pod spec. */
export function withPod(spec: DeploymentSpec, change: (pod: PodSpec) => PodSpec): DeploymentSpec {
  return { ...spec, template: { ...spec.template, spec: change(spec.template?.spec ?? {}) } };
}

/** The Pod spec with each container changed; init containers stay. */
export function withContainers(pod: PodSpec, change: (container: Container) => Container): PodSpec {
  return pod.containers ? { ...pod, containers: pod.containers.map(change) } : pod;
}

/** The spec with other annotations on its Pods. */
export function withPodAnnotations(spec: DeploymentSpec, annotations: Readonly<Record<string, string>>): DeploymentSpec {
  return { ...spec, template: { ...spec.template, metadata: { ...spec.template?.metadata, annotations } } };
}
