import { describe, expect, it } from 'vitest';
import { allGrants } from '../../../src/review/questions/all-grants.js';
import { whoCan } from '../../../src/review/questions/who-can.js';
import type { State } from '../../../src/review/state/state.js';
import { crd } from '../../support/build.js';
import { allow, binding, role } from '../../support/rbac.js';
import { stateOf } from '../../support/review.js';

const EVE = { kind: 'User', name: 'eve' };
const CLUSTER_CRD = { ...crd('Cage.v1.example.com'), spec: { ...(crd('Cage.v1.example.com').spec as object), scope: 'Cluster' } };

/** What eve may do by these resources, as `scope resource`. */
function rights(state: State): string[] {
  return allGrants(state)
    .filter(({ subject }) => subject.name === 'eve')
    .map(({ scope, right }) => `${scope} ${right.resource}`);
}

const bound = (id: string, resources: string, apiGroup = '') => [
  role('r', allow('get', resources, { apiGroups: [apiGroup] })),
  binding(id, 'ClusterRole/r', EVE),
];

describe('a right on what belongs to no namespace', () => {
  it.each([
    ['nodes,nodes/proxy,persistentvolumes', ''],
    ['customresourcedefinitions', 'apiextensions.k8s.io'],
    ['cages,cages/status', 'example.com'],
  ])('is none where a RoleBinding gives it: %s', (resources, apiGroup) => {
    const state = { ...stateOf(...bound('a/b', resources, apiGroup)) };
    const withCrd = { ...state, objects: [...state.objects, CLUSTER_CRD] };
    expect(rights(withCrd)).toEqual([]);
    expect(
      whoCan(withCrd, { verb: 'get', apiGroup, resource: resources.split(',')[0] as string }).map(({ subject }) => subject),
    ).not.toContainEqual(EVE);
  });

  it('is one where a ClusterRoleBinding gives it', () => {
    const state = stateOf(...bound('b', 'nodes'));
    expect(rights(state)).toEqual(['cluster nodes']);
    expect(whoCan(state, { verb: 'get', apiGroup: '', resource: 'nodes' }).map(({ subject }) => subject)).toContainEqual(EVE);
  });

  it.each([
    ['namespaces', ''],
    ['clusterroles', 'rbac.authorization.k8s.io'],
    ['securitycontextconstraints', 'security.openshift.io'],
    ['pods', ''],
    ['*', ''],
  ])('is one, too, where the authorizer is asked in a namespace: %s', (resource, apiGroup) => {
    expect(rights(stateOf(...bound('a/b', resource, apiGroup)))).toEqual([`a ${resource}`]);
  });
});
