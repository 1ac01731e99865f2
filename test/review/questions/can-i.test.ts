import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/base/rbac/authorizer.js';
import type { GrantSubject } from '../../../src/base/rbac/grant.js';
import type { AskedIdentity } from '../../../src/review/questions/asked-identity.js';
import { canI, rightsOf } from '../../../src/review/questions/can-i.js';
import { namespace } from '../../support/build.js';
import { contending } from '../../support/contending.js';
import { allow, binding, role, unplaced } from '../../support/rbac.js';
import { stateOf } from '../../support/review.js';

const ROBOT: GrantSubject = { kind: 'ServiceAccount', namespace: 'a', name: 'robot' };
const ROBOTS = { kind: 'Group', name: 'system:serviceaccounts:a' };
const ALICE = { kind: 'User', name: 'alice' };
const AS_ROBOT: AskedIdentity = { subject: ROBOT, groups: ['system:serviceaccounts:a', 'system:authenticated'] };
const GET_PODS: AccessRequest = { verb: 'get', apiGroup: '', resource: 'pods' };
const LIST_NODES: AccessRequest = { verb: 'list', apiGroup: '', resource: 'nodes' };

const state = stateOf(
  ...['a', 'b'].map((name) => namespace(name)),
  role('a/pods', allow('get', 'pods')),
  binding('a/pods', 'Role/pods', ROBOT),
  role('nodes', allow('list', 'nodes')),
  binding('nodes', 'ClusterRole/nodes', ROBOTS),
  binding('b/gone', 'ClusterRole/gone', ROBOT),
  role('secrets', allow('get', 'secrets')),
  binding('secrets', 'ClusterRole/secrets', ALICE),
);

describe('whether somebody can do something', () => {
  it('is yes by its own permissions, in the namespaces that it has them in', () => {
    expect(canI(state, AS_ROBOT, GET_PODS)).toMatchObject({ answer: 'yes', allowed: [{ subject: ROBOT, scope: ['a'] }] });
    expect(canI(state, AS_ROBOT, GET_PODS, { namespace: 'a' })).toMatchObject({ answer: 'yes' });
    expect(canI(state, AS_ROBOT, { ...GET_PODS, verb: 'delete' }, { namespace: 'a' })).toEqual({
      answer: 'no',
      allowed: [],
      perhaps: [],
      unknownOperators: [],
    });
  });

  it('is yes by those of a group that it is in, and it says which', () => {
    expect(canI(state, AS_ROBOT, LIST_NODES, { allNamespaces: true })).toMatchObject({
      answer: 'yes',
      allowed: [{ subject: ROBOTS, scope: 'cluster' }],
    });
    expect(canI(state, { ...AS_ROBOT, groups: [] }, LIST_NODES).answer).toBe('no');
  });

  it('is no in all namespaces at once for what it can do in some', () => {
    expect(canI(state, AS_ROBOT, GET_PODS, { allNamespaces: true }).answer).toBe('no');
  });

  it('is perhaps where its role is not known', () => {
    expect(canI(state, AS_ROBOT, GET_PODS, { namespace: 'b' })).toMatchObject({
      answer: 'perhaps',
      allowed: [],
      perhaps: [{ subject: ROBOT, scope: ['b'], role: { kind: 'ClusterRole', name: 'gone' } }],
    });
  });

  it('is no for what others can do', () => {
    expect(canI(state, AS_ROBOT, { ...GET_PODS, resource: 'secrets' }, { namespace: 'a' })).toEqual({
      answer: 'no',
      allowed: [],
      perhaps: [],
      unknownOperators: [],
    });
  });
});

describe('all that somebody can do', () => {
  const rights = rightsOf(state, AS_ROBOT);

  it('is what it and its groups have, each with its scope', () => {
    expect(rights.grants.map(({ subject, scope, right }) => ({ subject, scope, right }))).toEqual([
      { subject: ROBOTS, scope: 'cluster', right: { verbs: ['list'], apiGroup: '', resource: 'nodes' } },
      { subject: ROBOT, scope: ['a'], right: { verbs: ['get'], apiGroup: '', resource: 'pods' } },
    ]);
  });

  it('is apart what every cluster gives its groups', () => {
    expect(new Set(rights.everyone.map(({ subject }) => subject.name))).toEqual(new Set(['system:authenticated']));
    expect(rights.everyone.map(({ right }) => right.nonResourceURL ?? right.resource)).toContain('selfsubjectaccessreviews');
  });

  it('is of a group itself all that it has', () => {
    const everybody = rightsOf(state, { subject: { kind: 'Group', name: 'system:authenticated' }, groups: [] });
    expect(everybody.everyone).toEqual([]);
    expect(everybody.grants).toEqual(rights.everyone);
  });

  it('is perhaps more where its role is not known', () => {
    expect(rights.perhaps).toEqual([
      {
        subject: ROBOT,
        scope: ['b'],
        binding: { kind: 'RoleBinding', namespace: 'b', name: 'gone' },
        role: { kind: 'ClusterRole', name: 'gone' },
      },
    ]);
  });

  it('is perhaps what OLM gives it only in some orders', () => {
    const open = rightsOf(stateOf(...contending()), { subject: { kind: 'ServiceAccount', namespace: 'op-b', name: 'robot' }, groups: [] });
    expect(open).toMatchObject({
      grants: [{ scope: ['op-b'] }],
      perhaps: [
        {
          scope: ['tenant'],
          right: { verbs: ['get'], apiGroup: '', resource: 'secrets' },
          dependsOn: { csv: { namespace: 'op-b', name: 'bar' }, rivals: [{ namespace: 'op-a', name: 'foo' }] },
        },
      ],
    });
  });

  it('is perhaps what a binding without a namespace grants, should it be applied there', () => {
    const open = stateOf(namespace('a'), unplaced(binding('a/x', 'ClusterRole/view', ALICE)));
    const alice: AskedIdentity = { subject: ALICE as GrantSubject, groups: [] };
    expect(rightsOf(open, alice, { namespace: 'a' })).toMatchObject({ grants: [], perhaps: [{ scope: ['a'], isPlaceOpen: true }] });
    expect(canI(open, alice, GET_PODS, { namespace: 'a' }).answer).toBe('perhaps');
    expect(canI(open, alice, GET_PODS, { namespace: 'default' }).answer).toBe('yes');
  });

  it('is in one namespace what it has there or everywhere, and nothing of other namespaces', () => {
    expect(rightsOf(state, AS_ROBOT, { namespace: 'b' })).toMatchObject({ grants: [{ scope: 'cluster' }], perhaps: [{ scope: ['b'] }] });
    expect(rightsOf(state, AS_ROBOT, { namespace: 'a' })).toMatchObject({
      grants: [{ scope: 'cluster' }, { scope: ['a'] }],
      perhaps: [],
      unknownOperators: [],
    });
    expect(rightsOf(state, AS_ROBOT, { allNamespaces: true })).toMatchObject({
      grants: [{ scope: 'cluster' }],
      perhaps: [],
      unknownOperators: [],
    });
  });
});
