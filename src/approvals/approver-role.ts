/** The permissions that approving takes, and no other: in the namespaces of the lock alone. */
import type { KubernetesObject } from '../kubernetes/object.js';

export const APPROVER = 'cdk8s-olm-approver';
/** Where it runs, unless somebody says so. */
export const APPROVER_NAMESPACE = 'cdk8s-olm';

/** The Role of one namespace. Deleting and creating are not in it, nor is anything of status. */
export function approverRole(namespace: string): KubernetesObject {
  const apiGroups = ['operators.coreos.com'];
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: APPROVER, namespace },
    rules: [
      { apiGroups, resources: ['installplans'], verbs: ['get', 'list', 'watch', 'patch'] },
      { apiGroups, resources: ['subscriptions', 'clusterserviceversions'], verbs: ['get', 'list', 'watch'] },
    ],
  };
}
