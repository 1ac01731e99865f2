/** What every generator of OLM v1 is given. */
import type { KubernetesObject, ObjectReference } from '../../kubernetes/object.js';
import type { UnlocatedProblem } from '../../manifest/problem.js';
import type { DeploymentConfig } from '../../model/deployment-config.js';
import type { OlmV1Release } from '../../model/olm-version.js';
import type { RegistryV1 } from '../../model/registry-v1.js';
import type { CertificateProvider, Serving } from '../certificates/provider.js';
import { certificateName, servingServiceName } from './names.js';

/** One installation of a bundle. */
export interface V1Context {
  readonly bundle: RegistryV1;
  readonly installNamespace: string;
  /** In the order given; `['']` for all namespaces. */
  readonly targetNamespaces: readonly string[];
  /** Without one, webhooks have no CA, and volumes stay as the bundle has them. */
  readonly certificates?: CertificateProvider;
  readonly config?: DeploymentConfig;
  /** @default the newest */
  readonly release?: OlmV1Release;
}

/** One ClusterExtension that OLM v1 takes. */
export interface PlannedExtension {
  readonly owner: ObjectReference;
  readonly context: V1Context;
  /** The feature gates that it takes. */
  readonly gates: readonly string[];
}

/** All of them, and why the others are refused. */
export interface ExtensionPlan {
  readonly extensions: readonly PlannedExtension[];
  readonly problems: readonly UnlocatedProblem[];
}

/** Makes one kind of object. Pure: the same context gives the same objects. */
export type V1Generator = (context: V1Context) => readonly KubernetesObject[];

/** Whether the operator watches all namespaces. */
export function watchesAll({ targetNamespaces }: V1Context): boolean {
  return targetNamespaces.length === 1 && targetNamespaces[0] === '';
}

/** The names around a Deployment that serves webhooks. */
export function servingOf({ installNamespace }: V1Context, deployment: string): Serving {
  const service = servingServiceName(deployment);
  return { deployment, namespace: installNamespace, service, certificate: certificateName(service) };
}

/** The Deployments that webhook definitions name, each once. */
export function servingNames({ bundle }: V1Context): string[] {
  return [...new Set(bundle.csv.webhooks.map(({ deploymentName = '' }) => deploymentName))];
}

/** Metadata with annotations added, if there are any. */
export function annotated(
  metadata: KubernetesObject['metadata'],
  annotations: Readonly<Record<string, string>> = {},
): KubernetesObject['metadata'] {
  if (Object.keys(annotations).length === 0) return metadata;
  return { ...metadata, annotations: { ...metadata.annotations, ...annotations } };
}
