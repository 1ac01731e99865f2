/** Webhooks and APIServices of a bundle: each is served by a Deployment of the bundle, on a port that a Service can have. */
import type { InstalledCsv } from '../../model/registry-v1.js';
import type { InstallCheck, Refusal } from './refusal.js';

interface Served {
  readonly deploymentName?: string;
  readonly containerPort?: number;
  readonly targetPort?: number | string;
}

export const serving: InstallCheck = ({ csv }) => [
  ...missingDeployments(csv, csv.webhooks, ['spec', 'webhookdefinitions'], 'the webhook'),
  ...missingDeployments(csv, csv.ownedAPIServices, ['spec', 'apiservicedefinitions', 'owned'], 'the APIService'),
  ...portsTwice(csv),
];

function missingDeployments(csv: InstalledCsv, served: readonly Served[], field: readonly string[], what: string): Refusal[] {
  const names = csv.deployments.map(({ name }) => name);
  return [...served.entries()]
    .filter(([, { deploymentName = '' }]) => !names.includes(deploymentName))
    .map(([index, { deploymentName = '' }]) => ({
      code: 'INVALID_BUNDLE',
      message: `${what} is served by a Deployment that the bundle does not have`,
      found: deploymentName === '' ? 'no name' : deploymentName,
      expected: names.length === 0 ? 'a Deployment of the bundle; it has none' : `one of ${names.join(', ')}`,
      fix: 'ask the author of the bundle to fix the name: nobody would answer',
      at: [...field, index, 'deploymentName'],
    }));
}

/** One port of a Service leads to one port of the pods. */
function portsTwice({ webhooks, ownedAPIServices }: InstalledCsv): Refusal[] {
  const targets = new Map<string, number | string>();
  const key = ({ deploymentName = '', containerPort }: Served): string => `${deploymentName}:${containerPort || 443}`;
  for (const served of ownedAPIServices) targets.set(key(served), served.containerPort || 443);
  return [...webhooks.entries()].flatMap(([index, webhook]): Refusal[] => {
    const target = webhook.targetPort ?? (webhook.containerPort || 443);
    const known = targets.get(key(webhook)) ?? target;
    targets.set(key(webhook), known);
    if (known === target) return [];
    return [
      {
        code: 'INVALID_BUNDLE',
        message: `Deployment ${webhook.deploymentName} maps one Service port to two container ports`,
        found: `port ${webhook.containerPort || 443} on ${target}, and before on ${known}`,
        expected: 'one target port for each port',
        fix: 'ask the author of the bundle for another containerPort: Kubernetes refuses such a Service',
        at: ['spec', 'webhookdefinitions', index, 'targetPort'],
      },
    ];
  });
}
