/**
 * Certificate roles: they let an operator with webhooks or an APIService read its certificate and check
 * callers (OLM's certresources.go). One set for each serving Deployment.
 */

import { isLabelValue } from '../../base/kubernetes/names.js';
import { type KubernetesObject, objectKey } from '../../base/kubernetes/object.js';
import { bindingObject, type RoleRef, roleObject } from '../../base/kubernetes/rbac.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import { inOlmOrder } from '../rules/order.js';
import { installedCertificates, serviceName, servingDeployments } from '../rules/serving-deployments.js';
import type { Generator } from './context.js';
import { componentLabels, nonEmpty, ownerLabels } from './metadata.js';
import type { Era } from './profile/conventions.js';
import type { Made } from './rendered.js';

/** Kubernetes' own roles for serving an API: to ask for the identity of a caller, and to read the client CA of the API server. */
export const AUTH_DELEGATOR: RoleRef = { kind: 'ClusterRole', name: 'system:auth-delegator' };
export const AUTH_READER: RoleRef = { kind: 'Role', name: 'extension-apiserver-authentication-reader' };

export const certificateRoles: Generator = ({ resolution, conventions }) => {
  // Two of these names lack the operator's namespace; OLM lets the later operator overwrite the objects.
  const made = inOlmOrder(installedCertificates(resolution.csvs), () => false).flatMap(({ csv, deployment }) =>
    madeFor(csv, deployment, conventions),
  );
  // Objects in kube-system belong to no CSV, and stay after its replacement.
  const left = resolution.replaced
    .flatMap(({ csv }) => servingDeployments(csv).flatMap((deployment) => madeFor(csv, deployment, conventions)))
    .filter(({ object }) => object.metadata.namespace === 'kube-system');
  return [...new Map([...left, ...made].map((item) => [objectKey(item.object), item])).values()];
};

function madeFor(csv: ClusterServiceVersion, deployment: string, era: Era): Made[] {
  const roles = certificateRolesOf(csv, deployment, era);
  // The third role has the label olm.owner; Kubernetes refuses it if the CSV's name is no label value.
  const made = isLabelValue(csv.name) ? roles : roles.slice(0, 2);
  return made.map((object) => ({ object, owner: csvReference(csv) }));
}

/** The roles and bindings of one serving Deployment. */
export function certificateRolesOf(csv: ClusterServiceVersion, deployment: string, era: Era): KubernetesObject[] {
  const service = serviceName(deployment);
  const secret = `${service}-cert`;
  const subjects = [{ kind: 'ServiceAccount', name: csv.deploymentAccounts.get(deployment) ?? 'default', namespace: csv.namespace }];
  const inNamespace = { name: secret, namespace: csv.namespace, ...nonEmpty('labels', { ...era.managed, ...componentLabels(csv) }) };
  const owned = ownerLabels(csv, 'ClusterServiceVersion', era);
  return [
    roleObject(inNamespace, [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: [secret] }]),
    bindingObject(inNamespace, { kind: 'Role', name: secret }, subjects),
    bindingObject({ name: `${service}-system:auth-delegator`, labels: owned }, AUTH_DELEGATOR, subjects),
    bindingObject(
      { name: `${service}-auth-reader`, namespace: 'kube-system', labels: era.ownsAuthReader ? owned : era.managed },
      AUTH_READER,
      subjects,
    ),
  ];
}
