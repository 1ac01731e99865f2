/** Services of the Deployments that serve webhooks and APIServices (OLM's installCertRequirementsForDeployment). */
import { distinctPorts, type ServicePort, webhookPort } from '../v1/services.js';
import { type InstallContext, type InstallGenerator, metadataWith, servingDeploymentsOf, servingIn } from './context.js';

export const services: InstallGenerator = (context) => {
  const { bundle, certificates, rules } = context;
  return servingDeploymentsOf(context).map((deployment) => {
    const serving = servingIn(context, deployment);
    const selector = bundle.csv.deployments.find(({ name }) => name === deployment)?.spec?.selector?.matchLabels;
    const metadata = { name: serving.service, namespace: serving.namespace };
    return {
      object: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: metadataWith(metadata, rules.labels(context, 'Service'), certificates?.serviceAnnotations(serving)),
        spec: { ports: servingPorts(context, deployment), ...(selector ? { selector } : {}) },
      },
      field: ['spec', 'install', 'spec', 'deployments'],
    };
  });
};

/** The ports of its APIServices, then those of its webhooks, each once. */
export function servingPorts({ bundle: { csv } }: Pick<InstallContext, 'bundle'>, deployment: string): ServicePort[] {
  const isServed = ({ deploymentName }: { deploymentName?: string }): boolean => deploymentName === deployment;
  const apiServices = csv.ownedAPIServices.filter(isServed).map(({ containerPort }) => webhookPort({ containerPort: containerPort ?? 0 }));
  return distinctPorts([...apiServices, ...csv.webhooks.filter(isServed).map(webhookPort)]);
}
