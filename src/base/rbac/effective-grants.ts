/** Removes grants without effect: a RoleBinding gives nothing on cluster-scoped resources. */

import type { KubernetesObject } from '../kubernetes/object.js';
import { isClusterScoped } from '../tools/resources.js';
import type { Grant, Right } from './grant.js';

/**
 * Cluster-scoped resources that are still checked in a namespace: a request for a Namespace counts as one in it, `bind` is checked
 * in the namespace of the RoleBinding, and `use` in that of the Pod.
 */
const ASKED_IN_NAMESPACES: ReadonlySet<string> = new Set([
  'clusterroles',
  'namespaces',
  'podsecuritypolicies',
  'securitycontextconstraints',
]);

/**
 * Whether a right gives nothing when it is bound in a namespace.
 *
 * @param objects objects with the CRDs at hand; other APIs are unknown, except those of platforms in the table of kinds
 */
export function voidInNamespaces(objects: readonly KubernetesObject[]): (right: Pick<Right, 'apiGroup' | 'resource'>) => boolean {
  const crds = clusterScopedCrds(objects);
  return ({ apiGroup = '', resource }) => {
    if (resource === undefined) return true;
    const [plural = ''] = resource.split('/');
    return crds.has(`${plural}.${apiGroup}`) || (isClusterScoped(apiGroup, resource) && !ASKED_IN_NAMESPACES.has(plural));
  };
}

/** `plural.group` of the cluster-scoped CRDs among the objects; no editor of a namespace creates their objects. */
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
