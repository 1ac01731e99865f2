/**
 * The input of every generator of OLM v1, and OLM v1's names (operator-controller's util.ObjectNameForBaseAndSuffix,
 * hashutil.DeepHashObject and render.CertProvisionerFor).
 */

import { createHash } from 'node:crypto';
import { goJson } from '../../../base/kubernetes/go-json.js';
import type { KubernetesObject, ObjectReference } from '../../../base/kubernetes/object.js';
import type { UnlocatedProblem } from '../../../base/manifest/problem.js';
import { accountOf } from '../../model/csv-parts.js';
import type { DeploymentConfig } from '../../model/deployment-config.js';
import type { OlmV1Release } from '../../model/olm-version.js';
import type { RegistryV1, StrategyPermission } from '../../model/registry-v1.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import type { CertificateProvider, Serving } from '../certificates.js';
import { generateName } from '../profile/hash.js';

/** One installation of a bundle. */
export interface V1Context {
  readonly bundle: RegistryV1;
  readonly installNamespace: string;
  /** The target namespaces in the given order; `['']` for all namespaces. */
  readonly targetNamespaces: readonly string[];
  /** The certificate provider; without one, webhooks have no CA, and volumes stay as in the bundle. */
  readonly certificates?: CertificateProvider;
  readonly config?: DeploymentConfig;
  /** @default the newest */
  readonly release?: OlmV1Release;
}

/** One ClusterExtension that OLM v1 accepts. */
export interface PlannedExtension {
  readonly owner: ObjectReference;
  readonly context: V1Context;
  /** The feature gates that it requires. */
  readonly gates: readonly string[];
}

/** All accepted ClusterExtensions, and the problems of the others. */
export interface ExtensionPlan {
  readonly extensions: readonly PlannedExtension[];
  readonly problems: readonly UnlocatedProblem[];
  /** The names of the ClusterExtensions whose bundle OLM v1 refuses. */
  readonly refused: readonly string[];
}

/** Makes one kind of object. Pure: the same context gives the same objects. */
export type V1Generator = (context: V1Context) => readonly KubernetesObject[];

/** Whether the operator watches all namespaces. */
export function watchesAll({ targetNamespaces }: V1Context): boolean {
  return isAllNamespaces(targetNamespaces);
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

// Names in OLM v1 (operator-controller's util.ObjectNameForBaseAndSuffix, hashutil.DeepHashObject and render.CertProvisionerFor).

/** The name of the role and binding for an entry of `permissions` or `clusterPermissions`: a hash of its account and rules. */
export function permissionName(csv: string, permission: StrategyPermission): string {
  return generateName(`${csv}-${accountOf(permission)}`, base36Sha224(`${goJson(permission, 'StrategyDeploymentPermissions')}\n`));
}

/** SHA-224 of a text as a base-36 number. */
function base36Sha224(text: string): string {
  return BigInt(`0x${createHash('sha224').update(text, 'utf8').digest('hex')}`).toString(36);
}

/** The Service of a Deployment; names of Services have no dots. */
export function servingServiceName(deployment: string): string {
  return generateName(deployment.replaceAll('.', '-'), 'service');
}

/** The certificate of a Service, and its Secret. */
export function certificateName(service: string): string {
  return generateName(service, 'cert');
}
