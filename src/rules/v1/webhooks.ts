/** Webhook definitions: each has a Deployment, a name of its own, and one that Kubernetes accepts. */
import { compareText } from '../../kubernetes/object.js';
import type { RegistryV1, WebhookDefinition } from '../../model/registry-v1.js';
import { duplicates, sorted, subdomainErrors, type Validator } from './validator.js';

/** OLM v1's CheckWebhookDeploymentReferentialIntegrity. */
export const webhookDeploymentsAreThere: Validator = ({ csv }) => {
  const there = new Set(csv.deployments.map(({ name }) => name));
  return csv.webhooks
    .filter(({ deploymentName = '' }) => !there.has(deploymentName))
    .sort(
      (a, b) =>
        compareText(a.deploymentName ?? '', b.deploymentName ?? '') ||
        compareText(a.type, b.type) ||
        compareText(a.generateName, b.generateName),
    )
    .map(
      ({ type, generateName, deploymentName = '' }) =>
        `webhook of type '${type}' with name '${generateName}' references non-existent deployment '${deploymentName}'`,
    );
};

/** OLM v1's CheckWebhookNameUniqueness: names of different types may be equal. */
export const webhookNamesAreUnique: Validator = (bundle) =>
  byType(bundle).flatMap(([type, names]) => duplicates(names).map((name) => `duplicate webhook '${name}' of type '${type}'`));

/** OLM v1's CheckWebhookNameIsDNS1123SubDomain. */
export const webhookNamesAreSubdomains: Validator = (bundle) =>
  byType(bundle).flatMap(([type, names]) =>
    sorted(names).flatMap((name) => {
      const errors = subdomainErrors(name);
      return errors.length === 0 ? [] : [`webhook of type '${type}' has invalid name '${name}': ${errors.join(',')}`];
    }),
  );

/** The names of the definitions of each type, types in byte order. */
function byType({ csv: { webhooks } }: RegistryV1): [string, string[]][] {
  const namesOf = (wanted: string): string[] => webhooks.filter(({ type }) => type === wanted).map(nameOf);
  return sorted(webhooks.map(({ type }) => type)).map((type) => [type, namesOf(type)]);
}

function nameOf({ generateName }: WebhookDefinition): string {
  return generateName;
}
