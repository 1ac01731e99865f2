/** Reports Deployments that run as a ServiceAccount that nobody makes. */
import { joined } from '../../../base/wording/phrases.js';
import { csvReference } from '../../model/finding.js';
import { csvRule } from '../surroundings.js';

export const podAccountAbsent = csvRule('pod-account-absent', 'warning', 'The ServiceAccount of a Deployment does not exist', {
  needsOlm: true,
  meaning:
    "A Deployment of a CSV runs as a ServiceAccount that neither the CSV's permissions nor the input make. Kubernetes refuses its Pods, and OLM's installation runs into its timeout, again and again.",
  fix: 'Give the permissions to the ServiceAccount that the Deployment runs as, or add the ServiceAccount to the input.',
  find: ({ csv, verdict: { awaited } }) => {
    if (awaited?.kind !== 'ServiceAccount') return [];
    const { namespace, name, deploymentNames, deploymentAccounts, permissions, clusterPermissions } = csv;
    const deployment = deploymentNames.find((one) => deploymentAccounts.get(one) === awaited.name);
    const given = [...new Set([...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName))];
    return [
      {
        subject: csvReference({ namespace, name }),
        message: `the Deployment ${deployment} runs as the ServiceAccount ${awaited.name}, which neither the CSV nor the input makes, so Kubernetes refuses its Pods and the CSV never succeeds${given.length > 0 ? `; the CSV gives its permissions to ${joined(given)}` : ''}`,
        fix: `give the permissions to ${awaited.name}, or add the ServiceAccount ${namespace}/${awaited.name} to the input if the cluster has it`,
      },
    ];
  },
});
