/** Grants without effect: a RoleBinding gives nothing on resources that belong to no namespace. */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import type { Grant, Right } from './review.js';
import { clusterScopedCrds } from './risks/api-groups.js';
import { isClusterScoped } from './risks/cluster-scoped.js';

/**
 * Resources that are asked about in a namespace all the same: a request for a Namespace counts as one in it, `bind` is
 * asked where the RoleBinding is to stand, and `use` where the Pod is.
 */
const ASKED_IN_NAMESPACES: ReadonlySet<string> = new Set([
  'clusterroles',
  'namespaces',
  'podsecuritypolicies',
  'securitycontextconstraints',
]);

/**
 * Whether a right gives nothing where it is bound in a namespace.
 *
 * @param objects with the CRDs at hand; of other APIs than these and Kubernetes' own, nothing is known
 */
export function voidInNamespaces(objects: readonly KubernetesObject[]): (right: Pick<Right, 'apiGroup' | 'resource'>) => boolean {
  const crds = clusterScopedCrds({ objects });
  return ({ apiGroup = '', resource }) => {
    if (resource === undefined) return true;
    const [plural = ''] = resource.split('/');
    return crds.has(`${plural}.${apiGroup}`) || (isClusterScoped(apiGroup, resource) && !ASKED_IN_NAMESPACES.has(plural));
  };
}

/** The grants that have an effect. */
export function withoutVoid(grants: readonly Grant[], objects: readonly KubernetesObject[]): Grant[] {
  const isVoid = voidInNamespaces(objects);
  return grants.filter(({ scope, right }) => typeof scope === 'string' || !isVoid(right));
}
