import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { review } from '../../../src/review/compare/compare.js';
import { reported } from '../../../src/review/compare/review.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking } from '../../support/permissions.js';
import { bind, role, rule } from '../../support/rbac-in-short.js';
import { stateOf } from '../../support/states.js';

const EMPTY = [namespace('op'), group('op/g')];
const operator = (id: string, ...rules: readonly PolicyRule[]): KubernetesObject =>
  csv(id, asking({ clusterPermissions: [{ serviceAccountName: 'manager', rules }] }));
const SECRETS = rule('get', 'secrets');
const IMPERSONATES = rule('impersonate', 'users');

describe('a first installation', () => {
  it('is told as a profile, the most dangerous first, and is an error only for what leads straight to cluster-admin', () => {
    const found = review(stateOf(...EMPTY), stateOf(...EMPTY, operator('op/etcd.v1', SECRETS, IMPERSONATES)));
    const { profiles } = found;
    expect(profiles).toMatchObject([
      {
        operator: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' },
        risks: [
          { id: 'impersonation', severity: 'error' },
          { id: 'secrets-read', severity: 'warning' },
        ],
      },
    ]);
    expect(reported(found, 'new', 'risk').map(({ id, severity }) => `${id} ${severity}`)).toEqual([
      'impersonation error',
      'secrets-read warning',
    ]);
  });

  it('is none when an operator is upgraded, whose gains stay errors', () => {
    const found = review(stateOf(...EMPTY, operator('op/etcd.v1')), stateOf(...EMPTY, operator('op/etcd.v2', SECRETS)));
    const { profiles } = found;
    expect(profiles).toEqual([]);
    expect(reported(found, 'new', 'risk')).toMatchObject([{ id: 'secrets-read', severity: 'error' }]);
  });

  it('is none for an account that had something before', () => {
    const held = [role('k', [rule('get', 'pods')]), bind('k', 'k', 'ServiceAccount op/manager')];
    const found = review(stateOf(...EMPTY, ...held), stateOf(...EMPTY, ...held, operator('op/etcd.v1', SECRETS)));
    const { profiles } = found;
    expect(profiles).toEqual([]);
    expect(reported(found, 'new', 'risk')).toMatchObject([{ id: 'secrets-read', severity: 'error' }]);
  });
});
