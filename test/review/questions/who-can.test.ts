import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { AccessRequest } from '../../../src/base/rbac/authorizer.js';
import type { GrantPath } from '../../../src/base/rbac/grant.js';
import { type Allowed, whoCan, whoPerhapsCan } from '../../../src/review/questions/who-can.js';
import { namespace } from '../../support/build.js';
import { contending } from '../../support/contending.js';
import { aggregating, allow, binding, labelled, role, unplaced } from '../../support/rbac.js';
import { stateOf } from '../../support/review.js';

const ALICE = { kind: 'User', name: 'alice' };
const ROBOT = { kind: 'ServiceAccount', namespace: 'a', name: 'robot' };
const GET_THINGS: AccessRequest = { verb: 'get', apiGroup: '', resource: 'things' };
const THINGS = allow('get', 'things');

function ask(objects: readonly KubernetesObject[], request = GET_THINGS, where?: string): Pick<Allowed, 'subject' | 'scope'>[] {
  const state = stateOf(...['a', 'b', 'c'].map((name) => namespace(name)), ...objects);
  return whoCan(state, request, { namespace: where })
    .filter(({ paths }) => !paths.some(isDefault))
    .map(({ subject, scope }) => ({ subject, scope }));
}

/** Through a binding that every cluster has. */
function isDefault({ binding: by }: GrantPath): boolean {
  return by?.name === 'cluster-admin' || by?.name.startsWith('system:') === true;
}

describe('who can', () => {
  const local = ['b', 'a'].flatMap((name) => [role(`${name}/x`, THINGS), binding(`${name}/x`, 'Role/x', ALICE, ROBOT)]);

  it('is everyone whom a binding gives it to, with the namespaces', () => {
    expect(ask(local)).toEqual([
      { subject: ROBOT, scope: ['a', 'b'] },
      { subject: ALICE, scope: ['a', 'b'] },
    ]);
  });

  it('is in one namespace whoever may there, or in the whole cluster', () => {
    const everywhere = [role('x', THINGS), binding('x', 'ClusterRole/x', ALICE)];
    expect(ask(local, GET_THINGS, 'c')).toEqual([]);
    expect(ask([...local, ...everywhere], GET_THINGS, 'b')).toEqual([
      { subject: ROBOT, scope: ['b'] },
      { subject: ALICE, scope: 'cluster' },
      { subject: ALICE, scope: ['b'] },
    ]);
  });

  it('is whoever holds a role that collects the right, wherever that is bound', () => {
    expect(ask([aggregating('sum'), labelled('leaf', { to: 'sum' }, THINGS)])).toEqual([
      { subject: { kind: 'RoleHolder', name: 'sum' }, scope: 'where-bound' },
    ]);
  });

  it('is by a URL only who has it in the whole cluster', () => {
    const metrics = role('x', { verbs: ['get'], nonResourceURLs: ['/metrics'] });
    const request: AccessRequest = { verb: 'get', path: '/metrics' };
    expect(ask([metrics, binding('a/x', 'ClusterRole/x', ALICE)], request, 'a')).toEqual([]);
    expect(ask([metrics, binding('x', 'ClusterRole/x', ALICE)], request, 'a')).toEqual([{ subject: ALICE, scope: 'cluster' }]);
  });

  it('names every way once', () => {
    const objects = [...local, role('y', allow('*', '*')), binding('b/y', 'ClusterRole/y', ALICE)];
    const state = stateOf(...['a', 'b'].map((name) => namespace(name)), ...objects);
    const alice = whoCan(state, GET_THINGS).find(({ subject }) => subject.name === 'alice');
    expect(alice?.paths).toEqual([
      { binding: { kind: 'RoleBinding', namespace: 'a', name: 'x' }, roles: [{ kind: 'Role', namespace: 'a', name: 'x' }], rule: 0 },
      { binding: { kind: 'RoleBinding', namespace: 'b', name: 'y' }, roles: [{ kind: 'ClusterRole', name: 'y' }], rule: 0 },
    ]);
  });

  it('is those, too, whom Kubernetes itself lets', () => {
    const allowed = (request: AccessRequest) => whoCan(stateOf(), request).map(({ subject: { kind, name } }) => `${kind} ${name}`);
    expect(allowed({ verb: 'get', path: '/healthz' })).toEqual([
      'Group system:authenticated',
      'Group system:masters',
      'Group system:monitoring',
      'Group system:unauthenticated',
    ]);
    expect(allowed({ verb: 'escalate', apiGroup: 'rbac.authorization.k8s.io', resource: 'clusterroles' })).toEqual([
      'Group system:masters',
      'ServiceAccount clusterrole-aggregation-controller',
    ]);
  });
});

describe('who perhaps can', () => {
  const request: AccessRequest = { verb: 'get', apiGroup: '', resource: 'secrets' };

  it('is whom OLM gives it only in some orders, with the CSVs that it depends on', () => {
    const state = stateOf(...contending());
    expect(whoPerhapsCan(state, request, { namespace: 'tenant' })).toMatchObject([
      {
        subject: { kind: 'ServiceAccount', namespace: 'op-b', name: 'robot' },
        scope: ['tenant'],
        dependsOn: {
          csv: { kind: 'ClusterServiceVersion', namespace: 'op-b', name: 'bar' },
          rivals: [{ kind: 'ClusterServiceVersion', namespace: 'op-a', name: 'foo' }],
        },
      },
    ]);
    expect(whoPerhapsCan(state, request, { namespace: 'op-b' })).toEqual([]);
  });

  it('is whom a binding without a namespace gives it, should it be applied there', () => {
    const open = unplaced(binding('a/x', 'ClusterRole/x', ALICE));
    const state = stateOf(namespace('a'), role('x', allow('get', 'secrets')), open);
    const entry = { subject: ALICE, scope: ['a'], binding: { kind: 'RoleBinding', name: 'x' }, role: { kind: 'ClusterRole', name: 'x' } };
    expect(whoPerhapsCan(state, request, { namespace: 'a' })).toEqual([{ ...entry, isPlaceOpen: true }]);
    expect(whoPerhapsCan(state, request, { namespace: 'default' })).toEqual([]);
    expect(whoPerhapsCan(state, { ...request, verb: 'list' }, { namespace: 'a' })).toEqual([]);
    expect(whoPerhapsCan(state, { ...request, resource: 'nodes' }, { namespace: 'a' })).toEqual([]);
  });

  it('is whom a binding without a namespace gives a role that is elsewhere, or unknown', () => {
    const state = stateOf(namespace('a'), role('a/y', allow('get', 'secrets')), unplaced(binding('a/x', 'Role/y', ALICE)));
    expect(whoPerhapsCan(state, request, { namespace: 'a' })).toMatchObject([{ subject: ALICE, scope: ['a'], isPlaceOpen: true }]);
  });
});
