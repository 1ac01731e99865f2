import { describe, expect, it } from 'vitest';
import type { Grant } from '../../../../src/base/rbac/grant.js';
import { review } from '../../../../src/review/compare/compare.js';
import { reported } from '../../../../src/review/compare/review.js';
import { accessOf } from '../../../../src/review/rules/access/access.js';
import { orderDependentPermission } from '../../../../src/review/rules/held/order-dependent-permission.js';
import type { State } from '../../../../src/review/state/state.js';
import { csv, group, namespace } from '../../../support/build.js';
import { contending } from '../../../support/contending.js';
import { asking } from '../../../support/permissions.js';
import { profileState, stateOf } from '../../../support/review.js';

it('order-dependent-permission tells what the operator that loses here has where it wins, and why', () => {
  const found = orderDependentPermission.find?.(accessOf(stateOf(...contending()))) ?? [];
  expect(found.map(({ message, fix }) => [message, fix])).toEqual([
    [
      'ServiceAccount op-b/robot perhaps can get secrets in tenant: it depends on whether OLM processes op-b/bar or op-a/foo first',
      'follow the finding about op-b/bar',
    ],
  ]);
});

it('says nothing where one operator is alone', () => {
  const alone = contending().filter(({ kind, metadata }) => kind !== 'ClusterServiceVersion' || metadata.namespace !== 'op-b');
  expect(orderDependentPermission.find?.(accessOf(stateOf(...alone)))).toEqual([]);
});

it('is counted by a review, which adds the second operator', () => {
  const [base, head] = [stateOf(...contending().slice(0, -1)), stateOf(...contending())];
  const ofLoser = review(base, head).gained.filter(({ subject }) => 'namespace' in subject && subject.namespace === 'op-b');
  expect(ofLoser.map(({ scope }) => scope)).toEqual([['op-b', 'tenant']]);
});

it('is a new risk of the change that adds the second operator', () => {
  const [base, head] = [stateOf(...contending().slice(0, -1)), stateOf(...contending())];
  expect(reported(review(base, head), 'new', 'risk').map(({ id }) => id)).toContain('order-dependent-permission');
  expect(reported(review(head, head), 'unchanged', 'risk').map(({ id }) => id)).toContain('order-dependent-permission');
});

describe('where a target namespace is missing, OLM stops at it, in the order of a map', () => {
  const NAMESPACES = ['op', 'a', 'b'].map((name) => namespace(name));
  const READ = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
  const operator = csv('op/foo', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ] }] }));
  const targeting = (...targets: readonly string[]): State => profileState('olm', ...NAMESPACES, group('op/og', { targets }), operator);
  const scopes = (grants: readonly Grant[]): unknown[] => grants.map(({ subject, scope }) => ['name' in subject && subject.name, scope]);

  it('tells that the order of the targets decides, not that of CSVs', () => {
    const found = orderDependentPermission.find?.(accessOf(targeting('a', 'missing'))) ?? [];
    expect(found.map(({ message }) => message)).toEqual([
      'ServiceAccount op/robot perhaps can get secrets in a: it depends on the order in which OLM processes the target namespaces of op/foo',
    ]);
  });

  it('a review counts what OLM may give as gained', () => {
    const { gained, lost } = review(targeting('b'), targeting('a', 'missing'));
    expect(scopes(gained)).toEqual([['robot', ['a']]]);
    expect(scopes(lost)).toEqual([['robot', ['b']]]);
  });

  it('a review does not count as lost what OLM may still give', () => {
    expect(review(targeting('a'), targeting('a', 'missing'))).toMatchObject({ gained: [], lost: [] });
  });

  it('a review counts as gained what OLM gave perhaps, and gives in any order now', () => {
    const { gained, lost } = review(targeting('a', 'missing'), targeting('a'));
    expect([scopes(gained), lost]).toEqual([[['robot', ['a']]], []]);
  });

  it('a review gains nothing where what is open stays as open as it was', () => {
    const same = review(targeting('a', 'missing'), targeting('a', 'missing'));
    expect([same.gained, same.lost, reported(same, 'new', 'risk')]).toEqual([[], [], []]);
  });
});
