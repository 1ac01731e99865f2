/**
 * Certificate roles: what an operator with webhooks or an APIService needs to read its certificate and to check
 * callers (OLM's certresources.go). One set for each Deployment that serves them.
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

/** Kubernetes' own roles for who serves an API: to ask who a caller is, and to read how the API server shows itself. */
export const AUTH_DELEGATOR: RoleRef = { kind: 'ClusterRole', name: 'system:auth-delegator' };
export const AUTH_READER: RoleRef = { kind: 'Role', name: 'extension-apiserver-authentication-reader' };

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
