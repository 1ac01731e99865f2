/**
 * The permissions of the ServiceAccount that applies the rendering. The API server lets nobody write a role with permissions
 * that they lack (except with `escalate`), nor bind it (except with `bind`); a ServiceAccount without cluster-admin needs both, and
 * gets them here only for the rendered roles, by name. That suffices for server-side apply: client-side apply creates objects without
 * a name, which no resourceNames can allow.
 */
import { expand } from '../../base/kubernetes/copies.js';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { compareText, type KubernetesObject, sortedOnce } from '../../base/kubernetes/object.js';
import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import { RBAC_GROUP, roleObject } from '../../base/kubernetes/rbac.js';
import { resourceOf } from '../../base/tools/kinds.js';
import { type Applier, applierBinding } from './applier-binding.js';
import type { Rendered } from './rendered.js';

/** Server-side apply creates and changes objects with `patch`, and needs `create` for missing objects. */
const VERBS = ['get', 'list', 'watch', 'create', 'patch', 'update', 'delete'] as const;
/** Deleting a namespace deletes its whole content: pruning a namespace is left to a person. */
const NAMESPACE_VERBS = VERBS.filter((verb) => verb !== 'delete');

/**
 * The ClusterRoles and bindings with which a ServiceAccount can apply and prune the rendering by server-side apply. An
 * administrator applies them after the namespaces exist, and again when the rendering gets new roles or namespaces: the
 * ServiceAccount cannot extend its own permissions.
 *
 * @param rendered all objects that the ServiceAccount applies
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

/** The verbs on the kinds of the objects, and the permissions to write their roles and to bind roles. */
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
