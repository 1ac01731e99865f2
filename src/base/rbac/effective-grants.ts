/** Grants without effect: a RoleBinding gives nothing on resources that belong to no namespace. */

import type { KubernetesObject } from '../kubernetes/object.js';
import { isClusterScoped } from '../tools/kinds.js';
import type { Grant, Right } from './grant.js';

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
  const crds = clusterScopedCrds(objects);
  return ({ apiGroup = '', resource }) => {
    if (resource === undefined) return true;
    const [plural = ''] = resource.split('/');
    return crds.has(`${plural}.${apiGroup}`) || (isClusterScoped(apiGroup, resource) && !ASKED_IN_NAMESPACES.has(plural));
  };
}

/** `plural.group` of the CRDs among the objects whose objects belong to no namespace, so that no editor of a namespace creates them. */
export function clusterScopedCrds(objects: readonly KubernetesObject[]): Set<string> {
  const found = objects.filter(
    ({ kind, spec }) => kind === 'CustomResourceDefinition' && (spec as { scope?: unknown } | null | undefined)?.scope === 'Cluster',
  );
  return new Set(found.map(({ metadata }) => metadata.name));
}

/** The grants that have an effect. */
export function effectiveGrants(grants: readonly Grant[], objects: readonly KubernetesObject[]): Grant[] {
  const isVoid = voidInNamespaces(objects);
  return grants.filter(({ scope, right }) => typeof scope === 'string' || !isVoid(right));
}
