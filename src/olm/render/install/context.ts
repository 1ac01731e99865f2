/** The input of every generator of an installation without OLM. */
import type { DeploymentSpec, EnvVar } from '../../../base/kubernetes/deployment.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import type { UnlocatedProblem } from '../../../base/manifest/problem.js';
import type { ClusterProxy } from '../../model/cluster.js';
import type { DeploymentConfig } from '../../model/deployment-config.js';
import type { Finding } from '../../model/finding.js';
import type { InstallOptions } from '../../model/install-options.js';
import type { RegistryV1, WebhookDefinition } from '../../model/registry-v1.js';
import type { Subscription } from '../../model/subscription.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import type { CertificateProvider } from '../certificates.js';
import type { SettingRules } from './settings.js';

/** An operator's namespace, targets and settings. */
export interface Installation {
  readonly bundle: RegistryV1;
  readonly namespace: string;
  /** The CSV's own labels; OLM copies some of them to other objects. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The OperatorGroup; a descoped operator needs none. */
  readonly group?: {
    readonly name: string;
    /** In byte order; `['']` for all namespaces. */
    readonly targets: readonly string[];
    /** `spec.selector` of the group, if it has one and no list. */
    readonly selector?: Readonly<Record<string, unknown>>;
  };
  readonly config?: DeploymentConfig;
  readonly proxy?: ClusterProxy;
  /** The certificate provider; without one, no object gets a CA. */
  readonly certificates?: CertificateProvider;
  /** Whether the operator is descoped: its webhooks then apply to the whole cluster, as its API does. */
  readonly isDescoped?: boolean;
}

/** One operator to install. */
export interface PlannedInstallation {
  readonly csv: ResolvedCsv;
  readonly installation: Installation;
  /** The Subscription that installs it, if there is one. */
  readonly subscription?: Subscription;
}

export interface InstallPlan {
  readonly rules: InstallRules;
  readonly installations: readonly PlannedInstallation[];
  /** The reasons why operators cannot be installed. A partial installation is never written. */
  readonly problems: readonly UnlocatedProblem[];
  readonly certificates: NonNullable<InstallOptions['certificates']>;
  /** Findings about operators that are left out. */
  readonly findings: readonly Finding[];
}

/** The differences between the profiles. */
export interface InstallRules {
  serviceName(deployment: string): string;
  certificateName(service: string): string;
  /** Labels in addition to those of the bundle. */
  labels(installation: Installation, kind: string): Readonly<Record<string, string>>;
  webhookLabels(installation: Installation, definition: WebhookDefinition): Readonly<Record<string, string>>;
  podAnnotations(installation: Installation, spec: DeploymentSpec): Readonly<Record<string, string>>;
  /** Variables that every container gets, whatever the settings. */
  containerEnv(installation: Installation): readonly EnvVar[];
  withCertificateVolumes(spec: DeploymentSpec, secretName: string): DeploymentSpec;
  readonly settings: SettingRules;
  /** Whether bindings for serving an APIService are made here; OLM's own profile makes them with its roles. */
  readonly hasServingBindings: boolean;
}

export interface InstallContext extends Installation {
  readonly rules: InstallRules;
}

/** A rendered object and its source in the bundle. */
export interface Installed {
  readonly object: KubernetesObject;
  /** The field of the CSV. */
  readonly field?: FieldPath;
  /** The manifest of the bundle, if it is not the CSV. */
  readonly manifest?: KubernetesObject;
}

/** Makes one kind of object. Pure: the same context gives the same objects. */
export type InstallGenerator = (context: InstallContext) => readonly Installed[];
