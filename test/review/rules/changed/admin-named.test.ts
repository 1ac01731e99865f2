import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { adminNamed } from '../../../../src/review/rules/changed/embedded.js';
import { namespace } from '../../../support/build.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const object = (apiVersion: string, kind: string, spec: object): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace: 'op' },
  spec,
});
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) =>
  adminNamed.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), after)).map(({ message }) => message);

describe('admin-named', () => {
  it.each([
    ['capsule.clastix.io/v1beta2', 'Tenant', { additionalRoleBindings: [{ clusterRoleName: 'cluster-admin' }] }, 'cluster-admin'],
    ['management.cattle.io/v3', 'ClusterRoleTemplateBinding', { roleTemplateName: 'cluster-owner' }, 'cluster-owner'],
    ['cert-manager.io/v1', 'Certificate', { subject: { organizations: ['system:masters'] } }, 'system:masters'],
    ['helm.toolkit.fluxcd.io/v2', 'HelmRelease', { values: { role: { name: 'cluster-admin' } } }, 'cluster-admin'],
  ])('tells of one of %s, kind %s', (apiVersion, kind, spec, name) => {
    expect(told(object(apiVersion, kind, spec))?.[0]).toMatch(new RegExp(`^${kind} op/a names ${name} in spec\\.`));
  });

  it('says where', () => {
    expect(told(object('example.com/v1', 'Tenant', { bindings: [{ role: 'cluster-admin' }] }))).toEqual([
      'Tenant op/a names cluster-admin in spec.bindings[0].role; what its controller makes of that was not reviewed',
    ]);
  });

  it('tells of another subject of the same binding', () => {
    const tenant = (subject: string) => object('example.com/v1', 'Tenant', { bindings: [{ role: 'cluster-admin', subjects: [subject] }] });
    expect(told(tenant('mallory'), tenant('alice'))).toHaveLength(1);
  });

  it('says nothing of a policy that only refuses, which is a cluster-setting, but of one that makes objects', () => {
    const policy = (rule: object) => object('kyverno.io/v1', 'ClusterPolicy', { rules: [{ name: 'a', ...rule }] });
    const deny = {
      deny: { conditions: { any: [{ key: '{{ request.object.roleRef.name }}', operator: 'Equals', value: 'cluster-admin' }] } },
    };
    expect(told(policy({ validate: deny, exclude: { any: [{ clusterRoles: ['cluster-admin'] }] } }))).toEqual([]);
    expect(told(policy({ generate: { kind: 'Other', data: { spec: { role: 'cluster-admin' } } } }))).toHaveLength(1);
    expect(told(policy({ mutate: { patchStrategicMerge: { spec: { role: 'cluster-admin' } } } }))).toHaveLength(1);
  });

  it('says nothing of what was there, in whatever order, of bindings and of other texts', () => {
    const [a, b] = [{ role: 'cluster-admin' }, { role: 'view' }];
    const tenant = (...bindings: readonly object[]) => object('example.com/v1', 'Tenant', { bindings });
    expect(told(tenant(b, a), tenant(a, b))).toEqual([]);
    expect(told(bind('a', 'cluster-admin', 'User a'))).toEqual([]);
    expect(told(tenant({ role: 'cluster-admin-of-the-team' }))).toEqual([]);
  });
});
