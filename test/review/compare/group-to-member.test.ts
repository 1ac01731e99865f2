/** What a group that everybody is in had before, a member does not gain. */
import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { Subject } from '../../../src/base/kubernetes/rbac.js';
import { review } from '../../../src/review/compare/compare.js';
import { reported } from '../../../src/review/compare/review.js';
import { riskFinders } from '../../../src/review/rules/index.js';
import { namespace } from '../../support/build.js';
import { allow, binding, role } from '../../support/rbac.js';
import { stateOf } from '../../support/review.js';

const GROUP = (name: string): Subject => ({ kind: 'Group', name });
const ACCOUNT: Subject = { kind: 'ServiceAccount', namespace: 'op', name: 'robot' };
const USER: Subject = { kind: 'User', name: 'jane' };
const READER = role('reader', allow('get', 'secrets'));

const NONE = { gained: [], errors: [] };

function changes(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): object {
  const state = (objects: readonly KubernetesObject[]) => stateOf(...['op', 'x'].map((name) => namespace(name)), ...objects);
  const result = review(state(before), state(after), riskFinders());
  return {
    gained: result.gained.map(({ subject, scope, right }) => [subject.name, scope, right.verbs]),
    errors: reported(result, 'new', 'risk')
      .filter(({ severity }) => severity === 'error')
      .map(({ id, subject }) => [id, subject.name]),
  };
}

const bound = (id: string, subject: Subject, of = READER): KubernetesObject[] => [
  of,
  binding(id, `ClusterRole/${of.metadata.name}`, subject),
];

it.each([
  ['an account', 'system:serviceaccounts', ACCOUNT],
  ['an account of the namespace', 'system:serviceaccounts:op', ACCOUNT],
  ['an account that logs in', 'system:authenticated', ACCOUNT],
  ['a user', 'system:authenticated', USER],
  ['the accounts of a namespace', 'system:serviceaccounts', GROUP('system:serviceaccounts:op')],
  ['a group of people', 'system:authenticated', GROUP('devs')],
])('%s gains nothing that %s had', (_, group, member) => {
  expect(changes(bound('b', GROUP(group)), bound('b', member))).toEqual(NONE);
  expect(changes(bound('op/b', GROUP(group)), bound('op/b', member))).toEqual(NONE);
});

it.each([
  ['an account of another namespace', 'system:serviceaccounts:x', ACCOUNT],
  ['a user, of accounts', 'system:serviceaccounts', USER],
  ['whoever did not log in', 'system:authenticated', GROUP('system:unauthenticated')],
  ['all accounts, of those of a namespace', 'system:serviceaccounts:op', GROUP('system:serviceaccounts')],
])('%s gains what %s had', (_, group, member) => {
  expect(changes(bound('b', GROUP(group)), bound('b', member))).toMatchObject({ gained: [[member.name, 'cluster', ['get']]] });
});

it('more than the group had is gained', () => {
  const more = role('reader', allow('get,list', 'secrets'));
  expect(changes(bound('b', GROUP('system:serviceaccounts')), bound('b', ACCOUNT, more))).toMatchObject({
    gained: [['robot', 'cluster', ['list']]],
    errors: [['secrets-read', 'robot']],
  });
  // All namespaces are more than one.
  expect(changes(bound('op/b', GROUP('system:serviceaccounts')), bound('b', ACCOUNT))).toMatchObject({
    gained: [['robot', 'cluster', ['get']]],
    errors: [['secrets-read', 'robot']],
  });
});
