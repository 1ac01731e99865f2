import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { review, withKept } from '../../../src/review/compare/compare.js';
import { reported } from '../../../src/review/compare/review.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { allow, binding, role } from '../../support/rbac.js';
import { stateOf } from '../../support/states.js';

const marked = (object: KubernetesObject, annotations: Record<string, string>): KubernetesObject => ({
  ...object,
  metadata: { ...object.metadata, annotations },
});
const KEPT = { 'argocd.argoproj.io/sync-options': 'Prune=false' };
const ROLE = role('reader', allow('get', 'secrets'));
const BINDING = binding('reader', 'ClusterRole/reader', { kind: 'User', name: 'alice' });
const OP = namespace('op');
const lost = (base: readonly KubernetesObject[], head: readonly KubernetesObject[]) =>
  review(stateOf(...base), stateOf(...head)).lost.map(({ subject }) => subject.name);

describe('what a removed object grants', () => {
  it('is lost, unless it stays in the cluster with its role', () => {
    expect(lost([OP, ROLE, BINDING], [OP])).toEqual(['alice']);
    expect(lost([OP, ROLE, marked(BINDING, KEPT)], [OP, ROLE])).toEqual([]);
    expect(lost([OP, marked(ROLE, KEPT), marked(BINDING, { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' })], [OP])).toEqual([]);
    expect(lost([OP, ROLE, marked(BINDING, KEPT)], [OP])).toEqual(['alice']);
  });

  it('is no risk that the change removes, either', () => {
    const [base, head] = [stateOf(OP, ROLE, marked(BINDING, KEPT)), stateOf(OP, ROLE)];
    expect(reported(review(stateOf(OP, ROLE, BINDING), head), 'fixed').map(({ id }) => id)).toContain('secrets-read');
    expect(reported(review(base, head), 'fixed')).toEqual([]);
  });

  it('stays with the CSV or the OperatorGroup that it is made for', () => {
    const operator = csv('op/a', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] }));
    const own = group('op/all', { targets: ['op'] });
    expect(lost([OP, own, operator], [OP, own])).toContain('robot');
    expect(lost([OP, own, marked(operator, KEPT)], [OP, own])).not.toContain('robot');
  });
});

describe('a change that keeps nothing', () => {
  it('leaves HEAD as it is', () => {
    const head = stateOf(OP);
    expect(withKept(stateOf(OP, BINDING), head)).toBe(head);
  });
});
