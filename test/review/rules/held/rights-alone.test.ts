/** Rights by which somebody starves, scales, hides or takes over what others run, without any right on its Pods: each is told by itself. */
import { describe, expect, it } from 'vitest';
import { RISK_RULES } from '../../../../src/review/rules/index.js';
import { namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

/** Resources by group; each is changed by any of these verbs. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  '': ['persistentvolumes', 'pods/resize', 'replicationcontrollers/scale', 'namespaces/finalize', 'namespaces/status', 'services/status'],
  apps: ['deployments/scale', 'statefulsets/scale', 'replicasets/scale'],
  autoscaling: ['horizontalpodautoscalers'],
  'autoscaling.k8s.io': ['verticalpodautoscalers'],
  'cert-manager.io': ['certificaterequests/status'],
  'discovery.k8s.io': ['endpointslices'],
  'gateway.networking.k8s.io': ['httproutes', 'grpcroutes', 'tlsroutes', 'gateways', 'referencegrants'],
  'networking.k8s.io': ['ingresses', 'ingresses/status', 'networkpolicies'],
  'project.openshift.io': ['projects'],
  'route.openshift.io': ['routes', 'routes/status', 'routes/custom-host'],
};
const VERBS = ['create', 'update', 'patch'] as const;
/** Resources whose removal takes the data or the work of others. */
const REMOVED: Readonly<Record<string, readonly string[]>> = {
  '': ['persistentvolumes', 'persistentvolumeclaims', 'namespaces', 'nodes', 'pods'],
  'networking.k8s.io': ['networkpolicies'],
  'project.openshift.io': ['projects'],
};
// Nothing is created as a status.
const CASES = Object.entries(RIGHTS).flatMap(([group, resources]) =>
  resources.flatMap((resource) =>
    VERBS.filter((verb) => verb !== 'create' || !resource.endsWith('/status')).map((verb) => [verb, resource, group] as const),
  ),
);

const REMOVALS = Object.entries(REMOVED).flatMap(([group, resources]) =>
  resources.flatMap((resource) => ['delete', 'deletecollection'].map((verb) => [verb, resource, group] as const)),
);

describe('a right alone', () => {
  it.each([...CASES, ...REMOVALS])('is told: %s %s.%s', (verb, resource, group) => {
    const access = accessTo(namespace('op'), role('r', [rule(verb, resource, group)]), bind('b', 'r', 'Group devs'));
    const found = RISK_RULES.flatMap(({ find }) => find?.(access) ?? []);
    expect(found.filter(({ severity = 'warning' }) => severity !== 'info').length).toBeGreaterThan(0);
  });
});
