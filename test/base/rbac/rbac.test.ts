import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { BoundSubjects, Rbac } from '../../../src/base/rbac/bound.js';
import { rolesFor } from '../../../src/base/rbac/default-roles.js';
import { isKubernetesBinding } from '../../../src/base/rbac/default-subjects.js';
import { rbacOf } from '../../../src/base/rbac/rbac.js';
import { allow, binding, role } from '../../support/rbac.js';
import { bind } from '../../support/rbac-in-short.js';
import { alone } from '../../support/review.js';

const ALICE = { kind: 'User', name: 'alice' };
const READER = role('reader', allow('get', 'pods'));

/** The index of these objects, without the bindings of Kubernetes. */
function indexOf(objects: readonly KubernetesObject[]): Rbac {
  return rbacOf(alone(objects), rolesFor(alone(objects)));
}

/** The subjects other than the holders of Kubernetes' own roles, as `kind namespace/name: where`. */
function subjects(...objects: readonly KubernetesObject[]): string[] {
  return [...indexOf(objects).bySubject.values()]
    .filter(({ subject }) => subject.kind !== 'RoleHolder')
    .map(({ subject: { kind, namespace, name }, everywhere, inNamespace }) => {
      const where = [...(everywhere.length > 0 ? ['*'] : []), ...inNamespace.keys()].join();
      return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}: ${where}`;
    });
}

describe('the subjects of bindings', () => {
  it.each([
    ['a user', ALICE, 'User alice'],
    ['a group', { kind: 'Group', name: 'growers' }, 'Group growers'],
    ['an account', { kind: 'ServiceAccount', namespace: 'b', name: 'robot' }, 'ServiceAccount b/robot'],
    ['an account of the binding’s own namespace', { kind: 'ServiceAccount', name: 'robot' }, 'ServiceAccount a/robot'],
    ['an account by its user name', { kind: 'User', name: 'system:serviceaccount:b:robot' }, 'ServiceAccount b/robot'],
    ['a user whose name only looks like that', { kind: 'User', name: 'system:serviceaccount:b' }, 'User system:serviceaccount:b'],
  ])('may be %s', (_, subject, text) => {
    expect(subjects(READER, binding('a/x', 'ClusterRole/reader', subject))).toEqual([`${text}: a`]);
  });

  it('are nobody where the authorizer would find nobody', () => {
    const nobody = [
      { kind: 'ServiceAccount', name: 'robot' },
      { kind: 'Robot', name: 'robot' },
    ];
    expect(subjects(READER, binding('x', 'ClusterRole/reader', ...nobody))).toEqual([]);
  });

  it('hold a role once, however often a binding names them', () => {
    const { bySubject } = indexOf([READER, binding('x', 'ClusterRole/reader', ALICE, ALICE)]);
    expect([...bySubject.values()].map(({ everywhere }) => everywhere.length)).toEqual([1, 1, 1, 1]);
  });

  it('hold no role that is missing, of another namespace, or of another API group', () => {
    const foreign = { ...binding('a/x', 'ClusterRole/reader', ALICE), apiVersion: 'example.com/v1' };
    expect(subjects(READER, foreign)).toEqual([]);
    expect(subjects({ ...READER, apiVersion: 'example.com/v1' }, binding('a/x', 'ClusterRole/reader', ALICE))).toEqual([]);
    expect(subjects(role('b/reader'), binding('a/x', 'Role/reader', ALICE), binding('x', 'Role/reader', ALICE))).toEqual([]);
  });

  it('stand in the namespace default where none is written', () => {
    const { namespace: _, ...metadata } = { ...binding('a/x', 'Role/reader', ALICE).metadata };
    const unplaced = { ...binding('a/x', 'Role/reader', ALICE), metadata };
    expect(subjects(role('default/reader'), unplaced)).toEqual(['User alice: default']);
  });
});

it("a given ClusterRole takes the place of Kubernetes' own of that name", () => {
  const own = role('view', allow('get', 'secrets'));
  const { bySubject } = indexOf([own]);
  expect([...bySubject.values()].map(({ subject }) => subject.name)).toEqual(['admin', 'edit']);
});

function bindingsOf(...objects: readonly KubernetesObject[]): readonly BoundSubjects[] {
  return indexOf(objects).bindings;
}

describe('bindings', () => {
  it('are one where they differ by nothing but their namespace', () => {
    const [b, a] = [bind('b/reader', 'view', 'User eve'), bind('a/reader', 'view', 'User eve')];
    expect(bindingsOf(b, a)).toEqual([
      {
        binding: b,
        subjects: [{ kind: 'User', name: 'eve' }],
        namespaces: ['a', 'b'],
        items: [{ object: b }, { object: a }],
        isDefault: false,
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
    expect(bindingsOf(...all)).toHaveLength(4);
  });

  it('stand in the namespace default where they name none', () => {
    const object = { ...bind('a/r', 'view', 'ServiceAccount a/ci'), metadata: { name: 'r' } };
    expect(bindingsOf(object).map(({ namespaces }) => namespaces)).toEqual([['default']]);
  });

  it('know a ServiceAccount without a namespace, or by its user name', () => {
    const object = {
      ...bind('a/r', 'view'),
      subjects: [
        { kind: 'ServiceAccount', name: 'one' },
        { kind: 'User', name: 'system:serviceaccount:b:two' },
      ],
    };
    expect(bindingsOf(object)[0]?.subjects).toEqual([
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
    expect(bindingsOf(object)[0]?.subjects).toEqual([]);
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
    ['system:controller:mine', 'system:controller:mine', 'ServiceAccount kube-system/mallory', true],
    ['system:controller:job-controller', 'system:controller:job-controller', 'ServiceAccount kube-system/mallory', true],
  ])('count but for those that every cluster has: %s to %s for %s', (name, roleName, subject, counts) => {
    expect(bindingsOf(bind(name, roleName, subject)).filter((one) => !isKubernetesBinding(one.binding))).toHaveLength(counts ? 1 : 0);
  });
});
