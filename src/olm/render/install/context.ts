/** What every generator of an installation without OLM is given. */
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
import type { CertificateProvider, Serving } from '../certificates.js';
import type { SettingRules } from './settings.js';

/** Where an operator is installed, and what it watches. */
export interface Installation {
  readonly bundle: RegistryV1;
  readonly namespace: string;
  /** The CSV's own labels, some of which OLM passes on. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The OperatorGroup; a descoped operator needs none. */
  readonly group?: {
    readonly name: string;
    /** In byte order; `['']` for all namespaces. */
    readonly targets: readonly string[];
    /** Its `spec.selector`, where it has one and no list. */
    readonly selector?: Readonly<Record<string, unknown>>;
  };
  readonly config?: DeploymentConfig;
  readonly proxy?: ClusterProxy;
  /** Without a provider, nobody puts a CA anywhere. */
  readonly certificates?: CertificateProvider;
  /** Whether the operator is descoped: its webhooks then reach the whole cluster, as its API does. */
  readonly isDescoped?: boolean;
}

/** One operator that is installed. */
export interface PlannedInstallation {
  readonly csv: ResolvedCsv;
  readonly installation: Installation;
  /** The Subscription that brings it, if one does. */
  readonly subscription?: Subscription;
}

export interface InstallPlan {
  readonly rules: InstallRules;
  readonly installations: readonly PlannedInstallation[];
  /** Why operators cannot be installed. Half an installation is never written. */
  readonly problems: readonly UnlocatedProblem[];
  readonly certificates: NonNullable<InstallOptions['certificates']>;
  /** About operators that are left out. */
  readonly findings: readonly Finding[];
}

/** Where the profiles differ. */
export interface InstallRules {
  serviceName(deployment: string): string;
  certificateName(service: string): string;
  /** Labels beside those that the bundle gives. */
  labels(installation: Installation, kind: string): Readonly<Record<string, string>>;
  webhookLabels(installation: Installation, definition: WebhookDefinition): Readonly<Record<string, string>>;
  podAnnotations(installation: Installation, spec: DeploymentSpec): Readonly<Record<string, string>>;
  /** Variables that every container gets, whatever the settings say. */
  containerEnv(installation: Installation): readonly EnvVar[];
  withCertificateVolumes(spec: DeploymentSpec, secretName: string): DeploymentSpec;
  readonly settings: SettingRules;
  /** Whether bindings for serving an APIService are made here; OLM's own profile has them among its roles. */
  readonly hasServingBindings: boolean;
}

export interface InstallContext extends Installation {
  readonly rules: InstallRules;
}

/** A rendered object, and where in the bundle it comes from. */
export interface Installed {
  readonly object: KubernetesObject;
  /** The field of the CSV. */
  readonly field?: FieldPath;
  /** The manifest of the bundle, where it is not the CSV. */
  readonly manifest?: KubernetesObject;
}

/** Makes one kind of object. Pure: the same context gives the same objects. */
export type InstallGenerator = (context: InstallContext) => readonly Installed[];

/** The names around a Deployment that serves webhooks or APIServices. */
export function servingIn({ namespace, rules }: InstallContext, deployment: string): Serving {
  const service = rules.serviceName(deployment);
  return { deployment, namespace, service, certificate: rules.certificateName(service) };
}

/** The Deployments that webhook definitions and owned APIServices name, each once, in the order of the install strategy. */
export function servingDeploymentsOf({ bundle: { csv } }: Pick<Installation, 'bundle'>): string[] {
  const named = new Set([...csv.ownedAPIServices, ...csv.webhooks].map(({ deploymentName = '' }) => deploymentName));
  return csv.deployments.map(({ name }) => name).filter((name) => named.has(name));
}

/** Where in the CSV an entry of a list stands. */
export const DEPLOYMENTS_FIELD: FieldPath = ['spec', 'install', 'spec', 'deployments'];
export const WEBHOOKS_FIELD: FieldPath = ['spec', 'webhookdefinitions'];
export const API_SERVICES_FIELD: FieldPath = ['spec', 'apiservicedefinitions', 'owned'];
