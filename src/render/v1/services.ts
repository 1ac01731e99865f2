/** Services of the Deployments that serve webhooks (OLM v1's BundleDeploymentServiceResourceGenerator). */
import { jsonText } from '../../manifest/format.js';
import type { WebhookDefinition } from '../../model/registry-v1.js';
import { annotated, servingOf, type V1Generator } from './context.js';

/** One port of a Service. */
export interface ServicePort {
  readonly name: string;
  readonly port: number;
  readonly targetPort: number | string;
}

export const services: V1Generator = (context) => {
  const { bundle, certificates } = context;
  return bundle.csv.deployments.flatMap(({ name, spec }) => {
    const webhooks = bundle.csv.webhooks.filter(({ deploymentName }) => deploymentName === name);
    if (webhooks.length === 0) return [];
    const serving = servingOf(context, name);
    const selector = spec?.selector?.matchLabels;
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: annotated({ name: serving.service, namespace: serving.namespace }, certificates?.serviceAnnotations(serving)),
      spec: { ports: distinctPorts(webhooks.map(webhookPort)).sort(byPort), ...(selector ? { selector } : {}) },
    };
  });
};

/** The port of a webhook: 443 unless its definition says another; the container listens on the same unless told. */
export function webhookPort({ containerPort, targetPort }: Pick<WebhookDefinition, 'containerPort' | 'targetPort'>): ServicePort {
  const port = containerPort !== undefined && containerPort > 0 ? containerPort : 443;
  return { name: String(port), port, targetPort: targetPort ?? port };
}

/** Each port once. */
export function distinctPorts(ports: readonly ServicePort[]): ServicePort[] {
  return [...new Map(ports.map((port) => [jsonText([port.port, port.targetPort]), port])).values()];
}

/** A target port with a name counts as 0, one that is a number in quotes as that number. */
function byPort(a: ServicePort, b: ServicePort): number {
  const numberOf = ({ targetPort }: ServicePort): number => (/^[+-]?\d+$/.test(String(targetPort)) ? Number(targetPort) : 0);
  return a.port - b.port || numberOf(a) - numberOf(b);
}
