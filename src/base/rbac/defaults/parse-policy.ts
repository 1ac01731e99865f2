/**
 * Reads default roles and bindings in a short notation, one line for each object and each rule:
 *
 * ```
 * ClusterRole edit aggregated into admin
 * ClusterRole system:aggregate-to-view into view
 *   get,list,watch configmaps,pods core
 *   get /healthz,/livez
 * ClusterRoleBinding system:basic-user gives ClusterRole system:basic-user to Group system:authenticated
 * ```
 * `into` names the labels by which other roles aggregate the role; `aggregated` marks a role that selects by its own name;
 * `aggregated by` lists other labels. `core` is the group without a name. A rule about some objects ends in `named a,b`.
 */
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { type Binding, RBAC_GROUP, RBAC_VERSION, type Role, type RoleRef, type Subject } from '../../kubernetes/rbac.js';

/** Roles and bindings. */
export interface Policy {
  readonly roles: readonly Role[];
  readonly bindings: readonly Binding[];
}

/** The label of every role and binding that an API server creates at its start; a selector of this label matches all of them. */
export const BOOTSTRAP_LABEL = 'kubernetes.io/bootstrapping';
const BOOTSTRAPPED = { [BOOTSTRAP_LABEL]: 'rbac-defaults' };

/** The default prefix of labels: Kubernetes' own. */
const AGGREGATE_TO = 'rbac.authorization.k8s.io/aggregate-to-';

/** Reads the notation. */
export function parsePolicy(text: string): Policy {
  const roles: (Role & { readonly rules: PolicyRule[] })[] = [];
  const bindings: Binding[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('  ')) roles.at(-1)?.rules.push(rule(line.trim()));
    else if (line.includes(' gives ')) bindings.push(binding(line));
    else if (line !== '') roles.push(role(line));
  }
  return { roles, bindings };
}

function role(line: string): Role & { readonly rules: PolicyRule[] } {
  const [head = '', into] = line.split(' into ');
  const [kind = '', id = '', aggregated, , by] = head.split(' ');
  const labels = into?.split(',').map((name) => [labelOf(name), 'true'] as const);
  const selectors = (by ?? nameInPolicy(id).name).split(',').map((name) => ({ matchLabels: { [labelOf(name)]: 'true' } }));
  return {
    apiVersion: RBAC_VERSION,
    kind,
    metadata: { ...nameInPolicy(id), labels: { ...BOOTSTRAPPED, ...Object.fromEntries(labels ?? []) } },
    ...(aggregated ? { aggregationRule: { clusterRoleSelectors: selectors } } : {}),
    rules: [],
  };
}

function labelOf(name: string): string {
  return name.includes('/') ? name : `${AGGREGATE_TO}${name}`;
}

function rule(line: string): PolicyRule {
  const [verbs = '', what = '', groups, , names] = line.split(' ');
  if (groups === undefined) return { verbs: verbs.split(','), nonResourceURLs: what.split(',') };
  return {
    verbs: verbs.split(','),
    apiGroups: groups.split(',').map((group) => (group === 'core' ? '' : group)),
    resources: what.split(','),
    ...(names === undefined ? {} : { resourceNames: names.split(',') }),
  };
}

function binding(line: string): Binding {
  const [head = '', rest = ''] = line.split(' gives ');
  const [to = '', subjects = ''] = rest.split(' to ');
  return {
    apiVersion: RBAC_VERSION,
    ...reference(head),
    roleRef: { apiGroup: RBAC_GROUP, ...roleRef(to) },
    subjects: subjects === 'nobody' ? [] : subjects.split(', ').map(subject),
  };
}

function reference(text: string): Pick<KubernetesObject, 'kind' | 'metadata'> {
  const [kind = '', id = ''] = text.split(' ');
  return { kind, metadata: nameInPolicy(id) };
}

function roleRef(text: string): RoleRef {
  const [kind = '', name = ''] = text.split(' ');
  return { kind, name };
}

function subject(text: string): Subject {
  const [kind = '', id = ''] = text.split(' ');
  return { kind, ...nameInPolicy(id) };
}

function nameInPolicy(id: string): { readonly name: string; readonly namespace?: string } {
  const [name = '', namespace] = id.split('/').reverse();
  return namespace === undefined ? { name } : { name, namespace };
}
