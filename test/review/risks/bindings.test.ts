import { describe, expect, it } from 'vitest';
import { bindingsOf } from '../../../src/review/risks/bindings.js';
import { bind } from '../../support/rbac-in-short.js';
import { alone } from '../../support/review.js';

describe('bindings', () => {
  it('are one where they differ by nothing but their namespace', () => {
    const [b, a] = [bind('b/reader', 'view', 'User eve'), bind('a/reader', 'view', 'User eve')];
    expect(bindingsOf(alone([b, a]))).toEqual([
      {
        binding: b,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
        subjects: [{ kind: 'User', name: 'eve' }],
        namespaces: ['a', 'b'],
      },
    ]);
  });

  it('are several where subjects or roles differ', () => {
    const all = [
      bind('a/r', 'view', 'User eve'),
      bind('b/r', 'view', 'User bob'),
      bind('c/r', 'edit', 'User eve'),
      bind('r', 'view', 'User eve'),
    ];
    expect(bindingsOf(alone(all))).toHaveLength(4);
  });

  it('stand in the namespace default where they name none', () => {
    const object = { ...bind('a/r', 'view', 'ServiceAccount a/ci'), metadata: { name: 'r' } };
    expect(bindingsOf(alone([object])).map(({ namespaces }) => namespaces)).toEqual([['default']]);
  });

  it('know a ServiceAccount without a namespace, or by its user name', () => {
    const object = {
      ...bind('a/r', 'view'),
      subjects: [
        { kind: 'ServiceAccount', name: 'one' },
        { kind: 'User', name: 'system:serviceaccount:b:two' },
      ],
    };
    expect(bindingsOf(alone([object]))[0]?.subjects).toEqual([
      { kind: 'ServiceAccount', namespace: 'a', name: 'one' },
      { kind: 'ServiceAccount', namespace: 'b', name: 'two' },
    ]);
  });

  it('say nothing of subjects that Kubernetes does not know', () => {
    const object = {
      ...bind('r', 'view'),
      subjects: [
        { kind: 'Robot', name: 'r2' },
        { kind: 'ServiceAccount', name: 'homeless' },
      ],
    };
    expect(bindingsOf(alone([object]))[0]?.subjects).toEqual([]);
  });

  it.each([
    ['cluster-admin', 'cluster-admin', 'Group system:masters', false],
    ['cluster-admin', 'cluster-admin', 'Group ops', true],
    ['system:kube-scheduler', 'system:kube-scheduler', 'User system:kube-scheduler', false],
    ['system:controller:job-controller', 'system:controller:job-controller', 'ServiceAccount kube-system/job-controller', false],
    ['system:controller:job-controller', 'system:controller:job-controller', 'ServiceAccount team/job-controller', true],
    ['system:discovery', 'system:discovery', 'Group system:authenticated', false],
    ['system:discovery', 'cluster-admin', 'Group system:authenticated', true],
    ['system:mine', 'system:mine', 'Group devs', true],
  ])('count but for those that every cluster has: %s to %s for %s', (name, roleName, subject, counts) => {
    expect(bindingsOf(alone([bind(name, roleName, subject)]))).toHaveLength(counts ? 1 : 0);
  });
});
