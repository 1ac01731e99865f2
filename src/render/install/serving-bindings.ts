/**
 * Bindings for serving an APIService: to ask who a caller is and what it may do, and to read how callers are told apart.
 * OLM makes them for webhooks too, which do not need them.
 */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { API_SERVICES_FIELD, type InstallContext, type InstallGenerator, servingIn } from './context.js';

export const servingBindings: InstallGenerator = (context) => {
  if (!context.rules.hasServingBindings) return [];
  const serving = new Set(context.bundle.csv.ownedAPIServices.map(({ deploymentName = '' }) => deploymentName));
  return context.bundle.csv.deployments
    .filter(({ name }) => serving.has(name))
    .flatMap(({ name, spec }) => bindings(name, spec?.template?.spec?.serviceAccountName || 'default', context))
    .map((object) => ({ object, field: API_SERVICES_FIELD }));
};

function bindings(deployment: string, account: string, context: InstallContext): KubernetesObject[] {
  const { namespace, service } = servingIn(context, deployment);
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const subjects = [{ kind: 'ServiceAccount', name: account, namespace }];
  // Both objects lie outside the operator's namespace, which therefore is part of their names.
  const name = (what: string): string => `${service}-${namespace}-${what}`;
  return [
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: name('auth-delegator') },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'system:auth-delegator' },
      subjects,
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: name('auth-reader'), namespace: 'kube-system' },
      roleRef: { apiGroup, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
      subjects,
    },
  ];
}
