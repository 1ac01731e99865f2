/**
 * What the ServiceAccount that applies the rendering has to be allowed. The API server lets nobody write a role with permissions
 * that they do not have (`escalate` lifts that), nor bind one (`bind`); a ServiceAccount without cluster-admin needs both, and
 * here gets them for the rendered roles alone, by name. That suffices for server-side apply: a client-side apply creates without
 * a name, which no resourceNames can allow.
 */

import { expand } from '../../base/kubernetes/copies.js';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { compareText, type KubernetesObject, type ObjectMeta, sortedOnce } from '../../base/kubernetes/object.js';
import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import { bindingObject, RBAC_GROUP, type RoleRef, roleObject } from '../../base/kubernetes/rbac.js';
import { resourceOf } from '../../base/tools/kinds.js';
import type { Rendered } from './rendered.js';

/** The ServiceAccount that applies. */
export interface Applier {
  readonly namespace: string;
  readonly name: string;
}

/** Server-side apply creates and changes with `patch`, and needs `create` where the object is not there yet. */
const VERBS = ['get', 'list', 'watch', 'create', 'patch', 'update', 'delete'] as const;
/** Deleting a namespace deletes all that is in it: pruning one is left to a person. */
const NAMESPACE_VERBS = VERBS.filter((verb) => verb !== 'delete');

/**
 * The ClusterRoles and bindings with which a ServiceAccount can apply what is rendered, and prune it, by server-side apply. An
 * administrator applies them, once the namespaces exist, and again when roles or namespaces come to the rendering: the
 * ServiceAccount cannot give itself more.
 *
 * @param rendered everything that is to be applied
 * @example
 * applierObjects(rendered, { namespace: 'flux-system', name: 'kustomize-controller' })
 */
export function applierObjects(rendered: readonly Rendered[], applier: Applier): KubernetesObject[] {
  const objects = [...expand(rendered)];
  const inCluster = objects.filter(({ metadata }) => metadata.namespace === undefined);
  const inNamespaces = objects.filter(({ metadata }) => metadata.namespace !== undefined);
  const namespaces = sortedOnce(inNamespaces.map(({ metadata }) => metadata.namespace ?? ''));
  const name = `cdk8s-olm:applier:${applier.namespace}:${applier.name}`;
  const namespaced = `${name}:in-namespaces`;
  return [
    ...(inCluster.length > 0
      ? [roleObject({ name }, rulesFor(inCluster)), applierBinding({ name }, { kind: 'ClusterRole', name }, applier)]
      : []),
    ...(namespaces.length > 0 ? [roleObject({ name: namespaced }, rulesFor(inNamespaces))] : []),
    ...namespaces.map((namespace) => applierBinding({ name, namespace }, { kind: 'ClusterRole', name: namespaced }, applier)),
  ];
}

/** Plain verbs on the kinds, and what the roles among the objects, and those that they bind, take beyond that. */
function rulesFor(objects: readonly KubernetesObject[]): PolicyRule[] {
  const written = (kind: string): string[] =>
    sortedNames(objects.filter((object) => object.kind === kind && groupOf(object.apiVersion) === RBAC_GROUP));
  const bound = (kind: string): string[] => {
    const refs = objects.map(({ roleRef }) => roleRef as { kind?: string; name?: string } | undefined);
    return sortedOnce(refs.flatMap((ref) => (ref?.kind === kind && ref.name !== undefined ? [ref.name] : [])));
  };
  return [
    ...plainRules(objects),
    ...nameRule('clusterroles', 'escalate', written('ClusterRole')),
    ...nameRule('clusterroles', 'bind', bound('ClusterRole')),
    ...nameRule('roles', 'escalate', written('Role')),
    ...nameRule('roles', 'bind', bound('Role')),
  ];
}

function plainRules(objects: readonly KubernetesObject[]): PolicyRule[] {
  const resources = new Map<string, Set<string>>();
  for (const object of objects) {
    const { apiGroup, resource } = resourceOf(object);
    resources.set(apiGroup, (resources.get(apiGroup) ?? new Set()).add(resource));
  }
  return [...resources]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([apiGroup, names]) => {
      const sorted = [...names].sort(compareText);
      const isNamespaces = (resource: string): boolean => apiGroup === '' && resource === 'namespaces';
      const plain = sorted.filter((resource) => !isNamespaces(resource));
      return [
        ...(plain.length > 0 ? [{ apiGroups: [apiGroup], resources: plain, verbs: [...VERBS] }] : []),
        ...(sorted.some(isNamespaces) ? [{ apiGroups: [apiGroup], resources: ['namespaces'], verbs: NAMESPACE_VERBS }] : []),
      ];
    });
}

function nameRule(resource: string, verb: string, resourceNames: readonly string[]): PolicyRule[] {
  return resourceNames.length === 0 ? [] : [{ apiGroups: [RBAC_GROUP], resources: [resource], verbs: [verb], resourceNames }];
}

function sortedNames(objects: readonly KubernetesObject[]): string[] {
  return sortedOnce(objects.map(({ metadata }) => metadata.name));
}

/** A binding of a role to the ServiceAccount. */
export function applierBinding(metadata: ObjectMeta, role: RoleRef, { namespace, name }: Applier): KubernetesObject {
  return bindingObject(metadata, role, [{ kind: 'ServiceAccount', namespace, name }]);
}
