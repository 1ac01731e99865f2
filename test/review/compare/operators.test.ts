import { describe, expect, it } from 'vitest';
import { review } from '../../../src/review/compare/compare.js';
import { ownersIn } from '../../../src/review/compare/operators.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { rule } from '../../support/rbac-in-short.js';
import { stateOf } from '../../support/states.js';

const PLACE = [namespace('op'), group('op/g', { targets: ['op'] })];
const etcd = (version: string, ...rules: Parameters<typeof rule>[]) =>
  csv(`op/etcd.v${version}`, {
    owns: ['Etcd.v1.example.com'],
    ...asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS, ...rules.map((one) => rule(...one))] }] }),
  });

describe('the operators of a review', () => {
  it('are those that change, each from which version to which, with what belongs to it', () => {
    const { operators } = review(stateOf(...PLACE, etcd('1')), stateOf(...PLACE, etcd('2', ['get', 'secrets'])));
    expect(operators).toMatchObject([
      { operator: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v2' }, name: 'etcd', targets: ['op'] },
    ]);
    const ownersOf = ownersIn(operators);
    const [own, other] = ['op', 'other'].map((namespace) => ({ kind: 'ServiceAccount', namespace, name: 'robot' }));
    expect([...ownersOf([other, own, undefined])]).toEqual(operators);
    expect([...ownersOf([other])]).toEqual([]);
  });

  it('say which is new, and which is removed', () => {
    const [none, some] = [stateOf(...PLACE), stateOf(...PLACE, etcd('1'))];
    expect(review(none, some).operators.map(({ before, after }) => [before === undefined, after === undefined])).toEqual([[true, false]]);
    expect(review(some, none).operators.map(({ before, after }) => [before === undefined, after === undefined])).toEqual([[false, true]]);
  });

  it('are none where nothing is told of them', () => {
    expect(review(stateOf(...PLACE, etcd('1')), stateOf(...PLACE, etcd('1'))).operators).toEqual([]);
  });
});
