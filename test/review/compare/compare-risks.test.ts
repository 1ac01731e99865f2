import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { accept } from '../../../src/review/compare/accept.js';
import { review } from '../../../src/review/compare/compare.js';
import { FINDING_STATES, type Review, reported } from '../../../src/review/compare/review.js';
import type { BaselineEntry } from '../../../src/review/rules/baseline/entries.js';
import { namespace } from '../../support/build.js';
import { bind, role, rule } from '../../support/rbac-in-short.js';
import { stateOf } from '../../support/states.js';

const RBAC = 'rbac.authorization.k8s.io';
const clusterWide = (...rules: readonly PolicyRule[]): KubernetesObject[] => [
  namespace('op'),
  role('r', rules),
  bind('b', 'r', 'ServiceAccount op/manager'),
];
const inNamespace = (home: string, ...rules: readonly PolicyRule[]): KubernetesObject[] => [
  role(`${home}/r`, rules),
  bind(`${home}/b`, 'Role/r', 'ServiceAccount op/manager'),
];
const compare = (base: readonly KubernetesObject[], head: readonly KubernetesObject[]): Review =>
  review(stateOf(...base), stateOf(...head));
const ids = (review: Review) =>
  Object.fromEntries(
    FINDING_STATES.map((state) => [state, reported(review, state, 'risk').map(({ id }) => id)] as const).filter(
      ([, list]) => list.length > 0,
    ),
  );

describe('risks of both sides', () => {
  it('grow when permissions come in the same scope, and say which', () => {
    const result = compare(
      clusterWide(rule('create', 'deployments', 'apps')),
      clusterWide(rule('create', 'deployments', 'apps'), rule('create', 'pods')),
    );
    expect(reported(result, 'new', 'risk')).toEqual([]);
    expect(reported(result, 'grown', 'risk')).toMatchObject([
      {
        id: 'workload-create',
        // It ran Pods everywhere before.
        severity: 'warning',
        subject: { kind: 'ServiceAccount', namespace: 'op', name: 'manager' },
        permissions: ['create deployments.apps', 'create pods'],
        scope: 'cluster',
        added: ['create pods'],
        removed: [],
      },
    ]);
  });

  it('grow from a named permission to all', () => {
    const base = clusterWide(rule('bind', 'clusterroles', RBAC, ['cluster-admin']));
    expect(reported(compare(base, clusterWide(rule('bind', 'clusterroles', RBAC))), 'grown')).toMatchObject([
      { added: [`bind clusterroles.${RBAC}`] },
    ]);
  });

  it('do not hide that one permission added by one that removed', () => {
    expect(
      reported(compare(clusterWide(rule('create', 'pods')), clusterWide(rule('create', 'deployments', 'apps'))), 'grown'),
    ).toMatchObject([{ added: ['create deployments.apps'], removed: ['create pods'] }]);
  });

  it('are smaller when permissions go, or namespaces', () => {
    expect(ids(compare(clusterWide(rule('get list', 'secrets')), clusterWide(rule('get', 'secrets'))))).toEqual({
      smaller: ['secrets-read'],
    });
    const result = compare(clusterWide(rule('get', 'secrets')), [namespace('op'), ...inNamespace('op', rule('get', 'secrets'))]);
    expect(ids(result)).toEqual({ smaller: ['secrets-read'], fixed: ['secrets-read'] });
  });

  it('are new in a wider scope', () => {
    const base = [namespace('op'), ...inNamespace('op', rule('get', 'secrets'))];
    expect(ids(compare(base, clusterWide(rule('get', 'secrets'))))).toEqual({ new: ['secrets-read'] });
  });

  it('are unchanged when rules are only split', () => {
    expect(ids(compare(clusterWide(rule('get list', 'secrets')), clusterWide(rule('get', 'secrets'), rule('list', 'secrets'))))).toEqual({
      unchanged: ['secrets-read'],
    });
  });

  it('grow with the role that everyone holds', () => {
    const everyone = (...rules: readonly PolicyRule[]) => [role('r', rules), bind('b', 'r', 'Group system:authenticated')];
    const result = compare(everyone(rule('get', 'routes', 'x.io')), everyone(rule('get delete', 'routes', 'x.io')));
    expect(reported(result, 'grown', 'risk')).toMatchObject([{ id: 'everyone-rights', added: ['delete routes.x.io'] }]);
  });
});

describe('a baseline', () => {
  const entry = (fields: Partial<BaselineEntry> = {}): BaselineEntry => ({
    id: 'workload-create',
    reason: 'it deploys',
    file: 'b',
    ...fields,
  });
  const deploys = rule('create', 'deployments', 'apps');
  const left = (entries: readonly BaselineEntry[], base: readonly KubernetesObject[], head: readonly KubernetesObject[]) =>
    ids(accept(compare(base, head), entries, '2030-01-01').review);

  it('accepts with a list of permissions those and no more', () => {
    const listed = [entry({ permissions: ['create deployments.apps'] })];
    expect(left(listed, clusterWide(), clusterWide(deploys))).toEqual({ accepted: ['workload-create'] });
    expect(left(listed, clusterWide(), clusterWide(deploys, rule('create', 'pods')))).toEqual({ new: ['workload-create'] });
  });

  it('takes globs for permissions', () => {
    const listed = [entry({ permissions: ['create *'] })];
    expect(left(listed, clusterWide(), clusterWide(deploys, rule('create', 'pods')))).toEqual({ accepted: ['workload-create'] });
    expect(left(listed, clusterWide(), clusterWide(rule('patch', 'deployments', 'apps')))).toEqual({ new: ['workload-create'] });
  });

  it('accepts without a list what is new or stays, and not what grows', () => {
    expect(left([entry()], clusterWide(), clusterWide(deploys))).toEqual({ accepted: ['workload-create'] });
    expect(left([entry()], clusterWide(deploys), clusterWide(deploys))).toEqual({ accepted: ['workload-create'] });
    expect(left([entry()], clusterWide(deploys), clusterWide(deploys, rule('create', 'pods')))).toEqual({ grown: ['workload-create'] });
  });
});
