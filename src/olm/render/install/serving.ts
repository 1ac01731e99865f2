/** The Deployments that serve webhooks and APIs of an installation. */
import type { FieldPath } from '../../../base/manifest/field-path.js';
import type { Serving } from '../certificates.js';
import type { Installation, InstallContext } from './context.js';

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

/** The paths of the lists in the CSV. */
export const DEPLOYMENTS_FIELD: FieldPath = ['spec', 'install', 'spec', 'deployments'];
export const WEBHOOKS_FIELD: FieldPath = ['spec', 'webhookdefinitions'];
export const API_SERVICES_FIELD: FieldPath = ['spec', 'apiservicedefinitions', 'owned'];
