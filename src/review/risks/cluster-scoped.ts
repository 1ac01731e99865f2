/** Which resources of Kubernetes and OpenShift belong to no namespace, so that only a ClusterRoleBinding can give rights to them. */

/** By API group; `*` stands for all of the group. */
const CLUSTER_SCOPED: Readonly<Record<string, readonly string[]>> = {
  // Users and groups are no objects, but one impersonates them in the whole cluster.
  '': ['componentstatuses', 'groups', 'namespaces', 'nodes', 'persistentvolumes', 'users'],
  'admissionregistration.k8s.io': ['*'],
  'apiextensions.k8s.io': ['*'],
  'apiregistration.k8s.io': ['*'],
  'authentication.k8s.io': ['*'],
  'authorization.k8s.io': ['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'subjectaccessreviews'],
  'certificates.k8s.io': ['*'],
  'config.openshift.io': ['*'],
  'flowcontrol.apiserver.k8s.io': ['*'],
  'networking.k8s.io': ['ingressclasses', 'ipaddresses', 'servicecidrs'],
  'node.k8s.io': ['*'],
  'operators.coreos.com': ['olmconfigs', 'operators'],
  policy: ['podsecuritypolicies'],
  'rbac.authorization.k8s.io': ['clusterrolebindings', 'clusterroles'],
  'scheduling.k8s.io': ['*'],
  'security.openshift.io': ['securitycontextconstraints'],
  'storage.k8s.io': ['csidrivers', 'csinodes', 'storageclasses', 'volumeattachments', 'volumeattributesclasses'],
};

/** Whether a resource is known to belong to no namespace. @param resource with its subresource, or `*` */
export function isClusterScoped(apiGroup: string, resource: string): boolean {
  const known = Object.hasOwn(CLUSTER_SCOPED, apiGroup) ? (CLUSTER_SCOPED[apiGroup] as readonly string[]) : [];
  return known.includes('*') || known.includes(resource.split('/')[0] as string);
}
