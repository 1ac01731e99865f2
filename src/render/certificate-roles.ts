/**
 * Certificate roles: what an operator with webhooks or an APIService needs to read its certificate and to check
 * callers (OLM's certresources.go). One set for each Deployment that serves them.
 */

import { isLabelValue } from '../kubernetes/names.js';
import { type KubernetesObject, objectKey } from '../kubernetes/object.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import { inOlmOrder } from '../rules/order.js';
import { installedCertificates, serviceName, servingDeployments } from '../rules/serving-deployments.js';
import type { Generator } from './context.js';
import { nonEmpty } from './metadata.js';
import { componentLabels, ownerLabels } from './owner-labels.js';
import type { Era } from './profile/conventions.js';
import type { Made } from './rendered.js';

export const certificateRoles: Generator = ({ resolution, conventions }) => {
  // Two of these objects do not have the operator's namespace in their name; OLM lets the later operator overwrite them.
  const made = inOlmOrder(installedCertificates(resolution.csvs), () => false).flatMap(({ csv, deployment }) =>
    madeFor(csv, deployment, conventions),
  );
  // What is in kube-system belongs to no CSV, and stays when that is replaced.
  const left = resolution.replaced
    .flatMap(({ csv }) => servingDeployments(csv).flatMap((deployment) => madeFor(csv, deployment, conventions)))
    .filter(({ object }) => object.metadata.namespace === 'kube-system');
  return [...new Map([...left, ...made].map((item) => [objectKey(item.object), item])).values()];
};

function madeFor(csv: ClusterServiceVersion, deployment: string, era: Era): Made[] {
  const roles = certificateRolesOf(csv, deployment, era);
  // The third has the label olm.owner, and Kubernetes refuses it where the CSV's name is no label value.
  const made = isLabelValue(csv.name) ? roles : roles.slice(0, 2);
  return made.map((object) => ({ object, owner: csvReference(csv) }));
}

/** The roles and bindings of one Deployment that serves. */
export function certificateRolesOf(csv: ClusterServiceVersion, deployment: string, era: Era): KubernetesObject[] {
  const service = serviceName(deployment);
  const secret = `${service}-cert`;
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const subjects = [{ kind: 'ServiceAccount', name: csv.deploymentAccounts.get(deployment) ?? 'default', namespace: csv.namespace }];
  const inNamespace = { name: secret, namespace: csv.namespace, ...nonEmpty('labels', { ...era.managed, ...componentLabels(csv) }) };
  const owned = ownerLabels(csv, 'ClusterServiceVersion', era);
  return [
    {
      apiVersion,
      kind: 'Role',
      metadata: inNamespace,
      rules: [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: [secret] }],
    },
    { apiVersion, kind: 'RoleBinding', metadata: inNamespace, roleRef: { apiGroup, kind: 'Role', name: secret }, subjects },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: `${service}-system:auth-delegator`, labels: owned },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'system:auth-delegator' },
      subjects,
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: `${service}-auth-reader`, namespace: 'kube-system', labels: era.ownsAuthReader ? owned : era.managed },
      roleRef: { apiGroup, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
      subjects,
    },
  ];
}
