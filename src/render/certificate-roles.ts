/**
 * Certificate roles: what an operator with webhooks or an APIService needs to read its certificate and to check
 * callers (OLM's certresources.go). One set for each Deployment that serves them.
 */
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { inOrder } from '../rules/order.js';
import type { ResolvedCsv } from '../rules/resolve.js';
import { serviceName, servingDeployments } from '../rules/serving-deployments.js';
import type { Generator } from './context.js';
import { componentLabels, MANAGED_LABEL, ownerLabels } from './owner-labels.js';
import type { Rendered } from './rendered.js';

export const certificateRoles: Generator = ({ resolution, profile }) => {
  if (!profile.hasCertificateRoles) return [];
  // Two of these objects do not have the operator's namespace in their name; OLM lets the later operator overwrite them.
  const objects = inOrder(resolution.csvs.filter(isInstalled), () => false).flatMap(({ csv }) =>
    servingDeployments(csv).flatMap((name) => rolesFor(csv, name)),
  );
  const last = new Map(objects.map((object) => [`${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name}`, object]));
  return [...last.values()].map((object): Rendered => ({ emitSet: 'rbac', object }));
};

/** Whether OLM came to installing the certificates. */
function isInstalled({ verdict: { phase, reason } }: ResolvedCsv): boolean {
  return phase === 'Succeeded' || phase === 'Replacing' || phase === 'Installing' || reason === 'InstallComponentFailed';
}

function rolesFor(csv: ClusterServiceVersion, deployment: string): KubernetesObject[] {
  const service = serviceName(deployment);
  const secret = `${service}-cert`;
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const subjects = [{ kind: 'ServiceAccount', name: csv.deploymentAccounts.get(deployment) ?? 'default', namespace: csv.namespace }];
  const inNamespace = { name: secret, namespace: csv.namespace, labels: { ...MANAGED_LABEL, ...componentLabels(csv) } };
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
      metadata: { name: `${service}-system:auth-delegator`, labels: ownerLabels(csv, 'ClusterServiceVersion') },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'system:auth-delegator' },
      subjects,
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: `${service}-auth-reader`, namespace: 'kube-system', labels: MANAGED_LABEL },
      roleRef: { apiGroup, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
      subjects,
    },
  ];
}
