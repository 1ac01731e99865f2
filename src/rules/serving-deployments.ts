/** Serving Deployments: those that OLM gives a Service and a certificate, since webhooks or APIServices name them. */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';

/** The Deployments that the webhooks and owned APIServices of a CSV name; each once. */
export function servingDeployments({ webhooks, ownedAPIServices }: Pick<ClusterServiceVersion, 'webhooks' | 'ownedAPIServices'>): string[] {
  return [...new Set([...ownedAPIServices, ...webhooks].flatMap(({ deploymentName }) => (deploymentName ? [deploymentName] : [])))];
}

/** The Service that OLM puts before such a Deployment (OLM's ServiceName). */
export function serviceName(deployment: string): string {
  return `${deployment}-service`;
}
