/** Roles and bindings for tests, in short. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../src/base/kubernetes/policy-rule.js';

const apiVersion = 'rbac.authorization.k8s.io/v1';

/** One rule. @example rule('get list', 'secrets') @example rule('*', 'deployments', 'apps') */
export function rule(verbs: string, resources: string, apiGroup = '', resourceNames: readonly string[] = []): PolicyRule {
  return {
    verbs: verbs.split(' '),
    apiGroups: [apiGroup],
    resources: resources.split(' '),
    ...(resourceNames.length > 0 ? { resourceNames } : {}),
  };
}

/** A ClusterRole, or a Role where the id has a namespace. */
export function role(id: string, rules: readonly PolicyRule[], labels: Readonly<Record<string, string>> = {}): KubernetesObject {
  const metadata = { ...identity(id), ...(Object.keys(labels).length > 0 ? { labels } : {}) };
  return { apiVersion, kind: metadata.namespace === undefined ? 'ClusterRole' : 'Role', metadata, rules };
}

/** Binds a ClusterRole, or with `Role/…` a Role, to subjects such as `User alice` or `ServiceAccount op/manager`; in a namespace where the id has one. */
export function bind(id: string, roleName: string, ...subjects: readonly string[]): KubernetesObject {
  const metadata = identity(id);
  const [kind, name] = roleName.startsWith('Role/') ? ['Role', roleName.slice(5)] : ['ClusterRole', roleName];
  return {
    apiVersion,
    kind: metadata.namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
    subjects: subjects.map((text) => {
      const [subjectKind, subject] = text.split(' ') as [string, string];
      return { kind: subjectKind, ...(subjectKind === 'ServiceAccount' ? identity(subject) : { name: subject }) };
    }),
  };
}

function identity(id: string): { namespace?: string; name: string } {
  const [first, second] = id.split('/') as [string, string | undefined];
  return second === undefined ? { name: first } : { namespace: first, name: second };
}
