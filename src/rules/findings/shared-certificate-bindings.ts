/**
 * Shared certificate bindings: two bindings that OLM makes for a serving Deployment do not have the operator's
 * namespace in their name, so operators of several namespaces overwrite each other's (OLM's certresources.go).
 */
import type { Finding } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import { namespacedName } from '../../model/kubernetes-object.js';
import { enumeration } from '../../model/name-lists.js';
import { csvReference } from '../references.js';
import type { Resolution } from '../resolve.js';
import { serviceName, servingDeployments } from '../serving-deployments.js';
import type { Phase } from '../verdict.js';

/** The phases in which OLM has come to the certificates. */
const INSTALLED: ReadonlySet<Phase> = new Set<Phase>(['Installing', 'Succeeded', 'Replacing']);

/** A warning for each name that serving Deployments of several namespaces share, at the first of their CSVs. */
export function sharedCertificateBindings({ csvs }: Pick<Resolution, 'csvs'>): Finding[] {
  const serving = csvs
    .filter(({ verdict }) => INSTALLED.has(verdict.phase))
    .flatMap(({ csv }) => servingDeployments(csv).map((deployment) => ({ csv, deployment })))
    .filter(({ csv, deployment }) => csv.deploymentNames.includes(deployment));
  return [...groupBy(serving, ({ deployment }) => deployment)].flatMap(([deployment, sharers]): Finding[] => {
    const owners = sharers.map(({ csv }) => csv);
    const [first, ...more] = owners.map(csvReference);
    if (!first || new Set(owners.map(({ namespace }) => namespace)).size < 2) return [];
    const service = serviceName(deployment);
    return [
      {
        id: 'certificate-bindings-shared',
        severity: 'warning',
        subject: first,
        message: `${enumeration(owners.map(namespacedName))} each serve webhooks or APIServices from a Deployment ${deployment}, and OLM gives them one ClusterRoleBinding ${service}-system:auth-delegator and one RoleBinding kube-system/${service}-auth-reader: only the one that it installs last may ask the API server who is calling`,
        fix: 'bind the ClusterRole system:auth-delegator, and in kube-system the Role extension-apiserver-authentication-reader, to the other accounts yourself',
        related: more,
        verdict: false,
      },
    ];
  });
}
