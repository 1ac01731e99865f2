import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { holdersOf } from '../../src/review/holders.js';
import { allow, binding, role } from '../support/rbac.js';
import { alone } from '../support/review.js';

const ALICE = { kind: 'User', name: 'alice' };
const READER = role('reader', allow('get', 'pods'));

/** The subjects other than the holders of Kubernetes' own roles, as `kind namespace/name: where`. */
function subjects(...objects: readonly KubernetesObject[]): string[] {
  return [...holdersOf(alone(objects)).bySubject.values()]
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
    const { bySubject } = holdersOf(alone([READER, binding('x', 'ClusterRole/reader', ALICE, ALICE)]));
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
  const { bySubject } = holdersOf(alone([own]));
  expect([...bySubject.values()].map(({ subject }) => subject.name)).toEqual(['admin', 'edit']);
});
