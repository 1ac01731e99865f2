import { expect, it } from 'vitest';
import { review } from '../../../src/review/compare/compare.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { allow, binding, role } from '../../support/rbac.js';
import { profileState } from '../../support/review.js';

const asked = asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] });
const fleet = (version: string, ...more: Parameters<typeof profileState>[1][]) =>
  profileState('olm', namespace('op'), group('op/etcd', { targets: ['op'] }), csv(`op/etcd.${version}`, asked), ...more);
const conditions = (verb: string, ...names: string[]) =>
  allow(verb, 'operatorconditions.operators.coreos.com', names.length > 0 ? { resourceNames: names } : {});
const bound = (rule: ReturnType<typeof allow>) => [
  role('op/more', rule),
  binding('op/more', 'Role/more', { kind: 'ServiceAccount', namespace: 'op', name: 'robot' }),
];

it('an upgrade grants nothing by the name of the OperatorCondition, which an operator writes itself', () => {
  const { gained, lost } = review(fleet('v1'), fleet('v2'));
  expect({ gained, lost }).toEqual({ gained: [], lost: [] });
});

it('nor where the account is default', () => {
  const plain = (version: string) => profileState('olm', namespace('op'), group('op/etcd', { targets: ['op'] }), csv(`op/etcd.${version}`));
  const { gained, findings } = review(plain('v1'), plain('v2'));
  expect({ gained, told: findings.map(({ finding }) => finding.id).filter((id) => id === 'default-account-rights') }).toEqual({
    gained: [],
    told: [],
  });
});

it.each([
  ['the condition of another operator', conditions('update', 'other.v1')],
  ['all conditions', conditions('update')],
  ['another verb', conditions('delete', 'etcd.v2')],
])('is a gain for all that: %s', (_, rule) => {
  expect(review(fleet('v1'), fleet('v2', ...bound(rule))).gained).toHaveLength(1);
});
