/**
 * Default ClusterRoles: those for people that every Kubernetes cluster brings along, with what they aggregate
 * (Kubernetes' bootstrap policy, 1.32), so that "whoever has edit in team-a" means something.
 */
import type { KubernetesObject } from '../model/kubernetes-object.js';
import type { PolicyRule } from '../model/policy-rule.js';

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'];
const READ_WRITE = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

const AGGREGATE_TO = 'rbac.authorization.k8s.io/aggregate-to-';

function rule(apiGroup: string, resources: readonly string[], verbs: readonly string[]): PolicyRule {
  return { verbs, apiGroups: [apiGroup], resources };
}

function urls(nonResourceURLs: readonly string[], verbs: readonly string[]): PolicyRule {
  return { verbs, nonResourceURLs };
}

function clusterRole(name: string, rules: readonly PolicyRule[], aggregatedTo?: string): KubernetesObject {
  const labels = aggregatedTo === undefined ? {} : { labels: { [`${AGGREGATE_TO}${aggregatedTo}`]: 'true' } };
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name, ...labels }, rules };
}

/** A role that collects what is labelled for it. */
function aggregated(name: string, aggregatedTo?: string): KubernetesObject {
  const { rules: _, ...role } = clusterRole(name, [], aggregatedTo);
  return { ...role, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [`${AGGREGATE_TO}${name}`]: 'true' } }] } };
}

const ADMIN: readonly PolicyRule[] = [
  rule('authorization.k8s.io', ['localsubjectaccessreviews'], ['create']),
  rule('rbac.authorization.k8s.io', ['rolebindings', 'roles'], READ_WRITE),
];

const EDIT: readonly PolicyRule[] = [
  rule('', ['pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy', 'secrets', 'services/proxy'], READ),
  rule('', ['serviceaccounts'], ['impersonate']),
  rule('', ['pods', 'pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'], WRITE),
  rule('', ['pods/eviction', 'serviceaccounts/token'], ['create']),
  rule('', ['configmaps', 'events', 'persistentvolumeclaims', 'replicationcontrollers', 'replicationcontrollers/scale'], WRITE),
  rule('', ['secrets', 'serviceaccounts', 'services', 'services/proxy'], WRITE),
  rule('apps', ['daemonsets', 'deployments', 'deployments/rollback', 'deployments/scale'], WRITE),
  rule('apps', ['replicasets', 'replicasets/scale', 'statefulsets', 'statefulsets/scale'], WRITE),
  rule('autoscaling', ['horizontalpodautoscalers'], WRITE),
  rule('batch', ['cronjobs', 'jobs'], WRITE),
  rule('extensions', ['daemonsets', 'deployments', 'deployments/rollback', 'deployments/scale', 'ingresses'], WRITE),
  rule('extensions', ['networkpolicies', 'replicasets', 'replicasets/scale', 'replicationcontrollers/scale'], WRITE),
  rule('policy', ['poddisruptionbudgets'], WRITE),
  rule('networking.k8s.io', ['ingresses', 'networkpolicies'], WRITE),
  rule('coordination.k8s.io', ['leases'], READ_WRITE),
];

const VIEW: readonly PolicyRule[] = [
  rule('', ['configmaps', 'endpoints', 'persistentvolumeclaims', 'persistentvolumeclaims/status', 'pods'], READ),
  rule('', ['replicationcontrollers', 'replicationcontrollers/scale', 'serviceaccounts', 'services', 'services/status'], READ),
  rule('', ['bindings', 'events', 'limitranges', 'namespaces', 'namespaces/status', 'pods/log', 'pods/status'], READ),
  rule('', ['replicationcontrollers/status', 'resourcequotas', 'resourcequotas/status'], READ),
  rule('discovery.k8s.io', ['endpointslices'], READ),
  rule('apps', ['controllerrevisions', 'daemonsets', 'daemonsets/status'], READ),
  rule('apps', ['deployments', 'deployments/scale', 'deployments/status'], READ),
  rule('apps', ['replicasets', 'replicasets/scale', 'replicasets/status'], READ),
  rule('apps', ['statefulsets', 'statefulsets/scale', 'statefulsets/status'], READ),
  rule('autoscaling', ['horizontalpodautoscalers', 'horizontalpodautoscalers/status'], READ),
  rule('batch', ['cronjobs', 'cronjobs/status', 'jobs', 'jobs/status'], READ),
  rule('extensions', ['daemonsets', 'daemonsets/status', 'deployments', 'deployments/scale', 'deployments/status'], READ),
  rule('extensions', ['ingresses', 'ingresses/status', 'networkpolicies'], READ),
  rule('extensions', ['replicasets', 'replicasets/scale', 'replicasets/status', 'replicationcontrollers/scale'], READ),
  rule('policy', ['poddisruptionbudgets', 'poddisruptionbudgets/status'], READ),
  rule('networking.k8s.io', ['ingresses', 'ingresses/status', 'networkpolicies'], READ),
];

const EVERYTHING: readonly PolicyRule[] = [rule('*', ['*'], ['*']), urls(['*'], ['*'])];

const DISCOVERY_URLS = [
  '/api',
  '/api/*',
  '/apis',
  '/apis/*',
  '/healthz',
  '/livez',
  '/openapi',
  '/openapi/*',
  '/readyz',
  '/version',
  '/version/',
];

/** Every one that a person or an operator is given; what belongs to Kubernetes' own controllers is left out. */
export const DEFAULT_CLUSTER_ROLES: readonly KubernetesObject[] = [
  aggregated('admin'),
  clusterRole('cluster-admin', EVERYTHING),
  aggregated('edit', 'admin'),
  clusterRole('system:aggregate-to-admin', ADMIN, 'admin'),
  clusterRole('system:aggregate-to-edit', EDIT, 'edit'),
  clusterRole('system:aggregate-to-view', VIEW, 'view'),
  clusterRole('system:auth-delegator', [
    rule('authentication.k8s.io', ['tokenreviews'], ['create']),
    rule('authorization.k8s.io', ['subjectaccessreviews'], ['create']),
  ]),
  clusterRole('system:basic-user', [
    rule('authorization.k8s.io', ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'], ['create']),
    rule('authentication.k8s.io', ['selfsubjectreviews'], ['create']),
  ]),
  clusterRole('system:discovery', [urls(DISCOVERY_URLS, ['get'])]),
  clusterRole('system:public-info-viewer', [urls(['/healthz', '/livez', '/readyz', '/version', '/version/'], ['get'])]),
  aggregated('view', 'edit'),
];
