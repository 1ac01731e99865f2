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
