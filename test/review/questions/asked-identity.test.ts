import { describe, expect, it } from 'vitest';
import { askedIdentity } from '../../../src/review/questions/asked-identity.js';
import { csv, group, namespace } from '../../support/build.js';
import { contending } from '../../support/contending.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { binding } from '../../support/rbac.js';
import { stateOf } from '../../support/review.js';

const SIDE = stateOf(
  ...['a', 'op'].map((name) => namespace(name)),
  group('op/etcd', { targets: ['a'] }),
  csv('op/etcd.v1', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] })),
  binding(
    'a/growers',
    'ClusterRole/view',
    { kind: 'Group', name: 'growers' },
    { kind: 'User', name: 'alice' },
    { kind: 'User', name: 'a/bob' },
  ),
);
const ROBOT = { kind: 'ServiceAccount', namespace: 'op', name: 'robot' };
const ROBOTS = ['system:serviceaccounts', 'system:serviceaccounts:op', 'system:authenticated'];

describe('who is asked about', () => {
  it.each(['op/robot', 'system:serviceaccount:op:robot'])('is the account %s, with the groups that it is always in', (as) => {
    expect(askedIdentity(as, [], SIDE)).toEqual({ subject: ROBOT, groups: ROBOTS });
  });

  it('is an account in further groups', () => {
    expect(askedIdentity('op/robot', ['growers'], SIDE)).toEqual({
      subject: ROBOT,
      groups: [...ROBOTS, 'growers'],
    });
  });

  it('is a user, also one whose name looks like an account', () => {
    expect(askedIdentity('alice', [], SIDE)).toEqual({ subject: { kind: 'User', name: 'alice' }, groups: ['system:authenticated'] });
    expect(askedIdentity('a/bob', [], SIDE)).toMatchObject({ subject: { kind: 'User', name: 'a/bob' } });
  });

  it('is a group, with the one that all who log in are in', () => {
    expect(askedIdentity(undefined, ['growers'], SIDE)).toEqual({
      subject: { kind: 'Group', name: 'growers' },
      groups: ['system:authenticated'],
    });
    expect(askedIdentity(undefined, ['system:authenticated'], SIDE)).toMatchObject({ groups: [] });
  });

  it('is nobody who logged in', () => {
    expect(askedIdentity('system:anonymous', [], SIDE)).toMatchObject({ groups: ['system:unauthenticated'] });
    expect(askedIdentity(undefined, ['system:unauthenticated'], SIDE)).toMatchObject({ groups: [] });
  });

  it('is a user whom nothing names, where a group is named', () => {
    expect(askedIdentity('zoe', ['growers'], SIDE)).toEqual({
      subject: { kind: 'User', name: 'zoe' },
      groups: ['growers', 'system:authenticated'],
    });
  });

  it('is the account that Kubernetes makes in every namespace', () => {
    expect(askedIdentity('a/default', [], SIDE)).toMatchObject({ subject: { kind: 'ServiceAccount', namespace: 'a', name: 'default' } });
    expect(askedIdentity('nowhere/default', [], SIDE)).toHaveProperty('unknown');
  });

  it('is an account that OLM makes only in some orders', () => {
    expect(askedIdentity('op-b/robot', [], stateOf(...contending()))).toHaveProperty('subject');
  });

  it.each([
    ['op/robto', { kind: 'ServiceAccount', namespace: 'op', name: 'robto' }, 'op/robot'],
    ['system:serviceaccount:op:robots', { kind: 'ServiceAccount', namespace: 'op', name: 'robots' }, 'op/robot'],
    ['somewhere/robot', { kind: 'ServiceAccount', namespace: 'somewhere', name: 'robot' }, 'op/robot'],
    ['robot', { kind: 'User', name: 'robot' }, 'op/robot'],
    ['alcie', { kind: 'User', name: 'alcie' }, 'alice'],
    ['completely-different', { kind: 'User', name: 'completely-different' }, undefined],
  ])('is unknown, with the closest name: %s', (as, unknown, nearest) => {
    expect(askedIdentity(as, [], SIDE)).toEqual({ unknown, nearest });
  });

  it('is unknown in a group that nothing names', () => {
    expect(askedIdentity('alice', ['grower'], SIDE)).toEqual({ unknown: { kind: 'Group', name: 'grower' }, nearest: 'growers' });
    expect(askedIdentity(undefined, ['system:serviceaccounts:b'], SIDE)).toHaveProperty('unknown');
    expect(askedIdentity(undefined, ['system:serviceaccounts:a'], SIDE)).toHaveProperty('subject');
  });
});
