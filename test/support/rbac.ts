/** Roles and bindings for tests, and random ones. */
import fc from 'fast-check';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../src/base/kubernetes/policy-rule.js';
import type { Subject } from '../../src/base/kubernetes/rbac.js';

/** A Role of a namespace, or a ClusterRole. @example role('op/reader', READ_PODS) */
export function role(id: string, ...rules: readonly PolicyRule[]): KubernetesObject {
  return { ...named('Role', id), rules };
}

/** A ClusterRole with labels. */
export function labelled(name: string, labels: Readonly<Record<string, string>>, ...rules: readonly PolicyRule[]): KubernetesObject {
  return withLabels(role(name, ...rules), labels);
}

/** A ClusterRole that collects the ClusterRoles with a label `to: <name>`. */
export function aggregating(name: string, labels: Readonly<Record<string, string>> = {}): KubernetesObject {
  return { ...withLabels(role(name), labels), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: name } }] } };
}

/** A RoleBinding of a namespace, or a ClusterRoleBinding, to `Role/name` or `ClusterRole/name`. */
export function binding(id: string, to: string, ...subjects: readonly Subject[]): KubernetesObject {
  const [kind, name] = to.split('/');
  return { ...named('RoleBinding', id), roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name }, subjects };
}

/** The object without its namespace, as it is written where somebody else is to choose one. */
export function unplaced(object: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** A rule over core resources. @example allow('get,list', 'pods') */
export function allow(verbs: string, resources: string, fields: PolicyRule = {}): PolicyRule {
  return { verbs: verbs.split(','), apiGroups: [''], resources: resources.split(','), ...fields };
}

function named(kind: 'Role' | 'RoleBinding', id: string): Pick<KubernetesObject, 'apiVersion' | 'kind' | 'metadata'> {
  const [name, namespace] = id.split('/').reverse() as [string, string?];
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: namespace === undefined ? `Cluster${kind}` : kind, metadata };
}

function withLabels(object: KubernetesObject, labels: Readonly<Record<string, string>>): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, labels } };
}

const NAMESPACES = ['a', 'b'];
const LABELS = ['one', 'two'];

const some = (values: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...values], { minLength: 1 });

const resourceRule: fc.Arbitrary<PolicyRule> = fc.record(
  {
    verbs: some(['get', 'list', '*']),
    apiGroups: some(['', 'apps', '*']),
    resources: some(['pods', 'pods/status', 'jobs', '*/status', '*']),
    resourceNames: fc.subarray(['x', 'y']),
  },
  { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
);
const urlRule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some(['get', 'list', '*']),
  nonResourceURLs: some(['/metrics', '/metrics/*', '/m*', '/*', '*']),
});
const rules = fc.array(fc.oneof({ weight: 4, arbitrary: resourceRule }, urlRule), { maxLength: 3 });

const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({ kind: fc.constant('ServiceAccount'), name: fc.constant('robot'), namespace: fc.constantFrom(...NAMESPACES, undefined) }),
  fc.record({ kind: fc.constant('User'), name: fc.constantFrom('apple', 'system:serviceaccount:a:robot') }),
  fc.record({ kind: fc.constant('Group'), name: fc.constantFrom('system:serviceaccounts:a', 'system:authenticated', 'growers') }),
);

const labels = fc.subarray(LABELS).map((names) => Object.fromEntries(names.map((name) => [name, 'yes'])));
const clusterRole = fc
  .record({ labels, rules, collects: fc.option(fc.constantFrom(...LABELS), { nil: undefined, freq: 2 }) })
  .map(({ collects, ...fields }) => ({ ...fields, ...(collects ? { selectors: [{ matchLabels: { [collects]: 'yes' } }] } : {}) }));

/** Two ClusterRoles that may collect others, two that hold rules, a Role in each namespace, and bindings to any of them. */
export const anyRbac: fc.Arbitrary<KubernetesObject[]> = fc
  .record({
    clusterRoles: fc.array(clusterRole, { minLength: 1, maxLength: 4 }),
    roles: fc.array(fc.tuple(fc.constantFrom(...NAMESPACES), rules), { maxLength: 3 }),
    bindings: fc.array(
      fc.record({
        where: fc.constantFrom(...NAMESPACES, undefined),
        to: fc.constantFrom('ClusterRole/0', 'ClusterRole/1', 'ClusterRole/2', 'ClusterRole/3', 'Role/0', 'Role/1'),
        subjects: fc.array(subject, { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map((parts) => [
    ...parts.clusterRoles.map(({ labels: given, rules: own, ...collecting }, index) => ({
      ...labelled(`${index}`, given, ...own),
      ...('selectors' in collecting ? { aggregationRule: { clusterRoleSelectors: collecting.selectors } } : {}),
    })),
    ...parts.roles.map(([where, own], index) => role(`${where}/${index}`, ...own)),
    ...parts.bindings.map(({ where, to, subjects }, index) =>
      binding(where === undefined ? `${index}` : `${where}/${index}`, to, ...subjects),
    ),
  ]);
