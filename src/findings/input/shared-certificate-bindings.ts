/**
 * Shared certificate bindings: the names of two bindings that OLM creates for a serving Deployment do not contain the
 * operator's namespace, so operators of several namespaces overwrite each other's (OLM's certresources.go).
 */

import { groupBy } from '../../kubernetes/group-by.js';
import { namespacedName } from '../../kubernetes/object.js';
import { csvReference } from '../../model/references.js';
import { inOrder } from '../../rules/order.js';
import { type InstalledCertificate, installedCertificates, serviceName } from '../../rules/serving-deployments.js';
import { joined, listed } from '../../wording/phrases.js';
import type { ResolutionRule } from './rule.js';

/** A warning for each name that serving Deployments of several namespaces share, at the first of their CSVs. */
export const sharedCertificateBindings: ResolutionRule = {
  id: 'certificate-bindings-shared',
  severity: 'warning',
  title: 'Operators of several namespaces share bindings',
  references: [],
  documentation: {
    meaning: 'Operators of several namespaces overwrite the bindings of each other for authentication.',
    fix: 'Bind the accounts that lose them to the ClusterRole system:auth-delegator, and in kube-system to the Role extension-apiserver-authentication-reader, or give the Deployments different names.',
  },
  find: ({ csvs }) =>
    [...groupBy(installedCertificates(csvs), ({ deployment }) => deployment)].flatMap(([deployment, sharers]) => {
      const owners = sharers.map(({ csv }) => csv);
      const [first, ...more] = owners.map(csvReference);
      if (!first || new Set(owners.map(({ namespace }) => namespace)).size < 2) return [];
      const service = serviceName(deployment);
      return [
        {
          subject: first,
          message: `${listed(owners.map(namespacedName), 'CSVs')} serve webhooks or APIServices from a Deployment ${deployment}, and OLM creates only one ClusterRoleBinding ${service}-system:auth-delegator and one RoleBinding kube-system/${service}-auth-reader for them. Only the operator that OLM installs last can ask the API server who is calling${takenByFailed(sharers)}`,
          fix: 'bind the other accounts to the ClusterRole system:auth-delegator, and in kube-system to the Role extension-apiserver-authentication-reader',
          related: more,
        },
      ];
    }),
};

/** If one that fails is installed last, it takes the bindings from those that run. */
function takenByFailed(sharers: readonly InstalledCertificate[]): string {
  const [last] = inOrder(sharers, () => false).slice(-1);
  const running = sharers.filter(({ verdict }) => verdict.phase !== 'Failed');
  if (last?.verdict.phase !== 'Failed' || running.length === 0) return '';
  return `; this is ${namespacedName(last.csv)}, which fails, and not ${joined(
    running.map(({ csv }) => namespacedName(csv)),
    'or',
  )}, which runs`;
}
