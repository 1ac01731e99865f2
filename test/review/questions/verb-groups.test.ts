import { describe, expect, it } from 'vitest';
import { whoCanVerbs } from '../../../src/review/questions/verb-groups.js';
import { namespace } from '../../support/build.js';
import { allow, binding, role } from '../../support/rbac.js';
import { stateOf } from '../../support/states.js';

const ROBOT = { kind: 'User', name: 'robot' };
const state = stateOf(
  namespace('a'),
  role('a/some', allow('get', 'secrets'), allow('patch', 'secrets')),
  binding('a/some', 'Role/some', ROBOT),
  role('urls', { verbs: ['post'], nonResourceURLs: ['/x'] }),
  binding('urls', 'ClusterRole/urls', ROBOT),
);
const verbsOf = (verb: string, what: { apiGroup: string; resource: string } | { path: string } = { apiGroup: '', resource: 'secrets' }) =>
  whoCanVerbs(state, { verb, ...what }).allowed.flatMap(({ subject, scope, verbs }) => (subject.name === 'robot' ? [[scope, verbs]] : []));

describe('a group of verbs', () => {
  it('asks about each of them, and says which', () => {
    expect(verbsOf('read')).toEqual([[['a'], ['get']]]);
    expect(verbsOf('write')).toEqual([[['a'], ['patch']]]);
    expect(verbsOf('write', { path: '/x' })).toEqual([['cluster', ['post']]]);
  });

  it('leaves a verb alone as it is', () => {
    expect(verbsOf('get')).toEqual([[['a'], undefined]]);
  });
});
