import { describe, expect, it } from 'vitest';
import { askedAccess, unknownNamespace, unknownVerb } from '../../../src/review/questions/asked-access.js';
import { crd, csv, group, namespace } from '../../support/build.js';
import { stateOf } from '../../support/review.js';

const SIDE = stateOf(
  ...['a', 'b'].map((name) => namespace(name)),
  group('a/etcd', { targets: ['a'] }),
  csv('a/etcd.v1', { owns: ['Etcd.v1.example.com', 'Backup.v1.example.com'], ownsApiServices: ['Metric.v1.metrics.example.com'] }),
  group('b/other', { targets: ['b'] }),
  csv('b/other.v1', { owns: ['Backup.v1.other.example.com'] }),
  crd('Widget.v1.example.com'),
);

const asked = (what: string, name?: string): unknown => askedAccess('get', what, name, SIDE);

describe('what is asked for', () => {
  it.each<[string, object]>([
    ['pods', { apiGroup: '', resource: 'pods' }],
    ['pod', { apiGroup: '', resource: 'pods' }],
    ['Pod', { apiGroup: '', resource: 'pods' }],
    ['endpoints', { apiGroup: '', resource: 'endpoints' }],
    ['events', { apiGroup: '', resource: 'events' }],
    ['configmaps/gate', { apiGroup: '', resource: 'configmaps', name: 'gate' }],
    ['deployments.apps/web', { apiGroup: 'apps', resource: 'deployments', name: 'web' }],
    ['pods/exec', { apiGroup: '', resource: 'pods', subresource: 'exec' }],
    ['deployments', { apiGroup: 'apps', resource: 'deployments' }],
    ['ingress', { apiGroup: 'networking.k8s.io', resource: 'ingresses' }],
    ['networkpolicies', { apiGroup: 'networking.k8s.io', resource: 'networkpolicies' }],
    ['deployments.extensions', { apiGroup: 'extensions', resource: 'deployments' }],
    ['deployments.apps/scale', { apiGroup: 'apps', resource: 'deployments', subresource: 'scale' }],
    ['deploy', { apiGroup: 'apps', resource: 'deployments' }],
    ['sts/scale', { apiGroup: 'apps', resource: 'statefulsets', subresource: 'scale' }],
    ['scc', { apiGroup: 'security.openshift.io', resource: 'securitycontextconstraints' }],
    ['Etcd', { apiGroup: 'example.com', resource: 'etcds' }],
    ['widget/status', { apiGroup: 'example.com', resource: 'widgets', subresource: 'status' }],
    ['pods.', { apiGroup: '', resource: 'pods' }],
    ['clusterserviceversions', { apiGroup: 'operators.coreos.com', resource: 'clusterserviceversions' }],
    ['etcds', { apiGroup: 'example.com', resource: 'etcds' }],
    ['metrics', { apiGroup: 'metrics.example.com', resource: 'metrics' }],
    ['widgets', { apiGroup: 'example.com', resource: 'widgets' }],
    ['securitycontextconstraints', { apiGroup: 'security.openshift.io', resource: 'securitycontextconstraints' }],
    ['Routes', { apiGroup: 'route.openshift.io', resource: 'routes' }],
    ['unheard.of', { apiGroup: 'of', resource: 'unheard' }],
    ['*', { apiGroup: '*', resource: '*' }],
    ['*.apps', { apiGroup: 'apps', resource: '*' }],
    ['/metrics', { path: '/metrics' }],
  ])('is known: %s', (what, request) => {
    expect(asked(what)).toEqual({ request: { verb: 'get', ...request } });
  });

  it.each([
    ['users', ''],
    ['groups', ''],
    ['userextras/scopes', 'authentication.k8s.io'],
  ])('may be what is no object, but can be impersonated: %s', (what, apiGroup) => {
    expect(asked(what)).toMatchObject({ request: { apiGroup, resource: what.split('/')[0] } });
  });

  it('may be one object', () => {
    expect(asked('pods/log', 'x')).toEqual({ request: { verb: 'get', apiGroup: '', resource: 'pods', subresource: 'log', name: 'x' } });
  });

  it('is not known without its group where none, or more than one, has it', () => {
    expect(asked('things')).toEqual({ groups: [] });
    expect(asked('configs')).toEqual({
      groups: ['imageregistry.operator.openshift.io', 'operator.openshift.io', 'samples.operator.openshift.io'],
    });
    expect(asked('backups')).toEqual({ groups: ['example.com', 'other.example.com'] });
  });
});

describe('a verb or namespace that nobody knows', () => {
  it('is told, with the nearest one', () => {
    expect(unknownVerb('gett', SIDE)).toEqual({ nearest: 'get' });
    expect(unknownVerb('frobnicate', SIDE)).toEqual({ nearest: undefined });
    expect(unknownNamespace('defualt', SIDE)).toEqual({ nearest: 'default' });
  });

  it('is none where Kubernetes or the input has it', () => {
    expect(unknownVerb('escalate', SIDE)).toBeUndefined();
    expect(unknownNamespace('a', SIDE)).toBeUndefined();
    expect(unknownNamespace('kube-system', SIDE)).toBeUndefined();
  });
});
